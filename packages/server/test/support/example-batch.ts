/**
 * Worked out by hand from the sheets of the example: number, rank, trimmed average, mean of all sheets, recommendations,
 * mean of safety, whether it is within the places, reasons. With five sheets the lowest and the highest do not count, with
 * four all do. The mean of all would put 06 before 05, and the code alone 02 before 09.
 */
export const RANKS = [
  // 优选一组, three places: (90 + 91 + 92) / 3, (86 + 87 + 88) / 3, (84 + 85 + 86) / 3, (84 + 85 + 86) / 3, (79 + 80.5 + 81.5) / 3
  ['01', 1, 91, 91.3, 5, 22.2, true, ['去掉 88.5、95']],
  ['03', 2, 87, 87.1, 4, 21.2, true, ['去掉 84.5、90']],
  ['05', 3, 85, 82.4, 3, 19.9, true, ['去掉 70、87', '与第 4 名同分，推荐 3 > 2']],
  ['06', 4, 85, 86, 2, 22, false, ['去掉 80、95', '与第 3 名同分，推荐 2 < 3']],
  ['10', 5, 80.3333, 80.2, 0, 19.3, false, ['去掉 78、82']],
  // 优选二组, two places: 356 / 4, 337.5 / 4, 337.5 / 4, 290 / 4
  ['07', 1, 89, 89, 4, 22.625, true, []],
  ['09', 2, 84.375, 84.375, 2, 22, true, ['与第 3 名同分同推荐，安全性 22 > 21']],
  ['02', 3, 84.375, 84.375, 2, 21, false, ['与第 2 名同分同推荐，安全性 21 < 22']],
  ['11', 4, 72.5, 72.5, 0, 18.125, false, []],
] as const

/** State of each project in the end. */
export const STATES: Readonly<Record<string, string>> = {
  '01': '12',
  '02': '11',
  '03': '12',
  '04': '8',
  '05': '12',
  '06': '11',
  '07': '12',
  '08': '8',
  '09': '12',
  '10': '11',
  '11': '11',
  '12': '8',
}
export const WINNERS: readonly string[] = ['01', '03', '05', '07', '09']

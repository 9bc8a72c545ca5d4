/** Offset of Beijing from UTC in milliseconds. There is no daylight saving time. */
const BEIJING_MS = 8 * 3_600_000

/** Formats a moment as in the contract: yyyy-MM-dd HH:mm:ss, Beijing time. */
export function dateTime(moment: Date): string {
  return new Date(moment.getTime() + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** Formats the Beijing date of a moment as yyyy-MM-dd. */
export const day = (moment: Date): string => dateTime(moment).slice(0, 10)

/** Parses a moment of the contract. */
export const momentOf = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`)

import type { FillTime } from '@xinchu/sdk'

export const LEVELS = [
  ['enterprise', '企业'],
  ['county', '县'],
  ['city', '市'],
  ['province', '省'],
] as const

/** Deadlines of the levels in a line. */
export const deadlinesText = ({ levelDeadlines }: Pick<FillTime, 'levelDeadlines'>): string =>
  LEVELS.flatMap(([level, name]) => {
    const deadline = levelDeadlines?.[level]
    return deadline ? [`${name} ${deadline.slice(5, 16)}`] : []
  }).join('，')

export const spanText = ({ startTime, endTime }: Pick<FillTime, 'startTime' | 'endTime'>): string =>
  `${startTime.slice(0, 16)} 至 ${endTime.slice(0, 16)}`

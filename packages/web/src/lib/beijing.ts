const AHEAD_MS = 8 * 3_600_000

/** The current day in Beijing, yyyy-MM-dd, in any time zone of this machine. */
export const today = (): string => new Date(Date.now() + AHEAD_MS).toISOString().slice(0, 10)

/** The current year in Beijing. */
export const thisYear = (): number => Number(today().slice(0, 4))

/** The current time in Beijing as in the contract, yyyy-MM-dd HH:mm:ss. */
export const nowInBeijing = (): string =>
  new Date(Date.now() + AHEAD_MS).toISOString().slice(0, 19).replace('T', ' ')

/** Milliseconds since 1970 of a time of the contract, yyyy-MM-dd HH:mm:ss in Beijing. */
export const msOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`)

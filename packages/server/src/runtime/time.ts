/** Milliseconds that Beijing is ahead of UTC. It has no summer time. */
const BEIJING_MS = 8 * 3_600_000

/** A moment as the contract writes it: yyyy-MM-dd HH:mm:ss in Beijing. */
export function dateTime(moment: Date): string {
  return new Date(moment.getTime() + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** The day of a moment in Beijing, yyyy-MM-dd. */
export const day = (moment: Date): string => dateTime(moment).slice(0, 10)

/** The moment that a text of the contract means. */
export const momentOf = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`)

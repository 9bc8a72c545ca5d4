import { closedQuarter, type SourcePart, scaleSource } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { day } from '../../runtime/time.ts'
import { periodAt, statPeriods } from './periods.ts'
import type { StatSource } from './source.ts'

/** Returns the origin of figures of scale, as under the title of the page. */
export async function scaleSourceOf(db: Db, source: StatSource, now: Date): Promise<SourcePart[]> {
  const period = periodAt(await statPeriods(db, now), source)
  const isNow = source.year === undefined || source.year * 4 + (source.quarter ?? 4) > quarterNumber(now)
  const isWork = source.side !== 'warehouse'
  return scaleSource(isWork ? 'work' : 'warehouse', isWork && isNow ? undefined : period, day(now))
}

/** The last finished quarter, as year * 4 + quarter. */
const quarterNumber = (now: Date): number => {
  const last = closedQuarter(day(now))
  return last.year * 4 + last.quarter
}

/** The line in one text, for files. */
export const sourceText = (parts: readonly SourcePart[]): string =>
  parts.map(({ caption, text }) => `${caption}：${text}`).join('；')

import {
  closedQuarter,
  type SourcePart,
  type SourcePeriod,
  scaleSource,
  sourceAsOf,
} from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { day } from '../../runtime/time.ts'
import { periodThen } from './as-of.ts'
import { periodAt, statPeriods } from './periods.ts'
import type { StatSource } from './source.ts'

/** Figures of scale of today, or as of a batch or moment. */
export interface AskedSource extends StatSource {
  /** The batch or moment of the edition. */
  asOf?: string | undefined
}

/** Returns the listed period that figures are of, as it is today or was then. */
export async function sourcePeriod(
  db: Db,
  { asOf, ...source }: AskedSource,
  now: Date,
): Promise<SourcePeriod | undefined> {
  const period = periodAt(await statPeriods(db, now), source)
  return period && asOf !== undefined ? periodThen(db, period, asOf) : period
}

/** Whether figures are those of the working records of today, and of no period that has ended. */
export const isOfToday = ({ side, year, quarter = 4 }: StatSource, now: Date): boolean =>
  side !== 'warehouse' && (year === undefined || year * 4 + quarter > quarterNumber(now))

/** Returns the origin of figures of scale, as under the title of the page. */
export function scaleSourceOf(
  source: AskedSource,
  period: SourcePeriod | undefined,
  now: Date,
): SourcePart[] {
  const side = source.side === 'warehouse' ? 'warehouse' : 'work'
  const parts = scaleSource(side, isOfToday(source, now) ? undefined : period, day(now))
  return sourceAsOf(parts, source.asOf)
}

/** The last finished quarter, as year * 4 + quarter. */
const quarterNumber = (now: Date): number => {
  const last = closedQuarter(day(now))
  return last.year * 4 + last.quarter
}

/** The line in one text, for files. */
export const sourceText = (parts: readonly SourcePart[]): string =>
  parts.map(({ caption, text }) => `${caption}：${text}`).join('；')

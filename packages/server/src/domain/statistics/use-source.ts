import { type Quarter, revenueFields } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { snake } from '../columns.ts'
import { COUNTED_STATES } from '../flow/report-states.ts'
import { ofEdition, officialRows, periodNumber } from '../ledger/official.ts'
import { submittedVersions } from '../ledger/submitted.ts'
import type { Parts } from '../revisions/statistics.ts'
import { readSnapshots } from '../revisions/warehouse.ts'
import { type Among, sumsByProvince } from './kept-sums.ts'
import { everywhere, readByParts } from './province-parts.ts'
import type { StatSource } from './source.ts'

/** Where use is read from: submitted records with their reports, or the official rows of both as of an edition. */
export type UseSource = Pick<StatSource, 'side' | 'edition'>

const isOfficial = ({ side }: UseSource) => side === 'warehouse'

/** Projects (`p`). Official ones have a row for each range of periods. */
export const useProjects = (source: UseSource): RawBuilder<unknown> =>
  isOfficial(source) ? officialRows(source.edition) : submittedVersions

/** SQL condition: rows of projects (`p`) count in a period, given as SQL of its number. */
export const inPeriod = (source: UseSource, number: RawBuilder<unknown>): RawBuilder<boolean> =>
  isOfficial(source)
    ? sql<boolean>`(p.from_period <= ${number} and (p.to_period is null or p.to_period >= ${number}))`
    : sql<boolean>`true`

/** Table of reports. */
export const useReports = (source: UseSource): RawBuilder<unknown> =>
  isOfficial(source) ? sql`official_report` : sql`usage_report`

/** States of reports that count. Literals, so that the planner finds the index of these states. */
export const COUNTED = sql.join(COUNTED_STATES.map((status) => sql.lit(status)))

/** SQL condition: reports count, of working ones those that are submitted and not returned. */
export const isCounted = (source: UseSource, alias: 'u' | 'v' = 'u'): RawBuilder<boolean> =>
  isOfficial(source)
    ? ofEdition(source.edition, alias)
    : sql<boolean>`${sql.ref(`${alias}.status`)} in (${COUNTED})`

/** SQL: sum of the revenue of reports (`u`), 万元. */
export const revenueSum = (source: UseSource): RawBuilder<unknown> =>
  isOfficial(source)
    ? sql`coalesce(sum(u.total_revenue), 0)`
    : sql.join(
        revenueFields.map((field) => sql`coalesce(sum(${sql.ref(`u.${snake(field)}`)}), 0)`),
        sql` + `,
      )

/** Sums of use by province, which are kept: those of working reports by province, official ones as a whole. */
export const useSums = <Row extends { province_code: string }>(
  db: Db,
  { source, parts }: { source: UseSource; parts: Parts },
  query: (among: Among) => RawBuilder<Row>,
): Promise<readonly Row[]> =>
  isOfficial(source)
    ? readSnapshots(db, query(everywhere), () => readByParts(db, query))
    : sumsByProvince(db, parts, query)

/** SQL condition: a batch (`r`) has reports as of an edition. Open and closed rows are found by an index of their own. */
function hasReports(edition: number | undefined): RawBuilder<boolean> {
  const reports = (of: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from official_report t where t.year = r.year and t.quarter = r.quarter and ${of})`
  if (edition === undefined) return reports(sql`t.to_edition is null`)
  const begun = sql`t.from_edition <= ${edition}`
  return sql<boolean>`r.edition <= ${edition} and (${reports(sql`t.to_edition is null and ${begun}`)}
    or ${reports(sql`t.to_edition > ${edition} and ${begun}`)})`
}

/** SQL condition: a period has figures of use. Official ones are those of periods with a batch and reports. */
export const hasFigures = (source: UseSource, { year, quarter }: Quarter): RawBuilder<boolean> =>
  isOfficial(source)
    ? sql<boolean>`exists (select from official_revision r where r.year = ${year} and r.quarter = ${quarter}
        and ${hasReports(source.edition)})`
    : sql<boolean>`true`

/** Returns those of some periods that have official figures of use: a batch, and reports of any place. */
export async function periodsWithUse<Period extends Quarter>(
  db: Db,
  { edition }: UseSource,
  periods: readonly Period[],
): Promise<Period[]> {
  const { rows } = await sql<{ n: number }>`
    select distinct r.year * 4 + r.quarter as n from official_revision r
    where r.year * 4 + r.quarter = any(${periods.map(periodNumber)}::integer[]) and ${hasReports(edition)}`.execute(
    db,
  )
  const found = new Set(rows.map(({ n }) => n))
  return periods.filter((each) => found.has(periodNumber(each)))
}

import type { components } from '@xinchu/contract/schema'
import { type Quarter, roundTo } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { submittedVersions } from '../ledger/submitted.ts'
import { reply } from '../reply.ts'
import { OUTLIER_RULES, wordsOf } from './outlier-rules.ts'
import { roundQuotient } from './station-summary.ts'
import { askedQuarter, type StationFilter, type StationMark } from './station-use.ts'
import { usageMarks } from './usage-marks.ts'

type Schemas = components['schemas']
type Outlier = Schemas['UsageOutlier']
type Page = Schemas['UsageOutlierPage']

interface OutlierRequest extends StationFilter {
  rule?: readonly Outlier['rule'][] | undefined
  /** Those that were confirmed, instead of those that are open. */
  confirmed?: boolean | undefined
  page?: number | undefined
  size?: number | undefined
}

interface OutlierRow extends StationMark {
  id: number
  status: Outlier['status']
  project_name: string
  place_name: string | null
}

const rounded = (value: number | null) => (value === null ? undefined : roundTo(value, 4))

const confirmationOf = (row: OutlierRow) =>
  row.confirmed_at === null || row.confirmed_reason === null
    ? undefined
    : reply<Schemas['OutlierConfirmation']>({
        reason: row.confirmed_reason,
        orgName: row.confirmed_by ?? '',
        userName: row.confirmed_name,
        time: row.confirmed_at,
      })

const outlierOf = (row: OutlierRow): Outlier =>
  reply<Outlier>({
    rule: row.rule,
    indicator: row.indicator,
    itemId: row.id,
    status: row.status,
    projectId: row.project_id,
    projectName: row.project_name,
    placeName: row.place_name,
    ratedPower: row.power,
    value: row.value === null ? undefined : roundQuotient(row.value),
    confirmation: confirmationOf(row),
    ...wordsOf(row),
  })

/** Adds the reports, and the names of projects and places. */
async function withNames(
  db: Db,
  marked: readonly StationMark[],
  { year, quarter }: Quarter,
): Promise<OutlierRow[]> {
  if (marked.length === 0) return []
  const { rows } = await sql<Omit<OutlierRow, keyof StationMark> & { at: number }>`
    select m.at, u.id, u.status, p.project_name, r.name as place_name
    from unnest(${marked.map((each) => each.project_id)}::bigint[], ${marked.map((each) => each.province_code)}::text[],
        ${marked.map((each) => each.place)}::text[]) with ordinality m(id, province_code, place, at)
      join ${submittedVersions} on p.province_code = m.province_code and p.id = m.id and p.is_counted
      join usage_report u on u.province_code = m.province_code and u.project_id = m.id and u.year = ${year} and u.quarter = ${quarter}
      left join region r on r.code = coalesce(nullif(m.place, ''), m.province_code)
    order by m.at`.execute(db)
  return rows.flatMap(({ at, ...row }) => {
    const of = marked[at - 1]
    return of ? [{ ...of, ...row }] : []
  })
}

/**
 * Returns the reported values of a quarter that the rules mark, and what the mean is without their stations. A constant
 * number of queries.
 */
export async function usageOutliers(
  db: Db,
  { rule, confirmed = false, page = 0, size = 10, ...filter }: OutlierRequest,
  user: Caller,
  today: string,
): Promise<Page> {
  const period = askedQuarter(filter, today)
  const wanted = new Set(rule?.length ? rule : OUTLIER_RULES)
  if (!period) return { content: [], totalElements: 0, rules: [], projects: 0 }
  const { year: _year, quarter: _quarter, ...conditions } = filter
  const { marked, flagged, ...means } = await usageMarks(db, { filter: conditions, user, period })
  const isConfirmed = (row: StationMark) => row.confirmed_at !== null
  const open = marked.filter((row) => !isConfirmed(row))
  const listed = confirmed ? marked.filter(isConfirmed) : open
  const chosen = listed.filter((row) => wanted.has(row.rule))
  const shown = await withNames(db, chosen.slice(page * size, (page + 1) * size), period)
  const counts = OUTLIER_RULES.map((each) => ({
    rule: each,
    count: listed.filter((row) => row.rule === each).length,
  }))
  return reply<Page>({
    content: shown.map(outlierOf),
    totalElements: chosen.length,
    rules: counts.filter(({ count }) => count > 0),
    projects: flagged.length,
    confirmed: marked.length - open.length,
    hours: rounded(means.hours),
    hoursWithout: rounded(means.hoursWithout),
  })
}

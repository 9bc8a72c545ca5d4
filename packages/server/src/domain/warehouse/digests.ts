import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { canonicalJson } from '../audit-log/canonical.ts'
import { coversPeriod, ofEdition, periodNumber } from '../ledger/official.ts'
import type { Dimension } from '../statistics/dimensions.ts'
import { NATION } from '../statistics/nation.ts'
import { publishedTotals } from '../statistics/restatement.ts'
import { scaleLayout } from '../statistics/scale.ts'
import { type SnapshotPeriod, STAGE_COLUMNS } from './write.ts'

/** Digests of the rows of a period, by kind (`project` or `report`) and province, like `project-640000`. */
export type Parts = Readonly<Record<string, string>>

/** Figures of a period by dimension, without names. Names are not sealed. */
export type Figures = Readonly<Record<string, unknown>>

/** SHA-256 in hexadecimal of a value's canonical JSON. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex')

/** SQL: SHA-256 of a text, in hexadecimal. */
export const hashed = (text: RawBuilder<unknown>) =>
  sql<string>`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

// Where and for how long a row counts is proved by the set of rows. Empty columns are left out, so that later columns
// change no digest.
const RANGE = sql`'{from_edition,to_edition,from_period,to_period}'::text[]`
const facts = (alias: string) => sql`jsonb_strip_nulls(to_jsonb(${sql.ref(alias)}) - ${RANGE})`

// Columns that repeat the record were added to sealed rows. They count where they differ from it, so that the seals hold
// and a change by hand shows. Records of rows stored before migration 0243 have no first planned date, so that a change of
// this column by hand does not show there. Their planned date is no measure: plans may have moved before they were stored.
const COPIED = sql`${[...STAGE_COLUMNS]}::text[]`
const projectFacts = sql`(${facts('w')} - ${COPIED} || coalesce(
  (select jsonb_object_agg(k, to_jsonb(w) -> k) from unnest(${COPIED}) k
    where r.content -> k is not null and r.content -> k is distinct from to_jsonb(w) -> k), '{}'::jsonb))::text`

/** SQL: rows `d` with a digest each, in one pass for any number of periods. */
const projects = (edition: number) => sql`
  select w.province_code, w.project_id, w.from_period, w.to_period,
    ${hashed(sql`${projectFacts} || coalesce(r.content::text, '')`)} as digest
  from official_project w left join official_record r
    on r.province_code = w.province_code and r.project_id = w.project_id and r.sync_id = w.sync_id
  where ${ofEdition(edition)}`

const reports = (edition: number, numbers: readonly number[]) => sql`
  select t.province_code, t.project_id, t.year * 4 + t.quarter as n, ${hashed(sql`${facts('t')}::text`)} as digest
  from official_report t
  where t.year * 4 + t.quarter = any(${[...numbers]}::integer[]) and ${ofEdition(edition, 't')}`

const lines = hashed(sql`string_agg(w.project_id || ':' || w.digest, ',' order by w.project_id)`)

/** Returns the digests of the rows of periods as of an edition, by the periods' numbers. */
export async function partsOf(
  db: Db,
  periods: readonly SnapshotPeriod[],
  edition: number,
): Promise<Map<number, Parts>> {
  const numbers = periods.map(periodNumber)
  const { rows } = await sql<{ n: number; part: string; digest: string }>`
    with project as materialized (${projects(edition)})
    select a.n, 'project-' || w.province_code as part, ${lines} as digest
    from unnest(${numbers}::integer[]) a(n) join project w on ${coversPeriod(sql`a.n`)} group by a.n, w.province_code
    union all select w.n, 'report-' || w.province_code, ${lines} from (${reports(edition, numbers)}) w
    group by w.n, w.province_code`.execute(db)
  return new Map(
    numbers.map((n) => [
      n,
      Object.fromEntries(rows.flatMap((row) => (row.n === n ? [[row.part, row.digest]] : []))),
    ]),
  )
}

/** Dimensions whose groups follow from the rows alone. Those of the regional groups follow from the divisions of today. */
const DIMENSIONS: readonly Dimension[] = [
  ...(['region', 'techType', 'techSubType', 'statTechGroup', 'appScenario', 'appSubScenario'] as const),
  ...(['statScenarioGroup', 'scaleBand', 'durationBand', 'ownerType', 'gridVoltage', 'buildStatus'] as const),
  'year',
]

/**
 * Returns the figures of a period as of an edition, as the statistics serve them. It takes a transaction, because kept
 * results would hide rows that were changed by hand.
 */
export async function figuresOf(trx: Trx, period: SnapshotPeriod, edition: number): Promise<Figures> {
  const request = { ...period, edition, side: 'warehouse' as const }
  const scaleBy = async (dimensions: readonly Dimension[]) =>
    (await scaleLayout(trx, { ...request, dimensions }, NATION, period.year)).map(
      ({ labels: _labels, ...row }) => row,
    )
  const figures: Record<string, unknown> = {
    nation: await scaleBy([]),
    totals: Object.fromEntries(await publishedTotals(trx, [period], edition)),
  }
  for (const dimension of DIMENSIONS) figures[dimension] = await scaleBy([dimension])
  return figures
}

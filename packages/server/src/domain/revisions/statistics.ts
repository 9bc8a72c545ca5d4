import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'

/**
 * States that submitted projects of provinces change in what statistics sum up. Every transaction that writes such a
 * project must call it. A transaction without changes of submitted projects need not.
 */
export async function touchProjects(trx: Trx, provinceCodes: readonly string[]): Promise<void> {
  if (provinceCodes.length === 0) return
  await sql`insert into statistics_change (province_code)
    select distinct unnest(${[...provinceCodes]}::text[])`.execute(trx)
}

/** The same for all provinces. */
export const touchAllProjects = (trx: Trx): Promise<unknown> =>
  sql`insert into statistics_change (province_code) select code from region where level = 1`.execute(trx)

/** States that reports change their state, or values that statistics count. Every transaction that does so must call it. */
export async function touchReports(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into statistics_change (province_code, year, quarter)
    select distinct province_code, year, quarter from usage_report where id = any(${[...ids]}::bigint[])`.execute(
    trx,
  )
}

export interface Parts {
  /** Quarters whose reports are read, as year * 4 + quarter. */
  quarters: readonly number[]
  /** The only province that is read. */
  provinceCode?: string | undefined
}

/** Numbers of changes by province. The regional groups of provinces are under an empty code. */
export async function revisionsOf(
  db: Db,
  { quarters, provinceCode }: Parts,
): Promise<ReadonlyMap<string, string>> {
  const within: RawBuilder<unknown> =
    provinceCode === undefined ? sql`true` : sql`province_code = ${provinceCode}`
  const { rows } = await sql<{ province_code: string; revision: string }>`
    select province_code, string_agg(part || ':' || number, ',' order by part) as revision from (
      select province_code, coalesce(year * 4 + quarter, 0) as part, sum(number) as number from statistics_change
      where (year is null or year * 4 + quarter = any(${[...quarters]}::integer[])) and ${within} group by 1, 2) c
    group by 1
    union all select '', jsonb_object_agg(code, region_group)::text from region where level = 1`.execute(db)
  return new Map(rows.map((row) => [row.province_code, row.revision]))
}

/** Adds up the changes of each province and quarter. The sums stay, also for those who read at the same time. */
export const addUpChanges = (trx: Trx): Promise<unknown> =>
  sql`
    with crowded as (
      select province_code, year, quarter from statistics_change group by 1, 2, 3 having count(*) > 1),
    gone as (
      delete from statistics_change c using crowded o
      where c.province_code = o.province_code and c.year is not distinct from o.year
        and c.quarter is not distinct from o.quarter
      returning c.province_code, c.year, c.quarter, c.number)
    insert into statistics_change (province_code, year, quarter, number)
    select province_code, year, quarter, sum(number) from gone group by 1, 2, 3`.execute(trx)

import { CountryStatus, DeclareStatus, RepeatFlag } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { columns } from '../es-project/columns.ts'
import { countsIn, ofEdition, periodNumber } from '../ledger/official.ts'
import type { Candidate } from './differences.ts'
import { noteProjects } from './mark-stored.ts'
import {
  changedRows,
  isChangedReport,
  list,
  ROW,
  type SnapshotPeriod,
  TAKEN_USAGE,
  USAGE_KEY,
} from './write.ts'

/** The newest revision of a period, and the editions that made it and the one before it. */
export interface Withdrawn {
  period: SnapshotPeriod
  revised: number
  before: number
}

/** Returns the projects whose rows in its period a revision changed: as they are, and as they were before it. */
export async function withdrawnRecords(db: Db, { period, revised, before }: Withdrawn): Promise<Candidate[]> {
  const placed = (
    alias: string,
  ) => sql`${sql.ref(`${alias}_record.content`)} || jsonb_build_object('city_code',
    ${sql.ref(`${alias}.city_code`)}, 'county_code', ${sql.ref(`${alias}.county_code`)}, 'owner_group_id', ${sql.ref(`${alias}.owner_group_id`)})`
  const rowsAt = (edition?: number) =>
    sql`(select w.* from official_project w where ${countsIn({ ...period, edition })})`
  const isOf = (alias: string) =>
    sql`${sql.ref(`${alias}.province_code`)} = c.province_code and ${sql.ref(`${alias}.project_id`)} = c.project_id`
  const { rows } = await sql<{
    id: number
    province_code: string
    project_name: string
    is_move: boolean
    before: Candidate['before']
    after: Candidate['after']
  }>`
    with changed as (select distinct province_code, project_id
      from (select ${periodNumber(period)}::integer as n) a cross join lateral (${changedRows(revised)}) w)
    select c.project_id as id, c.province_code, coalesce(now.project_name, old.project_name) as project_name,
      coalesce(now.sync_id = old.sync_id, false) as is_move, ${placed('now')} as before, ${placed('old')} as after
    from changed c
      left join ${rowsAt()} now on ${isOf('now')}
      left join official_record now_record on ${isOf('now_record')} and now_record.sync_id = now.sync_id
      left join ${rowsAt(before)} old on ${isOf('old')}
      left join official_record old_record on ${isOf('old_record')} and old_record.sync_id = old.sync_id
    order by c.province_code, c.project_id`.execute(db)
  return rows.map((row) => ({
    ...{ id: row.id, provinceCode: row.province_code, projectName: row.project_name },
    change: row.before === null ? 'ADDED' : row.after === null ? 'REMOVED' : 'CHANGED',
    ...(row.is_move ? { isMove: true } : {}),
    ...{ before: row.before, after: row.after },
  }))
}

/** Counts the reports that a revision took into a period, replaced or took out of it. */
export async function withdrawnReports(db: Db, { period, revised }: Withdrawn): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct t.project_id) as count
    from official_report t cross join (select ${periodNumber(period)}::integer as n) a
    where ${isChangedReport(revised)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * The last of the periods that follow the rows of a period, because they have no revision of their own; undefined for all
 * those to come.
 */
export async function lastFollowing(db: Db, period: SnapshotPeriod): Promise<number | undefined> {
  const { rows } = await sql<{ next: number | null }>`
    select min(year * 4 + quarter) as next from official_revision
    where year * 4 + quarter > ${periodNumber(period)}`.execute(db)
  const next = rows[0]?.next
  return next === null || next === undefined ? undefined : next - 1
}

/** Writes rows of projects as they were before a revision, in its period and in those that follow its rows. */
export async function restoreProjects(
  trx: Trx,
  { period, before }: Withdrawn,
  edition: number,
  { ids, last = null }: { ids: readonly number[]; last: number | null | undefined },
): Promise<void> {
  if (ids.length === 0) return
  const first = periodNumber(period)
  const isWithin = sql<boolean>`w.project_id = any(${[...ids]}::bigint[]) and (w.to_period is null or w.to_period >= ${first})
    and (${last}::integer is null or w.from_period <= ${last}::integer)`
  const key = sql`province_code, project_id, ${edition}::bigint`
  await sql`
    with closed as (update official_project w set to_edition = ${edition} where ${ofEdition(undefined)} and ${isWithin} returning *)
    insert into official_project (province_code, project_id, from_edition, from_period, to_period, ${list(ROW)})
    select ${key}, from_period, ${first - 1}::integer, ${list(ROW)} from closed where from_period < ${first}
    union all select ${key}, ${last}::integer + 1, to_period, ${list(ROW)} from closed
      where to_period is null and ${last}::integer is not null or to_period > ${last}::integer
    union all select ${key}, greatest(from_period, ${first}::integer), least(to_period, ${last}::integer), ${list(ROW)}
      from official_project w where ${ofEdition(before)} and ${isWithin}`.execute(trx)
}

/** Writes the reports of a period as they were before its newest revision. */
export async function restoreUsage(
  trx: Trx,
  { period: { year, quarter }, revised }: Withdrawn,
  edition: number,
): Promise<void> {
  const columns = [...USAGE_KEY, ...TAKEN_USAGE]
  await sql`
    with closed as (update official_report t set to_edition = ${edition}
      where t.year = ${year} and t.quarter = ${quarter} and t.to_edition is null and t.from_edition = ${revised})
    insert into official_report (from_edition, ${list(columns)})
    select ${edition}::bigint, ${list(columns)} from official_report t
    where t.year = ${year} and t.quarter = ${quarter} and t.to_edition = ${revised}`.execute(trx)
}

/** Locks projects, in the order of all who lock several. */
async function lockProjects(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`select 1 from es_project p where p.id = any(${[...ids]}::bigint[])
    order by p.province_code, p.id for update`.execute(trx)
}

/**
 * Marks projects by whether their latest official rows hold their present content: those that no longer do wait for the next
 * sync, as they did after the nation passed them.
 * @returns the marked projects: those that count as stored again, and those that wait
 */
export async function markByContent(
  trx: Trx,
  ids: readonly number[],
  user: Caller,
): Promise<{ held: number[]; waiting: number[] }> {
  const [passed, stored] = [CountryStatus.passed, CountryStatus.stored]
  const fields = (alias: string) =>
    list(
      columns.map(([, column]) => column),
      alias,
    )
  // A statement of its own: the one that compares sees what edits before the lock left.
  await lockProjects(trx, ids)
  const { rows } = await sql<{ id: number; province_code: string; is_held: boolean }>`
    with held as (
      select p.province_code, p.id, coalesce((${fields('p')}) is not distinct from (${fields('c')}), false) as is_held,
        c.warehouse_time, c.period_year, c.period_quarter
      from es_project p
        left join official_project w on w.province_code = p.province_code and w.project_id = p.id and ${countsIn({})}
        left join official_record r on r.province_code = w.province_code and r.project_id = w.project_id
          and r.sync_id = w.sync_id
        left join lateral jsonb_populate_record(null::es_project, r.content) c on r.content is not null
      where p.id = any(${[...ids]}::bigint[]) and not p.deleted and p.repeat_flag <> ${RepeatFlag.duplicate}
        and p.declare_status = ${DeclareStatus.passed})
    update es_project p set country_status = case when h.is_held then ${stored} else ${passed} end,
      warehouse_time = h.warehouse_time, period_year = h.period_year, period_quarter = h.period_quarter,
      version = p.version + 1, update_by = ${user.username}, update_time = now()
    from held h where h.province_code = p.province_code and h.id = p.id
      and p.country_status = case when h.is_held then ${passed} else ${stored} end
    returning p.id, p.province_code, h.is_held`.execute(trx)
  const held = rows.filter(({ is_held }) => is_held)
  const waiting = rows.filter(({ is_held }) => !is_held)
  await noteProjects(trx, waiting, { action: 'UNSYNC', from: `C${stored}`, to: `C${passed}` }, user)
  await noteProjects(trx, held, { action: 'SYNC', from: `C${passed}`, to: `C${stored}` }, user)
  return { held: held.map(({ id }) => id), waiting: waiting.map(({ id }) => id) }
}

import { DeclareStatus, ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { kindOf } from '../desk/list.ts'
import { eventOf } from '../events/kinds.ts'
import { noteEvents } from '../events/note.ts'
import { touchProjects } from '../revisions/statistics.ts'

export type Division = Pick<
  Row<'region'>,
  'code' | 'name' | 'short_name' | 'level' | 'province_code' | 'city_code' | 'county_code' | 'ended_on'
>
type Plan = components['schemas']['RegionSuccessionPlan']

export interface Move {
  from: Division
  to: Pick<Division, 'code' | 'name' | 'city_code'>
}

export const COUNTY_LEVEL = 3
const OPEN = [ReportStatus.draft, ReportStatus.returned]
// Rows of these batches are already written, or never will be.
const FINISHED_BATCHES = ['DONE', 'FAILED', 'CANCELLED']

/** SQL condition: a record lies in the ended division. The province lets tables that are stored by province use an index. */
function liesIn({ code, level, province_code }: Division): RawBuilder<boolean> {
  const place = sql.ref(level === COUNTY_LEVEL ? 'county_code' : 'city_code')
  return sql<boolean>`${place} = ${code} and province_code = ${province_code}`
}

/** SQL assignments that move a record to the successor. Counties bring their city. */
const moved = ({ from, to }: Move): RawBuilder<unknown> =>
  from.level === COUNTY_LEVEL
    ? sql`city_code = ${to.city_code}, county_code = ${to.code}`
    : sql`city_code = ${to.code}`

/** SQL condition: a staged row of an unfinished import names the ended division. */
const isStaged = ({ code, level }: Division) => sql<boolean>`
  r.project ->> ${level === COUNTY_LEVEL ? 'county_code' : 'city_code'} = ${code}
  and r.batch_id in (select id from import_batch where state <> all(${FINISHED_BATCHES}::text[])) and r.state <> 'COMMITTED'`

/** Counts what a succession moves. */
export async function countMoves(db: Db, from: Division): Promise<Plan> {
  const inside = liesIn(from)
  const { code } = from
  const { rows } = await sql<Plan>`select
    (select count(*) from es_project where ${inside} and not deleted) as "projectCount",
    (select count(*) from es_project where ${inside} and not deleted and declare_status = ${DeclareStatus.draft}) as "draftCount",
    (select count(*) from demo_project where ${inside} and not deleted)
      + (select count(*) from provincial_demo where ${inside} and not deleted) as "demoCount",
    (select count(*) from org where region_code = ${code}) as "orgCount",
    (select count(*) from app_user u join org o on o.id = u.org_id where o.region_code = ${code}) as "accountCount",
    (select count(*) from year_calc where ${inside}) as "calculationCount",
    (select count(*) from fill_time where ${code} = any(region_codes)) as "windowCount",
    (select count(*) from message_push where target_region_codes @> array[${code}]) as "messageCount",
    (select count(*) from section_info where region_code = ${code}) as "sectionCount",
    (select count(*) from import_row r where ${isStaged(from)}) as "importCount",
    (select count(*) from official_project where ${inside} and to_edition is null and to_period is null) as "snapshotCount"`.execute(
    db,
  )
  const [plan] = rows
  if (!plan) throw new Error('a count returns one row')
  return plan
}

/** Moves projects and notes each move, so that the history shows the former division. */
async function moveProjects(trx: Trx, move: Move, successionId: number, user: Caller): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with moved as (
      update es_project set ${moved(move)} where ${liesIn(move.from)} returning id, declare_status, deleted),
    noted as (
      insert into region_move (project_id, succession_id, status)
      select id, ${successionId}::bigint, declare_status from moved)
    select id from moved where not deleted order by id`.execute(trx)
  await sql`update submitted_project set ${moved(move)} where ${liesIn(move.from)}`.execute(trx)
  await touchProjects(trx, [move.from.province_code])
  await noteMoved(trx, 'PROJECT', rows, move, user)
}

/** Tells that records were moved. */
function noteMoved(
  trx: Trx,
  entity: 'PROJECT' | (typeof PLACED_RECORDS)[number][1],
  rows: readonly { id: number }[],
  { from }: Move,
  user: Caller,
): Promise<void> {
  const kind = kindOf(entity)
  const notes = rows.map(({ id }) => ({
    kind: eventOf(kind, 'moved'),
    id,
    provinceCode: from.province_code,
  }))
  return noteEvents(trx, kind, notes, user)
}

// Official data keeps its divisions: the next sync writes those of today, from its period on.
const PLACED_RECORDS = [
  ['demo_project', 'DEMO', sql`where not deleted`],
  ['provincial_demo', 'PROV_DEMO', sql`where not deleted`],
  ['year_calc', 'YEARCALC', sql``],
] as const

/** A division's unfinished calculation becomes its successor's, unless that has one of the year. */
async function moveOpenCalculations(trx: Trx, { from, to }: Move): Promise<void> {
  await sql`update year_calc c set scope_id = ${Number(to.code)}, scope_name = ${to.name}
    where c.province_code = ${from.province_code} and c.scope_type = 'REGION' and c.scope_id = ${Number(from.code)}
      and c.status = any(${OPEN}::text[]) and not exists (select 1 from year_calc s where s.province_code = c.province_code
        and s.scope_type = 'REGION' and s.scope_id = ${Number(to.code)} and s.year = c.year)`.execute(trx)
}

/** Moves offices. An office whose name exists at the target gets the former division in its name. */
async function moveOffices(trx: Trx, { from, to }: Move): Promise<void> {
  await sql`update org o set region_code = ${to.code}, version = version + 1,
      org_name = case when exists (select 1 from org x where x.dept_id = o.dept_id and x.region_code = ${to.code}
        and x.org_name = o.org_name) then o.org_name || ${`（原${from.name}）`}::text else o.org_name end
    where o.region_code = ${from.code}`.execute(trx)
}

/** Adds the successor to the target regions of messages and windows, which keep their original ones. */
async function widenTargets(trx: Trx, { from, to }: Move): Promise<void> {
  await sql`update message_push set target_region_codes = array_append(target_region_codes, ${to.code}::text)
    where target_region_codes @> array[${from.code}] and not target_region_codes @> array[${to.code}]`.execute(
    trx,
  )
  await sql`update fill_time set region_codes = array_append(region_codes, ${to.code}::text)
    where ${from.code} = any(region_codes) and ${to.code} <> all(region_codes)`.execute(trx)
}

/** Moves everything in use to the successor, in a constant number of statements. Staged imports follow when they are written. */
export async function applyMoves(trx: Trx, move: Move, successionId: number, user: Caller): Promise<void> {
  const { from, to } = move
  await moveProjects(trx, move, successionId, user)
  await moveOpenCalculations(trx, move)
  for (const [table, entity, kept] of PLACED_RECORDS) {
    const { rows } = await sql<{ id: number }>`
      with moved as (update ${sql.table(table)} set ${moved(move)} where ${liesIn(from)} returning *)
      select id from moved ${kept} order by id`.execute(trx)
    await noteMoved(trx, entity, rows, move, user)
  }
  await moveOffices(trx, move)
  await widenTargets(trx, move)
  await sql`update section_info set region_code = ${to.code} where region_code = ${from.code}`.execute(trx)
}

import { CountryStatus, RemarkStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import type { ReviewedKind } from '@xinchu/validators'
import { REVIEWED_KINDS } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { containing } from '../../db/sql.ts'
import { dateTime } from '../../runtime/time.ts'
import { type Caller, codeOf } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import type { RecordKind } from '../flow/kind.ts'
import { statesWaitingFor } from '../flow/table.ts'
import { sentTo } from '../remarks/reach.ts'
import { deadlinesFor } from './deadlines.ts'
import { kinds } from './list.ts'
import { otherTasks } from './sources.ts'
import { tasksOf } from './task-view.ts'
import { daysBefore, type Waits, waits, waitsOf } from './waits.ts'

type Query = NonNullable<operations['listReviewTasks']['parameters']['query']>
type TaskPage = components['schemas']['ReviewTaskPage']

/** Time of a form's last step, from which it waits. */
const lastStep = (entity: string, id: RawBuilder<unknown>) =>
  sql`(select max(h.time) from flow_history h where h.biz_type = ${entity} and h.biz_id = ${id} and not h.undone)`

/** Records of a kind that wait for the caller. */
function waitingOf(
  { code, flow, queue: of, rows: { from, as }, visible }: RecordKind,
  user: Caller,
): RawBuilder<unknown> {
  const own = (column: string) => sql.ref(`${as}.${column}`)
  const party = of.parties?.[codeOf(user) ?? '']
  const states = party ? statesWaitingFor(flow, party) : []
  const waits = of.waits?.(user) ?? sql`${own('status')} = any(${states}::text[])`
  const since = of.since ?? sql`coalesce(${lastStep(code, own('id'))}, ${own('update_time')})`
  return sql`
    select ${code}::text as entity, ${own('id')} as id, ${own('province_code')} as province_code,
      ${of.city}::text as city_code, ${of.county}::text as county_code, ${of.title}::text as title,
      ${of.office}::text as office, ${of.code ?? NONE}::text as code, ${of.power}::numeric as power, ${since} as since,
      ${of.year}::integer as year, ${of.quarter ?? NONE}::smallint as quarter, ${of.stored ?? sql`false`} as stored,
      ${of.due ?? NONE}::timestamptz as own_due
    from ${from} where ${visible(user)} and ${waits}`
}

const NONE = sql`null`

/** All open tasks of the caller, as rows `t` of one shape. */
function queue(user: Caller): RawBuilder<unknown> {
  return sql`(
    ${sql.join(
      kinds.map((kind) => waitingOf(kind, user)),
      sql` union all `,
    )}) t`
}

/** SQL condition: row `t` may repeat another record. */
const repeats = sql<boolean>`(${sql.join(
  kinds.flatMap(({ queue: { repeats: own } }) => (own ? [own] : [])),
  sql` or `,
)})`

function marked(
  mark: NonNullable<Query['mark']>,
  user: Caller,
  overdue: RawBuilder<boolean>,
): RawBuilder<boolean> {
  switch (mark) {
    case 'REPEAT':
      return repeats
    case 'WARNING':
      return sql<boolean>`coalesce((select jsonb_array_length(s.warnings) from review_submission s
        where s.entity = t.entity and s.entity_id = t.id order by s.no desc limit 1), 0) > 0`
    case 'ANSWERED':
      return sql<boolean>`exists (select 1 from review_remark r
        where r.entity = t.entity and r.entity_id = t.id and r.status = ${RemarkStatus.answered} and ${sentTo(user, kinds)})`
    case 'CHANGED':
      return sql<boolean>`(t.stored or exists (select 1 from review_submission s
        where s.entity = t.entity and s.entity_id = t.id and s.no > 1))`
    case 'OVERDUE':
      return overdue
  }
}

const ORDERS = {
  WAITING: sql`t.since, t.entity, t.id`,
  POWER: sql`t.power desc nulls last, t.since, t.entity, t.id`,
  DUE: sql`t.due nulls last, t.since, t.entity, t.id`,
}

const ONLY: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  kinds.flatMap(({ code, queue: { parties } }) => (parties ? [[code, Object.keys(parties)]] : [])),
)

/** Whether records of a kind ever wait for the caller's office. */
const hasKind = (user: Caller, kind: TaskPage['kinds'][number]['entity']): boolean =>
  ONLY[kind]?.includes(codeOf(user) ?? '') ?? codeOf(user) !== 'PLT'

/** State of a project that a province has sent up, as the history has it. */
const REPORTED_UP = `C${CountryStatus.waiting}`

/** Number of records that the caller's office has decided about today. */
async function doneToday(db: Db, user: Caller, now: Date): Promise<number> {
  const { rows } = await sql<{ done: number }>`
    select count(distinct (biz_type, biz_id)) as done from flow_history
    where time >= ${`${dateTime(now).slice(0, 10)} 00:00:00`}::timestamptz and org_name = ${user.orgName}
      and (action in ('PASS', 'RETURN', 'CONFIRM', 'ACCEPT', 'REOPEN')
        or action = 'SUBMIT' and to_status = ${REPORTED_UP})
      and not undone`.execute(db)
  return rows[0]?.done ?? 0
}

/** Counts what waits, by kind: how long, and past its deadline. */
async function kindsOf(db: Db, all: RawBuilder<unknown>, now: Date): Promise<TaskPage['kinds']> {
  const { rows } = await sql<Waits & { entity: ReviewedKind; overdue: number }>`
    select t.entity, count(*) filter (where t.due < ${daysBefore(now, 0)}) as overdue, ${waits(now)}
    from ${all} group by 1`.execute(db)
  const byKind = new Map(rows.map((row) => [row.entity, row]))
  return REVIEWED_KINDS.map((entity) => {
    const own = byKind.get(entity)
    return {
      entity,
      label: labelIn('review_entity', entity),
      ...(own ? waitsOf(own) : { count: 0, ages: { days3: 0, days7: 0, longer: 0 } }),
      overdue: own?.overdue ?? 0,
    }
  })
}

/** Returns a page of what waits for the caller's decision, with the numbers of each kind. */
export async function listTasks(db: Db, query: Query, user: Caller, now: Date): Promise<TaskPage> {
  const { entity, order = 'WAITING', mark, page = 0, size = 20 } = query
  const from = queue(user)
  const deadlines = await deadlinesFor(db, user)
  const parts = [sql<boolean>`true`]
  if (entity) parts.push(sql<boolean>`t.entity = ${entity}`)
  if (query.keyword) {
    const like = containing(query.keyword)
    parts.push(sql<boolean>`(t.title like ${like} or t.office like ${like} or t.code like ${like})`)
  }
  if (query.cityCode) parts.push(sql<boolean>`t.city_code = ${query.cityCode}`)
  if (query.countyCode) parts.push(sql<boolean>`t.county_code = ${query.countyCode}`)
  if (query.powerMin !== undefined) parts.push(sql<boolean>`t.power >= ${query.powerMin}`)
  if (query.powerMax !== undefined) parts.push(sql<boolean>`t.power <= ${query.powerMax}`)
  const due = sql`coalesce(t.own_due, ${deadlines.expression})`
  if (mark) parts.push(marked(mark, user, sql<boolean>`t.due < ${dateTime(now)}::timestamptz`))
  const where = sql.join(parts, sql` and `)
  const all = sql`(select t.*, ${due} as due from ${from}) t`
  const counted = await kindsOf(db, all, now)
  const { rows: totals } = await sql<{ total: number }>`
    select count(*) as total from ${all} where ${where}`.execute(db)
  const { rows } = await sql<{ entity: ReviewedKind; id: number; since: string; due: string | null }>`
    select t.entity, t.id, t.since, t.due from ${all} where ${where} order by ${ORDERS[order]}
    limit ${size} offset ${page * size}`.execute(db)
  const others = await otherTasks(db, user, now)
  return {
    content: await tasksOf(db, rows, user, now),
    totalElements: totals[0]?.total ?? 0,
    waiting: [...counted, ...others].reduce((sum, { count }) => sum + count, 0),
    kinds: counted.filter(({ entity: kind }) => hasKind(user, kind)),
    others,
    doneToday: await doneToday(db, user, now),
  }
}

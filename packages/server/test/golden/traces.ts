import { sql } from 'kysely'
import type { Rig } from '../rig.ts'
import type { Subject } from './subject.ts'
import { inLine } from './words.ts'

/** Last rows of what steps leave behind. */
export interface Marks {
  event: number
  entry: number
  message: number
}

export async function marksOf({ db }: Rig): Promise<Marks> {
  const { rows } = await sql<Marks>`
    select (select coalesce(max(id), 0) from record_event) as event,
      (select coalesce(max(id), 0) from audit_log) as entry,
      (select coalesce(max(id), 0) from message_push) as message`.execute(db)
  return rows[0] ?? { event: 0, entry: 0, message: 0 }
}

const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:/.test(value)

/** Changes of moments differ between two runs: two steps may fall into one second. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .filter((part) => !isTime(Object(part).newValue) && !isTime(Object(part).oldValue))
      .map(lasting)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lasting(part)]))
}

const rowsOf = async (rig: Rig, name: string, query: ReturnType<typeof sql>): Promise<string[]> =>
  (await query.execute(rig.db)).rows.map((row) => `    ${name} | ${inLine(lasting(row))}`)

/** Lines of what a step left behind since some marks. */
export async function tracesSince(rig: Rig, subject: Subject, id: number, marks: Marks): Promise<string[]> {
  const { entity } = subject
  return [
    await rowsOf(
      rig,
      'history',
      sql`select action, from_status, to_status, org_name, user_name, dept_id, opinion, due_date, remark_count
        from flow_history where biz_type = ${entity} and biz_id = ${id} and not undone order by id desc limit 1`,
    ),
    await rowsOf(
      rig,
      'remark',
      sql`select field, field_label, value, text, origin, level, status, sent, answer, submission_no
        from review_remark where entity = ${entity} and entity_id = ${id} order by id`,
    ),
    await rowsOf(
      rig,
      'submissions',
      sql`select count(*) as count, max(no) as last from review_submission where entity = ${entity} and entity_id = ${id}`,
    ),
    await rowsOf(
      rig,
      'message',
      sql`select m.code, m.title, m.content, m.message_type, m.level, m.target_type, m.link, m.create_by,
          m.publish_time > now() as is_later,
          (select string_agg(o.org_name, ' ' order by o.id) from org o where o.id = any(m.target_org_ids)) as offices
        from message_push m where m.id > ${marks.message} order by m.id`,
    ),
    await eventsSince(rig, id, marks),
    await rowsOf(
      rig,
      'entry',
      sql`select action, action_group, record_kind, record_name, reason, changes from audit_log
        where id > ${marks.entry} and record_kind is not null and result < 300 order by id`,
    ),
    await besideOf(rig, subject),
  ].flat()
}

/** A line of the record that steps change besides, if there is one. */
export const besideOf = async (rig: Rig, { beside }: Pick<Subject, 'beside'>): Promise<string[]> =>
  beside ? [`    beside | ${inLine(await beside(rig))}`] : []

/** Lines of a record's events since some marks. */
export const eventsSince = (rig: Rig, id: number, { event }: Marks): Promise<string[]> =>
  rowsOf(
    rig,
    'event',
    sql`select kind, subject, record_code, from_state, to_state, is_open, is_sealed, by_org, city_code, county_code,
        (select o.org_name from org o where o.id = org_id) as org
      from record_event where id > ${event} and record_id = ${id} order by id`,
  )

import { MessageLevel, MessageTarget, MessageType } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/database.ts'
import type { NewRow, Row } from '../db/schema.ts'
import type { Caller } from './caller.ts'
import { labelIn } from './dict/label.ts'
import { reply } from './reply.ts'

type FlowStep = components['schemas']['FlowStep']

/** One step of a record's flow. */
export interface FlowNote {
  provinceCode: string
  id: number
  action: string
  from: string | null
  to: string
  opinion?: string | undefined
}

/** Records flow steps of one kind of record by one caller, in one statement. */
export async function noteFlow(
  trx: Trx,
  bizType: string,
  notes: readonly FlowNote[],
  user: Pick<Caller, 'orgName' | 'realName' | 'deptId'>,
): Promise<void> {
  if (notes.length === 0) return
  const steps = notes.map(({ provinceCode, id, action, from, to, opinion }) => ({
    province_code: provinceCode,
    biz_id: id,
    action,
    from_status: from,
    to_status: to,
    opinion: opinion || null,
  }))
  await sql`
    insert into flow_history (province_code, biz_type, biz_id, org_name, user_name, dept_id, action, from_status,
      to_status, opinion)
    select x.province_code, ${bizType}::text, x.biz_id, ${user.orgName}::text, ${user.realName}::text,
      ${user.deptId}::integer, x.action, x.from_status, x.to_status, x.opinion
    from rows from (jsonb_to_recordset(${JSON.stringify(steps)}::text::jsonb) as (province_code text, biz_id bigint,
      action text, from_status text, to_status text, opinion text)) with ordinality as x(province_code, biz_id, action,
      from_status, to_status, opinion, place)
    order by x.place`.execute(trx)
}

/** A stored flow step. */
export type FlowRow = Pick<
  Row<'flow_history'>,
  'time' | 'org_name' | 'user_name' | 'dept_id' | 'action' | 'from_status' | 'to_status' | 'opinion'
>

/** Returns the histories of records by id, in order. */
export async function flowHistories(
  db: Db,
  bizType: string,
  ids: readonly number[],
  dict: 'report_status',
): Promise<Map<number, FlowStep[]>> {
  const { rows } = await sql<FlowRow & { biz_id: number }>`
    select biz_id, time, org_name, user_name, dept_id, action, from_status, to_status, opinion from flow_history
    where biz_type = ${bizType} and biz_id = any(${[...ids]}::bigint[]) order by id`.execute(db)
  const histories = new Map<number, FlowStep[]>()
  for (const row of rows) {
    const step = reply<FlowStep>({
      time: row.time,
      orgName: row.org_name,
      userName: row.user_name,
      deptId: row.dept_id,
      action: row.action,
      actionLabel: labelIn('flow_action', row.action),
      fromStatus: row.from_status,
      toStatus: row.to_status,
      toStatusLabel: labelIn(dict, row.to_status),
      opinion: row.opinion,
    })
    const steps = histories.get(row.biz_id)
    if (steps) steps.push(step)
    else histories.set(row.biz_id, [step])
  }
  return histories
}

/** A message to the office whose record was returned. */
export interface ReturnNotice {
  orgId: number | null
  title: string
  content: string
  bizType: string
  bizId: number
  link: string
}

/** Notifies offices of returned records, in the transaction of the return. */
export async function tellReturned(trx: Trx, notices: readonly ReturnNotice[]): Promise<void> {
  const rows = notices.flatMap(({ orgId, title, content, bizType, bizId, link }): NewRow<'message_push'>[] =>
    orgId === null
      ? []
      : [
          {
            title: title.slice(0, 100),
            content,
            message_type: MessageType.returned,
            level: MessageLevel.important,
            target_type: MessageTarget.offices,
            target_org_ids: [orgId],
            biz_type: bizType,
            biz_id: bizId,
            link,
            create_by: 'system',
          },
        ],
  )
  if (rows.length > 0) await trx.insertInto('message_push').values(rows).execute()
}

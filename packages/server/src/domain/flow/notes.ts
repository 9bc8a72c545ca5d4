import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { eventOfStep, type Told } from '../events/kinds.ts'
import { noteEvents } from '../events/note.ts'
import { isNational, isUpper, type Upper } from '../remarks/rules.ts'
import { reply } from '../reply.ts'
import { type FlowRow, flowColumns } from './history.ts'

type FlowStep = components['schemas']['FlowStep']

/** One step of a record's flow. */
export interface FlowNote {
  provinceCode: string
  id: number
  action: string
  from: string | null
  to: string
  opinion?: string | undefined
  /** Date until which a returned record should be corrected, and the number of remarks sent with it. */
  dueDate?: string | undefined
  remarkCount?: number | undefined
  /** A step of the sealed review, which others must not learn of. */
  isSealed?: boolean
}

/** Records flow steps of one kind of record by one caller, and their events for other systems. */
export async function noteFlow(
  trx: Trx,
  kind: Told,
  notes: readonly FlowNote[],
  user: Pick<Caller, 'orgName' | 'realName' | 'deptId'>,
): Promise<void> {
  if (notes.length === 0) return
  const steps = notes.map(({ provinceCode, id, action, from, to, opinion, dueDate, remarkCount }) => ({
    province_code: provinceCode,
    biz_id: id,
    action,
    from_status: from,
    to_status: to,
    opinion: opinion || null,
    due_date: dueDate ?? null,
    remark_count: remarkCount ?? null,
  }))
  await sql`
    insert into flow_history (province_code, biz_type, biz_id, org_name, user_name, dept_id, action, from_status,
      to_status, opinion, due_date, remark_count)
    select x.province_code, ${kind.code}::text, x.biz_id, ${user.orgName}::text, ${user.realName}::text,
      ${user.deptId}::integer, x.action, x.from_status, x.to_status, x.opinion, x.due_date, x.remark_count
    from rows from (jsonb_to_recordset(${JSON.stringify(steps)}::text::jsonb) as (province_code text, biz_id bigint,
      action text, from_status text, to_status text, opinion text, due_date date, remark_count integer))
      with ordinality as x(province_code, biz_id, action, from_status, to_status, opinion, due_date, remark_count, place)
    order by x.place`.execute(trx)
  await noteStepEvents(trx, kind, notes, user)
}

/** Writes the events of flow steps that are in the history. */
export async function noteStepEvents(
  trx: Trx,
  told: Told,
  notes: readonly Pick<FlowNote, 'provinceCode' | 'id' | 'action' | 'from' | 'to' | 'isSealed'>[],
  user: Pick<Caller, 'orgName'>,
): Promise<void> {
  if (!told.event) return
  const events = notes.map(({ action, ...note }) => ({
    ...note,
    kind: eventOfStep(told, { action, from: note.from }),
    wasOpen: note.from !== null && note.from !== ReportStatus.draft,
  }))
  await noteEvents(trx, told, events, user)
}

const SENT_DOWN: readonly string[] = ['RETURN', 'REOPEN']

/**
 * Hides opinions that have not been sent down. When the nation returns a record, only the reviewing department reads its
 * opinion; lower levels read it after that department has returned the record too.
 * @param steps oldest first
 */
export function readableSteps<T extends FlowRow>(
  steps: readonly T[],
  record: Upper,
  user: Pick<Caller, 'deptId'>,
): T[] {
  if (isUpper(user, record)) return [...steps]
  const isByNation = ({ dept_id }: FlowRow) => isNational(dept_id, record)
  const down = steps.findLastIndex((step) => SENT_DOWN.includes(step.action) && !isByNation(step))
  return steps.map((step, index) =>
    index > down && step.action === 'RETURN' && isByNation(step)
      ? { ...step, opinion: null, due_date: null, remark_count: null }
      : step,
  )
}

/** The last opinion that a caller may read: the stored one, unless it is hidden in his history. */
export const lastOpinionOf = (stored: string | null, steps: readonly { opinion?: string | null }[]) =>
  stored === null || steps.some(({ opinion }) => opinion === stored) || steps.length === 0
    ? stored
    : (steps.findLast(({ opinion }) => opinion)?.opinion ?? null)

/** A stored step in the contract's shape. */
export const flowStep = (row: FlowRow, statusLabel: (status: string) => string): FlowStep =>
  reply<FlowStep>({
    time: row.time,
    orgName: row.org_name,
    userName: row.user_name,
    deptId: row.dept_id,
    action: row.action,
    actionLabel: labelIn('flow_action', row.action),
    fromStatus: row.from_status,
    toStatus: row.to_status,
    toStatusLabel: statusLabel(row.to_status),
    opinion: row.opinion,
    dueDate: row.due_date,
    remarkCount: row.remark_count,
  })

/** Returns the histories of reports by id, in order, as the caller may read them. */
export async function flowHistories(
  db: Db,
  bizType: string,
  records: ReadonlyMap<number, Upper>,
  user: Caller,
): Promise<Map<number, FlowStep[]>> {
  const { rows } = await sql<FlowRow & { biz_id: number }>`
    select biz_id, ${flowColumns} from flow_history
    where biz_type = ${bizType} and biz_id = any(${[...records.keys()]}::bigint[]) and not undone order by id`.execute(
    db,
  )
  const stored = new Map<number, FlowRow[]>()
  for (const row of rows) stored.set(row.biz_id, [...(stored.get(row.biz_id) ?? []), row])
  return new Map(
    [...stored].map(([id, steps]) => [
      id,
      readableSteps(steps, records.get(id) ?? { reviewer: undefined }, user).map((step) =>
        flowStep(step, (status) => labelIn('report_status', status)),
      ),
    ]),
  )
}

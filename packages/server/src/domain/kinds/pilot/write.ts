import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import type { StepContext } from '../../flow/step.ts'
import { stepBy } from '../../pilot-project/states.ts'
import { isHidden, type PilotStep } from './steps.ts'

/** Returns the column values that a step writes to a project, unchanged ones included. */
function changesOf(step: PilotStep) {
  const { to, request, item } = step
  const { row, party } = step.record
  const { action, opinion, dueDate } = request
  const { said } = item
  const isReturn = action === 'RETURN'
  return {
    id: row.id,
    status: to,
    excellent_type_status: stepBy(party, row, action)?.excellent ?? row.excellent_type_status,
    excellent_type: said.excellentType ?? row.excellent_type,
    // Setting it back would tell outsiders of a hidden step.
    read_flag: action === 'READ' || (isHidden(step) && row.read_flag),
    submitted_once: row.submitted_once || action === 'SUBMIT',
    opened_parts: isReturn ? (said.parts ?? null) : row.opened_parts,
    due_date: isReturn ? (dueDate ?? row.due_date) : action === 'ACCEPT' ? null : row.due_date,
    recommend_order: isReturn || action === 'WITHDRAW' ? null : row.recommend_order,
    announce_no: said.announceNo?.trim() ?? row.announce_no,
    announce_date: said.announceDate ?? row.announce_date,
    last_opinion: opinion || row.last_opinion,
    is_read: action === 'READ',
    is_quiet: action === 'READ' || isHidden(step),
  }
}

/** Puts newly recommended projects at the end of their recommender's order. */
async function appendToOrder(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`
    update demo_project p set recommend_order = x.place + coalesce((select max(o.recommend_order) from demo_project o
        where o.recommend_org_id = p.recommend_org_id and o.batch_year = p.batch_year and o.batch_no = p.batch_no
          and not o.deleted), 0)
    from unnest(${[...ids]}::bigint[]) with ordinality as x(id, place)
    where p.id = x.id`.execute(trx)
}

/** Writes the states of steps, in one statement. */
export async function writePilots(
  trx: Trx,
  steps: readonly PilotStep[],
  { user }: StepContext,
): Promise<void> {
  await sql`
    update demo_project p set status = x.status, excellent_type_status = x.excellent_type_status,
      excellent_type = x.excellent_type, read_flag = x.read_flag, submitted_once = x.submitted_once,
      opened_parts = x.opened_parts, due_date = x.due_date,
      recommend_order = x.recommend_order, announce_no = x.announce_no, announce_date = x.announce_date,
      last_opinion = x.last_opinion,
      waiting_since = case when x.is_read then p.waiting_since else now() end,
      version = case when x.is_quiet then p.version else p.version + 1 end,
      update_by = case when x.is_quiet then p.update_by else ${user.username} end,
      update_time = case when x.is_quiet then p.update_time else now() end
    from jsonb_to_recordset(${JSON.stringify(steps.map(changesOf))}::text::jsonb) as x(id bigint, status text,
      excellent_type_status text, excellent_type text, read_flag boolean, submitted_once boolean, opened_parts text[],
      due_date date, recommend_order integer, announce_no text, announce_date date, last_opinion text, is_read boolean,
      is_quiet boolean)
    where p.id = x.id`.execute(trx)
  const passed = steps.filter(({ request }) => request.action === 'PASS').map(({ record }) => record.id)
  if (passed.length > 0)
    await appendToOrder(
      trx,
      passed.sort((a, b) => a - b),
    )
}

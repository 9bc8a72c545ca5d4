import { RepeatFlag } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { messages, repeatScores } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../errors.ts'
import type { Caller } from '../../caller.ts'
import { findDuplicates } from '../duplicates/find.ts'
import type { ProjectRow } from '../query.ts'
import { notNow } from '../refusals-by-state.ts'
import { mayEdit } from '../states.ts'
import { requireProject } from '../write.ts'
import { appealById } from './list.ts'
import { appeals, decider, isCurrent, isDecidedBy, numbersNow } from './source.ts'
import { tellEnded, tellOpened, toldOf } from './tell.ts'

type Schemas = components['schemas']
type Appeal = Schemas['RepeatAppeal']

const ENDED = '该申请已办结或已撤回'

const filled = (field: 'reason' | 'opinion', caption: string, text: string): string => {
  const trimmed = text.trim()
  if (trimmed) return trimmed
  throw badRequest('F-001', `${caption}：${messages.nonEmpty}`, [
    { field, caption, message: messages.nonEmpty },
  ])
}

/** @throws HttpError 409 if the other project does not keep this one from being submitted */
async function assertRepeats(trx: Trx, row: ProjectRow, otherId: number): Promise<void> {
  const [pairs = []] = await findDuplicates(trx, [row])
  const isOne = pairs.some(
    ({ projectId, score, decision }) =>
      projectId === otherId && score >= repeatScores.same && decision !== RepeatFlag.duplicate,
  )
  if (!isOne) throw conflict('D-010', '两个项目不重复或已作出判定，无须申请')
}

async function required(trx: Trx, id: number, user: Caller): Promise<Appeal> {
  const found = await appealById(trx, id, user)
  if (!found) throw notFound('判定申请')
  return found
}

/**
 * Asks the office above both projects whether they are one.
 * @throws HttpError 400 without a reason, 404, 409 if the project may not be changed, the two do not repeat each other, or
 * an appeal about them is open
 */
export async function openAppeal(
  trx: Trx,
  { projectId, otherId, reason }: Schemas['RepeatAppealRequest'],
  user: Caller,
): Promise<Appeal> {
  const words = filled('reason', '理由', reason)
  const row = await requireProject(trx, projectId, user, true)
  if (!mayEdit(user, row)) throw await notNow(trx, row, user)
  await assertRepeats(trx, row, otherId)
  const { rows } = await sql<{ id: number }>`
    insert into repeat_appeal (project_id, other_id, org_id, reason, numbers, create_by)
    select p.id, o.id, ${user.orgId}, ${words}, ${numbersNow}, ${user.username}
    from es_project p join es_project o on o.id = ${otherId} where p.id = ${projectId}
    on conflict (least(project_id, other_id), greatest(project_id, other_id)) where state = 'OPEN' do nothing
    returning id`.execute(trx)
  const [made] = rows
  if (!made) throw conflict('D-011', '这两个项目已有待判定的申请')
  for (const told of await toldOf(trx, [made.id])) await tellOpened(trx, told)
  return required(trx, made.id, user)
}

/** Withdraws an open appeal of the caller's office. @throws HttpError 404, 409 if it is not open */
export async function withdrawAppeal(trx: Trx, id: number, user: Caller): Promise<void> {
  const { side } = await required(trx, id, user)
  if (side !== 'AUTHOR') throw forbidden('W-010', '只能由申请单位撤回')
  const { rows } = await sql`
    update repeat_appeal set state = 'WITHDRAWN', closed_at = now() where id = ${id} and state = 'OPEN'
    returning id`.execute(trx)
  if (rows.length === 0) throw conflict('D-011', ENDED)
  await tellEnded(trx, await toldOf(trx, [id]), 'WITHDRAWN')
}

/**
 * Decides an open appeal.
 * @throws HttpError 400 without an opinion, 403 for another office, 404, 409 if it is not open or its numbers have changed
 */
export async function decideAppeal(
  trx: Trx,
  { id, verdict, opinion }: Schemas['RepeatVerdict'],
  user: Caller,
): Promise<Appeal> {
  const words = filled('opinion', '判定意见', opinion)
  const { side } = await required(trx, id, user)
  if (side !== 'DECIDER') throw forbidden('W-010', '由两个项目共同的上级主管部门判定')
  const locked = await sql`select from repeat_appeal where id = ${id} and state = 'OPEN' for update`.execute(
    trx,
  )
  if (locked.rows.length === 0) throw conflict('D-011', ENDED)
  const { rows } = await sql`
    update repeat_appeal c set state = ${verdict}, opinion = ${words}, decided_by = ${user.realName},
      decided_org = ${user.orgName}, closed_at = now()
    from ${appeals} cross join ${decider}
    where c.id = ${id} and a.id = c.id and ${isCurrent} and ${isDecidedBy(user)}
    returning c.id`.execute(trx)
  if (rows.length === 0) throw conflict('D-011', '号码已更正，判定申请已结束')
  await tellEnded(trx, await toldOf(trx, [id]), verdict)
  return required(trx, id, user)
}

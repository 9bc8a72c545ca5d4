import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { conflict, notFound, opinionMissing } from '../../../errors.ts'
import type { Caller } from '../../caller.ts'
import { reasonsOf } from '../../es-project/pass-reasons.ts'
import { findProjects } from '../../es-project/query.ts'
import { isReturn, mayRead } from '../../es-project/states.ts'
import { noteFlow } from '../../flow/notes.ts'
import { takeBatch } from '../../flow/take-steps.ts'
import { project } from './kind.ts'
import type { ProjectItem } from './steps.ts'

type FlowRequest = components['schemas']['FlowRequest']
type BatchResult = components['schemas']['BatchResult']

/** The part of a request that concerns each project, in the order of its ids. */
function itemsOf(request: FlowRequest): ProjectItem[] {
  const versions = new Map(request.versions?.map(({ id, version }) => [id, version]))
  const remarks = new Map(request.remarks?.map((each) => [each.id, each.remarks]))
  const passReasons = reasonsOf(request)
  return [...new Set(request.ids)].map((id) => ({
    id,
    version: versions.get(id),
    target: request.target ?? 'province',
    repeatReason: request.repeatReason,
    passReason: passReasons.get(id),
    warningReasons: request.warningReasons?.filter((reason) => reason.id === id) ?? [],
    remarks: remarks.get(id) ?? [],
  }))
}

/**
 * Moves each project independently. One that cannot move reports why and does not block the others. Uses a constant
 * number of statements.
 * @throws HttpError 400 for a return without words
 */
export async function moveProjects(
  trx: Trx,
  request: FlowRequest,
  user: Caller,
  { now, undoSeconds = 0 }: { now: Date; undoSeconds?: number },
): Promise<BatchResult> {
  const { action, opinion, dueDate, closeRemarks } = request
  if (isReturn(action) && !opinion?.trim()) throw opinionMissing()
  const step = { action, opinion, dueDate, closeRemarks }
  return takeBatch(trx, project, itemsOf(request), step, { user, now, undoSeconds })
}

/** Signs projects in, all or none. The lower level can then no longer withdraw them. */
export async function signIn(trx: Trx, ids: readonly number[], user: Caller): Promise<void> {
  const rows = await findProjects(trx, ids, user, true)
  if (rows.length < new Set(ids).size) throw notFound('项目')
  if (!rows.every((row) => mayRead(user, row))) throw conflict('W-009', '只能签收待本单位办理的项目')
  const unread = rows.filter(({ read_flag }) => !read_flag)
  await sql`
    update es_project p set read_flag = true from unnest(${unread.map(({ id }) => id)}::bigint[],
      ${unread.map((row) => row.province_code)}::text[]) x(id, province_code)
    where p.province_code = x.province_code and p.id = x.id`.execute(trx)
  const notes = unread.map(({ id, province_code, declare_status: status }) => ({
    provinceCode: province_code,
    id,
    action: 'READ',
    from: status,
    to: status,
  }))
  await noteFlow(trx, project, notes, user)
}

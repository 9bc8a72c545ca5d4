import type { DemoStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { noteEvents } from '../events/note.ts'
import { pilotBase } from './base.ts'

/** The event of an application whose content was changed: in its fields, a part or an attachment. */
export async function notePilotChange(trx: Trx, id: number, user: Pick<Caller, 'orgName'>): Promise<void> {
  const row = await trx
    .selectFrom('demo_project')
    .select(['province_code', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { province_code: provinceCode, status } = row
  await noteEvents(
    trx,
    pilotBase,
    [{ kind: 'demo.changed', id, provinceCode, from: status, to: status }],
    user,
  )
}

/**
 * The events of a batch's projects whose results become public, told when the publicity begins. Replaces those of a
 * beginning that was set before and has not come.
 */
export async function notePublicity(
  trx: Trx,
  { batchYear, batchNo, start }: { batchYear: number; batchNo: number; start: Date },
  states: readonly DemoStatus[],
  user: Pick<Caller, 'orgName'>,
): Promise<void> {
  const projects = await trx
    .selectFrom('demo_project')
    .select(['id', 'province_code'])
    .where('batch_year', '=', batchYear)
    .where('batch_no', '=', batchNo)
    .where('deleted', '=', false)
    .where('status', 'in', [...states])
    .orderBy('id')
    .execute()
  await sql`delete from record_event where position is null and kind = 'demo.publicised'
    and record_id = any(${projects.map(({ id }) => id)}::bigint[])`.execute(trx)
  const dueAt = start.toISOString()
  const notes = projects.map(({ id, province_code }) => ({
    kind: 'demo.publicised' as const,
    id,
    provinceCode: province_code,
    dueAt,
  }))
  await noteEvents(trx, pilotBase, notes, user)
}

import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { at } from '../domain/audit-log/asked.ts'
import { conflict, malformed } from '../errors.ts'
import type { Operation } from '../operations.ts'

/** Name of the header and of the field in refusals. */
export const UNSAVED_SLOT = 'Unsaved-Slot'
const TARGET = /^[A-Za-z0-9:~._-]{1,100}$/
const FORM = '应为1至100个字母、数字或 :~._-'

/** Reads the slot that a creation comes from, if any. @throws HttpError 400 if it does not follow the contract */
export function unsavedSlotOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const slot = headers['unsaved-slot']
  if (slot === undefined) return undefined
  if (typeof slot === 'string' && TARGET.test(slot)) return slot
  throw malformed(`${UNSAVED_SLOT}：${FORM}`, [{ field: UNSAVED_SLOT, message: FORM }])
}

/** Makes a creation the only one from its slot. Both steps are in the transaction of the creation. */
export interface SlotClaim {
  /** @throws HttpError 409 with the id of the record that was made before */
  take(trx: Trx): Promise<void>
  /** Notes the new record. */
  keep(trx: Trx, reply: unknown): Promise<void>
}

interface Place {
  user_id: number
  operation_id: string
  target: string
}

/** Deletes old claims of a user, unless the input is still there: its creation would make a second record. */
const forget = (trx: Trx, { user_id }: Place) =>
  sql`delete from unsaved_record r where r.user_id = ${user_id} and r.create_time < now() - interval '1 year'
    and not exists (select 1 from unsaved u where u.user_id = r.user_id and u.target = r.target)`.execute(trx)

/** A creation at the same time waits here until the other has committed or failed. */
async function insert(trx: Trx, place: Place): Promise<boolean> {
  const { rows } = await sql`
    insert into unsaved_record (user_id, operation_id, target)
    values (${place.user_id}, ${place.operation_id}, ${place.target})
    on conflict do nothing returning 1`.execute(trx)
  return rows.length > 0
}

async function alreadyMade(trx: Trx, place: Place) {
  const found = await trx
    .selectFrom('unsaved_record')
    .select('record_id')
    .where((where) => where.and(place))
    .executeTakeFirst()
  const message = '这份填写已在另一窗口或设备保存为记录'
  return conflict('W-022', message, [
    { field: UNSAVED_SLOT, value: String(found?.record_id ?? ''), code: 'W-022', message },
  ])
}

/** Id in the reply of a creation: of the record, or of the account beside its first password. */
function createdId(reply: unknown): number {
  const id = at(reply, 'id') ?? at(at(reply, 'user'), 'id')
  if (typeof id !== 'number') throw new Error('a creation from a slot has no id in its reply')
  return id
}

/** The claim of a call on its slot; undefined for a call without one. */
export function slotClaimOf(
  { id: operation_id, takesSlot }: Pick<Operation, 'id' | 'takesSlot'>,
  request: FastifyRequest,
): SlotClaim | undefined {
  const { caller } = request
  const target = takesSlot && caller ? unsavedSlotOf(request) : undefined
  if (!caller || target === undefined) return undefined
  const place = { user_id: caller.id, operation_id, target }
  return {
    async take(trx) {
      await forget(trx, place)
      if (!(await insert(trx, place))) throw await alreadyMade(trx, place)
    },
    async keep(trx, reply) {
      await trx
        .updateTable('unsaved_record')
        .set({ record_id: createdId(reply) })
        .where((where) => where.and(place))
        .execute()
    },
  }
}

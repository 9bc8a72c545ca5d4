import { RemarkStatus } from '@xinchu/contract/codes'
import type { ReviewedKind } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { type Names, namesFor, valueAt, wordsAt } from '../values/words.ts'
import type { Reviewed } from './reviewed.ts'
import { unsettledOf } from './rules.ts'
import { nameOf, noteOf, notesWithAnswer, type RemarkRow, remarksOf, writeRemarks } from './store.ts'

/** A remark with its record. */
export interface HeldRemark {
  remark: RemarkRow
  record: Reviewed
}

/** The names that the contents of these records refer to. */
export const namesOfHeld = (trx: Trx, held: readonly HeldRemark[]): Promise<Names> =>
  namesFor(
    trx,
    held.map(({ record }) => record.content),
  )

/** The change that closes a remark with the present value of its field. */
export function closing({ remark, record }: HeldRemark, user: Caller, now: Date, words: string | undefined) {
  const status: RemarkRow['status'] = RemarkStatus.closed
  return {
    status,
    closed_by: nameOf(user),
    closed_at: dateTime(now),
    closed_value: valueAt(record.content, remark.field) ?? null,
    notes: [...notesWithAnswer(remark, words), noteOf('CLOSE', user, now, { value: words })],
  }
}

/** Closes the remarks of the caller's own level on records that he passes. */
export async function closeOwnLevel(
  trx: Trx,
  entity: ReviewedKind,
  records: readonly Reviewed[],
  user: Caller,
  now: Date,
): Promise<void> {
  const ids = records.map(({ id }) => id)
  const remarks = await remarksOf(trx, entity, ids, true)
  const held = records.flatMap((record) =>
    unsettledOf(remarks.get(record.id) ?? [], user).map((remark) => ({ remark, record })),
  )
  if (held.length === 0) return
  const names = await namesOfHeld(trx, held)
  await writeRemarks(
    trx,
    held.map(({ remark, record }) => ({
      remark,
      change: closing(
        { remark, record },
        user,
        now,
        wordsAt(record.content, remark.field, record.shape, names),
      ),
    })),
  )
}

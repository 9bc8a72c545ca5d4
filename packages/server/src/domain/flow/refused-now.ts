import type { Db } from '../../db/database.ts'
import { conflict, type HttpError, NOT_ALLOWED } from '../../errors.ts'
import { officesDealing } from './dealing.ts'
import type { RecordKind } from './kind.ts'
import type { Mentioned } from './record.ts'
import { HINTS, refusedBy } from './refused-by.ts'

/** The way that is left to a caller whose step the state of a record refuses. */
function hintFor({ isAuthor, isOpen }: Mentioned, holder: string | undefined, reopens: boolean) {
  if (reopens) return HINTS.reopen
  if (!isAuthor) return undefined
  if (isOpen) return HINTS.rewrite
  return holder && HINTS.askBack(holder)
}

/** The words of refusals of steps on records whose states the caller may learn. */
async function wordsOf<Of extends Mentioned>(
  db: Db,
  { code, reopens }: Pick<RecordKind, 'code'> & { reopens(record: Of): boolean },
  records: readonly Of[],
): Promise<Map<number, string>> {
  if (records.length === 0) return new Map()
  const officesOf = await officesDealing(db, records)
  const refusals = await refusedBy(
    db,
    code,
    records.map((record) => {
      const { current, stages, reached } = record.way()
      const holder =
        current === undefined || current === 'end' ? undefined : officesOf(record).get(current)?.name
      const isOver = current === undefined && reached >= stages.length
      const hint = record.hint ? record.hint(holder) : hintFor(record, holder, isOver && reopens(record))
      return { id: record.id, state: record.task().statusLabel, holder, hint }
    }),
  )
  return new Map([...refusals].map(([id, { message }]) => [id, message]))
}

/**
 * The refusals of steps on records by their states.
 * @param reopens whether the flow of a record that is over lets the nation reopen it
 */
export async function refusedNow<Of extends Mentioned>(
  db: Db,
  kind: Pick<RecordKind, 'code'> & { reopens(record: Of): boolean },
  records: readonly Of[],
): Promise<Map<Of, HttpError>> {
  const open = records.filter(({ sealed }) => sealed === undefined)
  const words = await wordsOf(db, kind, open)
  return new Map(
    records.map((record) => [
      record,
      conflict(NOT_ALLOWED.code, record.sealed ?? words.get(record.id) ?? NOT_ALLOWED.message),
    ]),
  )
}

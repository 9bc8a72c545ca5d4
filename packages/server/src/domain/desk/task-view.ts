import type { components } from '@xinchu/contract/schema'
import type { PlaceBoxes, ReviewedKind } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { momentOf } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import type { LiveRecord } from '../flow/kind.ts'
import { currentBoxes } from '../regions/boxes.ts'
import { reviewCounts } from '../remarks/counts.ts'
import { reply } from '../reply.ts'
import { submissionNumbers } from '../submissions/store.ts'
import { changeCounts } from './changes.ts'
import { kindOf } from './list.ts'

type Task = components['schemas']['ReviewTask']
type Warning = components['schemas']['ReviewWarning']

/**
 * Returns the present warnings about a record.
 * @param boxes where the divisions of today lie
 */
export const warningsOf = (record: LiveRecord, now: Date, boxes: PlaceBoxes): Warning[] =>
  record.warnings?.(now, boxes) ?? []

const DAY_MS = 86_400_000

/** A row of the queue: a record with the start of its wait and its deadline. */
export interface Waiting {
  entity: ReviewedKind
  id: number
  since: string
  due: string | null | undefined
}

/** Describes records of the queue, in its order. Uses a constant number of queries per kind. */
export async function tasksOf(db: Db, waiting: readonly Waiting[], user: Caller, now: Date): Promise<Task[]> {
  const tasks = new Map<string, Task>()
  const boxes = await currentBoxes(db)
  for (const entity of new Set(waiting.map((each) => each.entity))) {
    const own = waiting.filter((each) => each.entity === entity)
    const kind = kindOf(entity)
    const records = await kind.load(
      db,
      own.map(({ id }) => id),
      user,
    )
    const byId = new Map(own.map((each) => [each.id, each]))
    const ids = records.map(({ id }) => id)
    const counts = await reviewCounts(db, kind, ids, user)
    const numbers = await submissionNumbers(db, entity, ids)
    const scores = await kind.repeats?.(db, ids, user)
    const signed = await kind.signed?.(db, ids)
    const changes = await changeCounts(db, entity, records)
    for (const record of records) {
      const { id, version } = record
      const { since = '', due } = byId.get(id) ?? {}
      tasks.set(
        `${entity}/${id}`,
        reply<Task>({
          ...record.task(),
          entity,
          entityId: id,
          version,
          signedAt: signed?.get(id),
          waitingSince: since,
          waitingDays: Math.max(0, Math.floor((now.getTime() - momentOf(since).getTime()) / DAY_MS)),
          dueTime: due,
          overdue: due ? momentOf(due) < now : undefined,
          submissionNo: numbers.get(id) ?? 1,
          repeatScore: scores?.get(id),
          warningCount: warningsOf(record, now, boxes).length,
          remarkCount: counts.get(id)?.remarkCount ?? 0,
          answeredCount: counts.get(id)?.answeredCount ?? 0,
          changeCount: changes.get(id) ?? 0,
        }),
      )
    }
  }
  return waiting.flatMap(({ entity, id }) => tasks.get(`${entity}/${id}`) ?? [])
}

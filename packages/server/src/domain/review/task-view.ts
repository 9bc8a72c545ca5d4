import type { components } from '@xinchu/contract/schema'
import type { PlaceBoxes } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { momentOf } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { repeatsOf } from '../demo-project/repeats.ts'
import { shownStatus, shownStatusLabel } from '../demo-project/sight.ts'
import { kindOf } from '../desk/list.ts'
import type { ProjectRow } from '../es-project/query.ts'
import { currentBoxes } from '../regions/boxes.ts'
import { reply } from '../reply.ts'
import { changeCounts } from './changes.ts'
import { reviewCounts } from './counts.ts'
import type { ReviewedEntity } from './records.ts'
import { type Source, sourcesOf } from './sources.ts'
import { submissionNumbers } from './submissions.ts'

type Task = components['schemas']['ReviewTask']
type Warning = components['schemas']['ReviewWarning']

/**
 * Returns the present warnings about a record.
 * @param boxes where the divisions of today lie
 */
export const warningsOf = (source: Source, now: Date, boxes: PlaceBoxes): Warning[] =>
  source.entity === 'LIVE' ? (source.record.warnings?.(now, boxes) ?? []) : []

const placeOf = (row: Pick<ProjectRow, 'province_name' | 'city_name' | 'county_name'>): string =>
  [row.province_name, row.city_name, row.county_name].filter(Boolean).join(' ')

/** The part of a task that depends on its kind of record. */
function ownPart(source: Source) {
  switch (source.entity) {
    case 'LIVE':
      return source.record.task()
    case 'DEMO': {
      const { row, user } = source
      return {
        title: row.project_name,
        code: row.demo_code,
        orgName: row.company_name ?? '',
        place: placeOf(row),
        period: `${row.batch_year}年第${row.batch_no}批`,
        ratedPower: row.rated_power,
        ratedEnergy: row.rated_energy,
        status: shownStatus(user, row),
        statusLabel: shownStatusLabel(user, row),
      }
    }
  }
}

/** Returns the highest undecided duplicate score of each record, by id. Reports have no duplicates. */
async function scoresOf(
  db: Db,
  entity: ReviewedEntity,
  ids: readonly number[],
  user: Caller,
): Promise<ReadonlyMap<number, number>> {
  if (entity !== 'DEMO') return (await kindOf(entity)?.repeats?.(db, ids, user)) ?? new Map()
  const repeats = await repeatsOf(db, ids, user)
  return new Map([...repeats].flatMap(([id, [best]]) => (best ? [[id, best.score] as const] : [])))
}

const DAY_MS = 86_400_000

/** A row of the queue: a record with the start of its wait and its deadline. */
export interface Waiting {
  entity: ReviewedEntity
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
    const sources = await sourcesOf(
      db,
      entity,
      own.map(({ id }) => id),
      user,
    )
    const byId = new Map(own.map((each) => [each.id, each]))
    const ids = sources.map(({ record }) => record.id)
    const counts = await reviewCounts(db, entity, ids, user)
    const numbers = await submissionNumbers(db, entity, ids)
    const scores = await scoresOf(db, entity, ids, user)
    const signed = await kindOf(entity)?.signed?.(db, ids)
    const changes = await changeCounts(
      db,
      entity,
      sources.map(({ record }) => record),
    )
    for (const source of sources) {
      const { id, version } = source.record
      const { since = '', due } = byId.get(id) ?? {}
      tasks.set(
        `${entity}/${id}`,
        reply<Task>({
          ...ownPart(source),
          entity,
          entityId: id,
          version,
          signedAt: signed?.get(id),
          waitingSince: since,
          waitingDays: Math.max(0, Math.floor((now.getTime() - momentOf(since).getTime()) / DAY_MS)),
          dueTime: due,
          overdue: due ? momentOf(due) < now : undefined,
          submissionNo: numbers.get(id) ?? 1,
          repeatScore: scores.get(id),
          warningCount: warningsOf(source, now, boxes).length,
          remarkCount: counts.get(id)?.remarkCount ?? 0,
          answeredCount: counts.get(id)?.answeredCount ?? 0,
          changeCount: changes.get(id) ?? 0,
        }),
      )
    }
  }
  return waiting.flatMap(({ entity, id }) => tasks.get(`${entity}/${id}`) ?? [])
}

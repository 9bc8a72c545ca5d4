import type { components } from '@xinchu/contract/schema'
import { isRequired } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { officeNames } from '../flow/dealing.ts'
import type { FlowRow } from '../flow/history.ts'
import type { LiveRecord } from '../flow/kind.ts'
import { currentBoxes } from '../regions/boxes.ts'
import { draftOf } from '../remarks/drafts.ts'
import type { Reviewed } from '../remarks/reviewed.ts'
import { may } from '../remarks/rules.ts'
import { remarksOf } from '../remarks/store.ts'
import { reply } from '../reply.ts'
import { type StoredWarning, submissionInfo, submissionsOf } from '../submissions/store.ts'
import { namesFor } from '../values/words.ts'
import { deadlinesFor } from './deadlines.ts'
import { readableHistory } from './readable-history.ts'
import { type Entity, findReviewed, reviewedEntity } from './records.ts'
import { remarkView } from './remark-view.ts'
import { stepsOf } from './steps.ts'
import { tasksOf, warningsOf } from './task-view.ts'

type ReviewRecord = components['schemas']['ReviewRecord']

/** Number of required fields, and of those that are filled. */
function completenessOf({ shape, content }: Reviewed): ReviewRecord['completeness'] {
  const required = shape.fields.filter((spec) => isRequired(spec, content, 'submit'))
  return {
    filled: required.filter(({ name }) => content[name] !== undefined).length,
    required: required.length,
  }
}

/** The last return, while the author has not handed the record in again. */
function returnedOf(history: readonly FlowRow[], isOpen: boolean): ReviewRecord['returned'] {
  const last = history.findLast(({ action }) => ['SUBMIT', 'RETURN', 'REOPEN'].includes(action))
  if (!isOpen || !last || last.action === 'SUBMIT') return undefined
  return reply<NonNullable<ReviewRecord['returned']>>({
    time: last.time,
    orgName: last.org_name,
    userName: last.user_name,
    opinion: last.opinion,
    dueDate: last.due_date,
  })
}

/** Warnings of a record now, each with the reason that its last submission gave for it. */
async function reasonedWarnings(
  db: Db,
  record: LiveRecord,
  last: { warnings: readonly StoredWarning[] } | undefined,
  now: Date,
): Promise<ReviewRecord['warnings']> {
  const keyOf = ({ field, message }: { field: string; message: string }) => `${field}/${message}`
  const reasons = new Map(last?.warnings.map((warning) => [keyOf(warning), warning.reason]))
  return warningsOf(record, now, await currentBoxes(db)).map((warning) =>
    reply<ReviewRecord['warnings'][number]>({ ...warning, reason: reasons.get(keyOf(warning)) }),
  )
}

/** Returns the state of the review of a visible record. @throws HttpError 404 */
export async function reviewRecord(
  db: Db,
  { entity: kind, entityId }: { entity: Entity; entityId: number },
  user: Caller,
  now: Date,
): Promise<ReviewRecord> {
  const entity = reviewedEntity(kind)
  const [record] = await findReviewed(db, entity, [entityId], user)
  if (!record) throw notFound('记录')
  const history = await readableHistory(db, record, user)
  // Without a column for it, a record waits since its last step.
  const since = record.waitingSince ?? history.at(-1)?.time ?? record.updateTime
  const due =
    record.dueTime ??
    (record.mayDecide ? (await deadlinesFor(db, user)).of({ entity, ...record.period }) : undefined)
  const [task] = await tasksOf(db, [{ entity, id: entityId, since, due }], user, now)
  if (!task) throw notFound('记录')
  const submissions = (await submissionsOf(db, entity, [entityId])).get(entityId) ?? []
  const offices = await officeNames(db, record)
  const remarks = (await remarksOf(db, entity, [entityId])).get(entityId) ?? []
  const names = await namesFor(db, [record.content])
  const draft = await draftOf(db, record, user)
  return reply<ReviewRecord>({
    task,
    submissions: submissions.map(submissionInfo),
    steps: stepsOf(record.way(), history, offices, { waitingSince: since, dueTime: due }),
    goals: record.goals(offices),
    warnings: await reasonedWarnings(db, record, submissions.at(-1), now),
    completeness: completenessOf(record),
    returned: returnedOf(history, record.isOpen),
    remarks: remarks
      .filter((remark) => may('READ', remark, record, user))
      .map((remark) => remarkView(remark, record, names, user)),
    draft,
  })
}

import { RemarkStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { conflict, notFound } from '../../errors.ts'
import { dateTime } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { closing, type HeldRemark, namesOfHeld } from '../remarks/close.ts'
import type { Reviewed } from '../remarks/reviewed.ts'
import { isChanged, may } from '../remarks/rules.ts'
import { nameOf, type RemarkRow, writeRemarks } from '../remarks/store.ts'
import { type Names, valueAt, wordsAt } from '../values/words.ts'
import { findReviewed, reviewedEntity } from './records.ts'
import { remarkView } from './remark-view.ts'

type ReviewRemark = components['schemas']['ReviewRemark']

/** Locks remarks by id, each with its record. @throws HttpError 404 if the caller may not see one */
async function holdRemarks(trx: Trx, ids: readonly number[], user: Caller): Promise<HeldRemark[]> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql<RemarkRow>`
    select * from review_remark where id = any(${wanted}::bigint[]) order by id for update`.execute(trx)
  const records = new Map<string, Reviewed>()
  for (const entity of new Set(rows.map((row) => reviewedEntity(row.entity)))) {
    const own = rows.filter((row) => row.entity === entity).map(({ entity_id }) => entity_id)
    for (const record of await findReviewed(trx, entity, [...new Set(own)], user))
      records.set(`${entity}/${record.id}`, record)
  }
  const held = rows.flatMap((remark): HeldRemark[] => {
    const record = records.get(`${remark.entity}/${remark.entity_id}`)
    return record && may('READ', remark, record, user) ? [{ remark, record }] : []
  })
  if (held.length < wanted.length) throw notFound('意见')
  return held
}

/** Writes changes of remarks, each at the place of its remark. Returns the remarks as the caller sees them now. */
async function write(
  trx: Trx,
  held: readonly HeldRemark[],
  changes: readonly Partial<RemarkRow>[],
  { names, user }: { names: Names; user: Caller },
): Promise<ReviewRemark[]> {
  await writeRemarks(
    trx,
    held.map(({ remark }, index) => ({ remark, change: changes[index] ?? {} })),
  )
  return held.map(({ remark, record }, index) =>
    remarkView({ ...remark, ...changes[index] }, record, names, user),
  )
}

/**
 * Stores answers of the author. An empty answer takes the last one back.
 * @throws HttpError 404 for a remark that the caller does not see, 409 for one that he may not answer
 */
export async function answerRemarks(
  trx: Trx,
  items: readonly { id: number; answer: string }[],
  user: Caller,
  now: Date,
): Promise<ReviewRemark[]> {
  const answers = new Map(items.map(({ id, answer }) => [id, answer.trim()]))
  const held = await holdRemarks(trx, [...answers.keys()], user)
  if (!held.every(({ remark, record }) => may('ANSWER', remark, record, user)))
    throw conflict('W-031', '此意见现在不能答复')
  const changes = held.map(({ remark, record }) => {
    const answer = answers.get(remark.id) || null
    const isDone = answer !== null || isChanged(remark, valueAt(record.content, remark.field))
    const status: RemarkRow['status'] = isDone ? RemarkStatus.answered : RemarkStatus.open
    return {
      status,
      answer,
      answered_by: answer && nameOf(user),
      answered_at: answer && dateTime(now),
    }
  })
  return write(trx, held, changes, { names: await namesOfHeld(trx, held), user })
}

/**
 * Closes remarks of the caller's level or a lower one.
 * @throws HttpError 404 for a remark that the caller does not see, 409 for one that he may not close
 */
export async function closeRemarks(
  trx: Trx,
  ids: readonly number[],
  user: Caller,
  now: Date,
): Promise<ReviewRemark[]> {
  const held = await holdRemarks(trx, ids, user)
  if (!held.every(({ remark, record }) => may('CLOSE', remark, record, user)))
    throw conflict('W-031', '此意见现在不能关闭')
  const names = await namesOfHeld(trx, held)
  const changes = held.map((each) =>
    closing(each, user, now, wordsAt(each.record.content, each.remark.field, each.record.shape, names)),
  )
  return write(trx, held, changes, { names, user })
}

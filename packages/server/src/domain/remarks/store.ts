import { RemarkStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { ReviewedKind } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { dateTime } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { valueAt } from '../values/words.ts'
import type { Reviewed } from './reviewed.ts'
import { may, stateAfterWriting } from './rules.ts'

export type RemarkRow = Row<'review_remark'>
export type RemarkDraft = components['schemas']['RemarkDraft']
type Note = components['schemas']['ReviewNote']

/** Caption of a remark on the whole record. */
export const WHOLE = '整件'

/** The remarks of records, by record, in the order in which they were raised. */
export async function remarksOf(
  db: Db,
  entity: ReviewedKind,
  ids: readonly number[],
  lock = false,
): Promise<Map<number, RemarkRow[]>> {
  const { rows } = await sql<RemarkRow>`
    select * from review_remark r where r.entity = ${entity} and r.entity_id = any(${[...ids]}::bigint[])
    order by r.id ${lock ? sql`for update of r` : sql``}`.execute(db)
  const byRecord = new Map<number, RemarkRow[]>()
  for (const row of rows) byRecord.set(row.entity_id, [...(byRecord.get(row.entity_id) ?? []), row])
  return byRecord
}

export const nameOf = (user: Pick<Caller, 'orgName' | 'realName'>): string =>
  `${user.orgName} ${user.realName}`.trim()

/** A step of a remark's thread. */
export const noteOf = (
  kind: Note['kind'],
  user: Pick<Caller, 'orgName' | 'realName'>,
  now: Date,
  more: { text?: string | undefined; value?: string | undefined } = {},
): Note => ({
  kind,
  time: dateTime(now),
  orgName: user.orgName,
  userName: user.realName,
  ...(more.text ? { text: more.text } : {}),
  ...(more.value ? { value: more.value } : {}),
})

/** The thread with what its author did since it was last asked: his answer, or the value that he gave the field. */
export function notesWithAnswer(remark: RemarkRow, value: string | undefined): Note[] {
  const by = { orgName: remark.answered_by ?? '', userName: '' }
  if (remark.answer)
    return [
      ...remark.notes,
      { kind: 'ANSWER', time: remark.answered_at ?? remark.raised_at, ...by, text: remark.answer },
    ]
  if (remark.status !== RemarkStatus.answered || value === undefined) return remark.notes
  return [...remark.notes, { kind: 'CHANGE', time: remark.raised_at, ...by, value }]
}

/** Columns of a remark that its handling changes. */
export type Change = Pick<RemarkRow, 'id'> &
  Partial<
    Pick<
      RemarkRow,
      | 'status'
      | 'sent'
      | 'text'
      | 'value'
      | 'asked_value'
      | 'rule_code'
      | 'submission_no'
      | 'raised_by'
      | 'raised_at'
      | 'answer'
      | 'answered_by'
      | 'answered_at'
      | 'closed_by'
      | 'closed_at'
      | 'closed_value'
      | 'notes'
    >
  >

const CHANGING = [
  'status',
  'sent',
  'text',
  'value',
  'asked_value',
  'rule_code',
  'submission_no',
  'raised_by',
  'raised_at',
  'answer',
  'answered_by',
  'answered_at',
  'closed_by',
  'closed_at',
  'closed_value',
  'notes',
] as const

/** Writes the changed remarks, in one statement. */
export async function writeRemarks(
  trx: Trx,
  changes: readonly { remark: RemarkRow; change: Omit<Change, 'id'> }[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ remark, change }) => ({ ...remark, ...change }))
  const sets = sql.join(CHANGING.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`))
  await sql`
    update review_remark r set ${sets}
    from jsonb_populate_recordset(null::review_remark, ${JSON.stringify(rows)}::text::jsonb) n
    where r.province_code = n.province_code and r.id = n.id`.execute(trx)
}

/** Updates the states of remarks after their authors have written. */
export async function renewRemarks(
  trx: Trx,
  entity: ReviewedKind,
  written: readonly Pick<Reviewed, 'id' | 'content'>[],
): Promise<void> {
  const remarks = await remarksOf(
    trx,
    entity,
    written.map(({ id }) => id),
    true,
  )
  await writeRemarks(
    trx,
    written.flatMap(({ id, content }) =>
      (remarks.get(id) ?? []).flatMap((remark) => {
        const status = stateAfterWriting(remark, valueAt(content, remark.field))
        return status === remark.status ? [] : [{ remark, change: { status } }]
      }),
    ),
  )
}

export const NOT_AGAIN = '此意见现在不能再问'

/** Whether the caller may ask again in the threads that his drafts name. */
export const mayAskAgain = (
  drafts: readonly RemarkDraft[],
  remarks: readonly RemarkRow[],
  record: Reviewed,
  user: Caller,
): boolean =>
  remarks
    .filter(({ id }) => drafts.some(({ remarkId }) => remarkId === id))
    .every((remark) => may('ASK_AGAIN', remark, record, user))

/** Refusal of a submission with unsettled remarks. */
export function openRemarksMessage(remarks: readonly Pick<RemarkRow, 'field_label'>[]): string {
  const names = [...new Set(remarks.map(({ field_label }) => field_label))]
  return `还有 ${remarks.length} 处意见待处理：${names.slice(0, 10).join('、')}${names.length > 10 ? '等' : ''}`
}

/** Refusal of passing a record whose remarks of the own level are not closed. */
export const unsettledMessage = (count: number): string =>
  `有 ${count} 处本级意见尚未关闭，请核对后关闭，或选择一并关闭后通过`

/**
 * Answers the open remarks on whole records with the words of their submission.
 * @param answers by record
 */
export async function answerWhole(
  trx: Trx,
  entity: ReviewedKind,
  answers: ReadonlyMap<number, string>,
  { user, now, sent }: { user: Caller; now: Date; sent: boolean },
): Promise<void> {
  if (answers.size === 0) return
  const remarks = await remarksOf(trx, entity, [...answers.keys()], true)
  const whole = [...remarks.values()]
    .flat()
    .filter((remark) => remark.field === null && remark.sent === sent && remark.status === RemarkStatus.open)
  await writeRemarks(
    trx,
    whole.map((remark) => ({
      remark,
      change: {
        status: RemarkStatus.answered,
        answer: answers.get(remark.entity_id) ?? null,
        answered_by: nameOf(user),
        answered_at: dateTime(now),
      },
    })),
  )
}

/** Shows the authors the remarks of the nation, when the reviewing department returns their records. */
export async function sendDown(trx: Trx, entity: ReviewedKind, ids: readonly number[]): Promise<void> {
  await sql`
    update review_remark set sent = true
    where entity = ${entity} and entity_id = any(${[...ids]}::bigint[]) and not sent`.execute(trx)
}

import { RemarkStatus } from '@xinchu/contract/codes'
import type { ReviewedKind } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { type Caller, deptOf } from '../caller.ts'
import { type Names, specAt, valueAt, wordsAt } from '../values/words.ts'
import type { Reviewed } from './reviewed.ts'
import {
  type Change,
  nameOf,
  noteOf,
  notesWithAnswer,
  type RemarkDraft,
  type RemarkRow,
  remarksOf,
  WHOLE,
  writeRemarks,
} from './store.ts'

/** A record that is returned, with its remarks. */
export interface Asked {
  record: Reviewed
  remarks: readonly RemarkDraft[]
  opinion: string
  submissionNo: number
}

interface Raising {
  user: Caller
  now: Date
  names: Names
  /** Whether the author sees the remarks. Those of the nation reach the reviewing department first. */
  sent: boolean
}

/** Columns that a new question sets, in a new thread or in an old one. */
function questionOf(
  draft: RemarkDraft,
  path: string | null,
  { record, submissionNo }: Asked,
  { user, now, names, sent }: Raising,
) {
  return {
    text: draft.text,
    value: wordsAt(record.content, path, record.shape, names) ?? null,
    asked_value: valueAt(record.content, path) ?? null,
    submission_no: submissionNo,
    raised_by: nameOf(user),
    raised_at: now.toISOString(),
    status: RemarkStatus.open,
    sent,
  }
}

/** Asks again in an old thread: keeps its history, clears the answer and the closing. */
function again(old: RemarkRow, draft: RemarkDraft, asked: Asked, raising: Raising): Omit<Change, 'id'> {
  const question = questionOf(draft, old.field, asked, raising)
  const value = question.value ?? undefined
  const note = noteOf('REOPEN', raising.user, raising.now, { text: draft.text, value })
  return {
    ...question,
    answer: null,
    answered_by: null,
    answered_at: null,
    closed_by: null,
    closed_at: null,
    closed_value: null,
    notes: [...notesWithAnswer(old, value), note],
  }
}

/** A row of review_remark for a new thread. */
function started(draft: RemarkDraft, asked: Asked, raising: Raising) {
  const { record } = asked
  const path = draft.field ?? null
  const question = questionOf(draft, path, asked, raising)
  const { user, now } = raising
  return {
    ...question,
    province_code: record.provinceCode,
    entity: record.entity,
    entity_id: record.id,
    part: draft.part ?? null,
    field: path,
    field_label: path === null ? WHOLE : (specAt(record.shape, path)?.caption ?? path),
    origin: draft.ruleCode ? 'RULE' : 'PERSON',
    rule_code: draft.ruleCode ?? null,
    level: deptOf(user),
    org_id: user.orgId,
    notes: [noteOf('ASK', user, now, { text: draft.text, value: question.value ?? undefined })],
  }
}

/**
 * Stores the remarks of returned records: new threads, and new questions in old ones. A return without remarks makes its
 * opinion a remark on the whole record.
 */
export async function raiseRemarks(
  trx: Trx,
  entity: ReviewedKind,
  returned: readonly Asked[],
  raising: Raising,
): Promise<void> {
  const before = await remarksOf(
    trx,
    entity,
    returned.map(({ record }) => record.id),
    true,
  )
  const changed: { remark: RemarkRow; change: Omit<Change, 'id'> }[] = []
  const made: object[] = []
  for (const asked of returned) {
    const { record, remarks, opinion } = asked
    for (const draft of remarks.length > 0 ? remarks : [{ text: opinion }]) {
      const old = draft.remarkId && before.get(record.id)?.find(({ id }) => id === draft.remarkId)
      if (old) changed.push({ remark: old, change: again(old, draft, asked, raising) })
      else made.push(started(draft, asked, raising))
    }
  }
  await writeRemarks(trx, changed)
  if (made.length === 0) return
  const columns = sql.join(Object.keys(made[0] ?? {}).map((name) => sql.ref(name)))
  await sql`
    insert into review_remark (${columns}) select ${columns}
    from jsonb_populate_recordset(null::review_remark, ${JSON.stringify(made)}::text::jsonb)`.execute(trx)
}

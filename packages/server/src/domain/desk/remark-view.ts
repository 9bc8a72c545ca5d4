import type { components } from '@xinchu/contract/schema'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import type { Reviewed } from '../remarks/reviewed.ts'
import { isChanged, may } from '../remarks/rules.ts'
import type { RemarkRow } from '../remarks/store.ts'
import { reply } from '../reply.ts'
import { type Names, valueAt, wordsAt } from '../values/words.ts'

type ReviewRemark = components['schemas']['ReviewRemark']

/** A remark as the caller sees it, with the value that its field has now. */
export function remarkView(remark: RemarkRow, record: Reviewed, names: Names, user: Caller): ReviewRemark {
  return reply<ReviewRemark>({
    id: remark.id,
    entity: remark.entity,
    entityId: remark.entity_id,
    entityName: record.title,
    part: remark.part,
    field: remark.field,
    fieldLabel: remark.field_label,
    value: remark.value,
    currentValue: wordsAt(record.content, remark.field, record.shape, names),
    changed: isChanged(remark, valueAt(record.content, remark.field)),
    text: remark.text,
    origin: remark.origin,
    ruleCode: remark.rule_code,
    level: remark.level,
    status: remark.status,
    statusLabel: labelIn('remark_status', remark.status),
    raisedBy: remark.raised_by,
    raisedAt: remark.raised_at,
    answer: remark.answer,
    answeredBy: remark.answered_by,
    answeredAt: remark.answered_at,
    closedBy: remark.closed_by,
    closedAt: remark.closed_at,
    submissionNo: remark.submission_no,
    notes: remark.notes,
    closable: may('CLOSE', remark, record, user),
    answerable: may('ANSWER', remark, record, user),
  })
}

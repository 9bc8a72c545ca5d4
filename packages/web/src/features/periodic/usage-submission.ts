import { ReportStatus } from '@xinchu/contract/codes'
import type { Issue } from '@xinchu/validators'
import type { Remarks } from './send-usage.ts'
import { openLabels } from './sheet-remarks.ts'
import { type Period, usageIssues, usageSpecs } from './usage-model.ts'
import type { UsageLine } from './use-usage-sheet.ts'

/** Minimum length of the reason for submitting a returned row unchanged. */
export const LEAST_REASON = 10

/** A row that is not submitted, with the reason. */
export interface StayingLine {
  line: UsageLine
  reason: string
}

/** Rows that a submission of the sheet sends, and those that it does not. */
export interface SubmissionPlan {
  ready: readonly UsageLine[]
  /** Returned rows without a change since. They are not sent by default. */
  unchanged: readonly UsageLine[]
  staying: readonly StayingLine[]
  /** Rows with errors among the staying ones. */
  wrong: readonly UsageLine[]
}

const captions = new Map(usageSpecs.map(({ name, caption }) => [name, caption]))

const isReturned = ({ due: { item } }: UsageLine) => item?.status === ReportStatus.returned

/** Whether a returned row equals its submission. */
export const isUnchanged = (line: UsageLine): boolean =>
  isReturned(line) && !line.edit && line.due.item?.changedFields?.length === 0

const sentenceOf = ({ field, message }: Issue): string => {
  const caption = captions.get(field)
  return caption && !message.startsWith(caption) ? `${caption}：${message}` : message
}

function stayingFor(line: UsageLine, period: Period): string | undefined {
  if (!line.isOpen) return line.due.item?.statusLabel ?? line.closedFor ?? ''
  if (!line.isFilled) return '未填报'
  if (line.conflicts.length > 0) return '另一设备也改了，请先看差异'
  const errors = usageIssues(line.due, line.typed, period, 'submit').filter(({ level }) => level === 'error')
  const [first] = errors
  // A remark on the whole row is answered by the reason for sending it unchanged.
  const open = openLabels(line.remarks.filter(({ item }) => item.place !== undefined))
  if (!first) return open.length > 0 ? `意见 ${open.length} 处待处理：${open.join('、')}` : undefined
  return errors.length > 1 ? `${sentenceOf(first)}，共 ${errors.length} 处` : sentenceOf(first)
}

/** Sorts the rows of a sheet into those to send, those that need a reason, and those that stay. */
export function planSubmission(lines: readonly UsageLine[], period: Period): SubmissionPlan {
  const staying = lines.flatMap((line): StayingLine[] => {
    const reason = stayingFor(line, period)
    return reason === undefined ? [] : [{ line, reason }]
  })
  const stays = new Set(staying.map(({ line }) => line))
  const going = lines.filter((line) => !stays.has(line))
  return {
    ready: going.filter((line) => !isUnchanged(line)),
    unchanged: going.filter(isUnchanged),
    staying,
    wrong: staying.flatMap(({ line }) => (line.isOpen && line.isFilled ? [line] : [])),
  }
}

export const warningsOf = (line: UsageLine): readonly Issue[] =>
  line.issues.filter(({ level }) => level === 'warning')

/** Texts of a submission by row and, for warnings, by field and message. */
export type Reasons = Readonly<Record<string, string>>

export const answerKey = ({ id }: UsageLine): string => `${id}`
export const warningKey = ({ id }: UsageLine, { field, message }: Issue): string =>
  `${id} ${field} ${message}`

/** Warnings of these rows that have no reason yet. */
export const openWarnings = (lines: readonly UsageLine[], reasons: Reasons): string[] =>
  lines.flatMap((line) =>
    warningsOf(line).flatMap((warning) => {
      const key = warningKey(line, warning)
      return reasons[key]?.trim() ? [] : [key]
    }),
  )

/** Whether a reason suffices to send a returned row unchanged. */
export const isReason = (text: string | undefined): boolean => (text?.trim().length ?? 0) >= LEAST_REASON

/** Collects answers and warning reasons, by record. */
export const remarksOf = (lines: readonly UsageLine[], reasons: Reasons): Remarks =>
  Object.fromEntries(
    lines.map((line) => {
      const answer = reasons[answerKey(line)]?.trim()
      const itemId = line.due.item?.id
      const warningReasons = warningsOf(line).flatMap((warning) => {
        const reason = reasons[warningKey(line, warning)]?.trim()
        if (!reason || itemId === undefined) return []
        return [{ id: itemId, field: warning.field, ...(warning.code ? { code: warning.code } : {}), reason }]
      })
      return [
        line.id,
        {
          ...(answer && isUnchanged(line) ? { answer } : {}),
          ...(warningReasons.length > 0 ? { warningReasons } : {}),
        },
      ]
    }),
  )

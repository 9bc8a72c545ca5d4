import { RemarkStatus } from '@xinchu/contract/codes'
import type { JudgeResult, ReviewWarning } from '@xinchu/sdk'
import { projectSpecs } from '../form-model.ts'
import { type LeftOut, type Passing, type Records, stateChanged } from '../pass-model.ts'

/** A project that will be submitted, with its warnings. */
export interface Submitting {
  row: Passing
  warnings: ReviewWarning[]
}

export interface SubmitPlan {
  going: Submitting[]
  left: LeftOut[]
}

const captions = new Map(projectSpecs.map(({ name, caption }) => [name, caption]))

type Judged = Pick<JudgeResult, 'reasons' | 'warnings'>

function objectionTo(row: Passing, records: Records, judged: Judged): LeftOut | undefined {
  const record = records.get(row.id)
  const status = record ? { status: record.task.statusLabel } : {}
  const changed = record && stateChanged(row, record, 'SUBMIT')
  if (changed) return changed
  const open = record?.remarks.filter((remark) => remark.status === RemarkStatus.open).length ?? 0
  if (open > 0) return { row, reason: `还有 ${open} 处意见待处理`, ...status, action: 'CORRECT' }
  const [first, ...others] = judged.reasons.filter(({ id }) => id === row.id)
  if (!first) return undefined
  const more = others.length > 0 ? `，另有 ${others.length} 处` : ''
  return { row, reason: `${first.message}${more}`, ...status, action: 'CORRECT' }
}

/** Warnings of a project with the reasons that its last submission gave; without a review, those of the check. */
function warningsOf(row: Passing, records: Records, judged: Judged): ReviewWarning[] {
  const record = records.get(row.id)
  if (record) return record.warnings
  return judged.warnings
    .filter(({ id }) => id === row.id)
    .map(({ field = '', message, code }) => {
      const fieldLabel = captions.get(field)
      return { field, message, ...(code ? { code } : {}), ...(fieldLabel ? { fieldLabel } : {}) }
    })
}

/** Sorts a batch into what can be submitted and what has to be corrected first. */
export function planSubmit(rows: readonly Passing[], records: Records, judged: Judged): SubmitPlan {
  const left = rows.flatMap((row) => objectionTo(row, records, judged) ?? [])
  const going = rows
    .filter(({ id }) => !left.some(({ row }) => row.id === id))
    .map((row) => ({ row, warnings: warningsOf(row, records, judged) }))
  return { going, left }
}

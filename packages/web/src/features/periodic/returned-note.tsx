import type { GeneralItem } from '@xinchu/sdk'
import { leftText, shortDay } from '../../lib/due.ts'
import { momentOf } from '../../lib/moment.ts'
import { lastReturn } from './sheet-remarks.ts'

/** The last return: office, opinion, and deadline of the correction. */
export function ReturnedNote({ item }: { item: GeneralItem }) {
  const step = lastReturn(item)
  const opinion = step?.opinion ?? (item.flow.actions.includes('SAVE') && item.flow.lastOpinion)
  if (!opinion) return null
  return (
    <p className="flex flex-wrap gap-x-3 text-danger">
      <span className="break-words">退回意见：{opinion}</span>
      {step && (
        <span className="text-ink-soft">
          {step.orgName} {step.userName}　{momentOf(step.time)}
        </span>
      )}
      {step?.dueDate && (
        <span className="text-warning">
          请于 {shortDay(step.dueDate)} 前改正，{leftText(step.dueDate)}
        </span>
      )}
    </p>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { DemoStatus } from '@xinchu/contract/codes'
import type { DemoProjectDetail } from '@xinchu/sdk'
import { useState } from 'react'
import { leftText, shortDay } from '../../../lib/due.ts'
import { momentOf } from '../../../lib/moment.ts'
import { FORM_PARTS } from '../../../records/pilot-parts.ts'
import { reviewMutations, reviewQueries } from '../../../records/review.ts'
import { Icon } from '../../../ui/icons.tsx'
import { countStates, numbered, remarkState } from '../../../ui/review/remark-model.ts'
import { RemarkThread } from '../../../ui/review/remark-thread.tsx'
import { pilotSpecs } from './model.ts'

const RETURNED: readonly string[] = [DemoStatus.returnedByRecommender, DemoStatus.returnedByNation]
const names = pilotSpecs.map(({ name }) => name)

/** Whether the application was returned for correction. */
export const isReturned = ({ status }: Pick<DemoProjectDetail, 'status'>): boolean =>
  RETURNED.includes(status)

/** Remarks with their answers, which are autosaved. */
function Remarks({ id }: { id: number }) {
  const { data } = useQuery(reviewQueries.record({ entity: 'DEMO', entityId: id }))
  const answering = useMutation(reviewMutations.answer)
  const [open, setOpen] = useState<number>()
  const items = numbered(data?.remarks ?? [], names)
  if (items.length === 0) return null
  const states = items.map(({ remark }) => remarkState(remark))
  const counts = countStates(states)
  return (
    <details open className="mt-2 border-line border-t pt-2">
      <summary className="cursor-pointer text-s">
        意见 {counts.total} 处，待处理 {counts.open}
      </summary>
      <div className="mt-2 grid max-h-72 gap-2 overflow-y-auto">
        {items.map((item, index) => {
          const { remark } = item
          return (
            <RemarkThread
              key={remark.id}
              item={item}
              state={states[index] ?? 'open'}
              isOpen={open === remark.id}
              isFocused
              isNamed
              onOpen={() => setOpen(remark.id)}
              onAnswer={
                remark.answerable ? (answer) => answering.mutateAsync([{ id: remark.id, answer }]) : undefined
              }
            />
          )
        })}
      </div>
    </details>
  )
}

/** The return of the application: office, reason, deadline and open parts. Sticky at the top. */
export function ReturnedCard({ detail }: { detail: DemoProjectDetail }) {
  if (!isReturned(detail)) return null
  const step = detail.flow.history.findLast(({ action }) => action === 'RETURN')
  const opened = FORM_PARTS.filter(({ part }) => detail.editableParts?.some((each) => each === part))
  return (
    <section
      aria-label="退回意见"
      className="card z-20 border-l-3! border-l-danger! px-4 py-2.5 lg:sticky lg:top-[var(--frame-top,0px)]"
    >
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="text-ink-soft text-s">
          {step?.orgName} {step?.userName}　{step && momentOf(step.time)}
        </span>
        <p className="min-w-0 flex-1 basis-80 whitespace-pre-line break-words">
          {step?.opinion ?? '未填写意见'}
        </p>
        {detail.dueDate && (
          <span className="flex items-center gap-1 whitespace-nowrap text-s text-warning">
            <Icon name="clock" size={14} />
            请于 {shortDay(detail.dueDate)} 前改正，{leftText(detail.dueDate)}
          </span>
        )}
      </div>
      <p className="mt-1 text-ink-soft text-s">
        可修改：{opened.map(({ title }) => title).join('、') || '无'}；其余部分未退回，已锁定。
      </p>
      <Remarks id={detail.id} />
    </section>
  )
}

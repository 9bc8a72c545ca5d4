import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { reviewMutations } from '../../records/review.ts'
import { countStates, countWords } from '../../ui/review/remark-model.ts'
import { RemarkThread } from '../../ui/review/remark-thread.tsx'
import type { SheetRemark } from './sheet-remarks.ts'

interface RemarkListProps {
  /** Name of the record that the remarks belong to. */
  of: string
  remarks: readonly SheetRemark[]
  /** The value of a remark's field now, in words. */
  nowOf?: (remark: SheetRemark) => ReactNode
}

/** The remarks of a returned record below its sheet, each with its answer. */
export function RemarkList({ of, remarks, nowOf }: RemarkListProps) {
  const answer = useMutation(reviewMutations.answer)
  // An answer is saved while it is typed, and its box stays open.
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(remarks.flatMap(({ item, state }) => (state === 'open' ? [item.remark.id] : []))),
  )
  const [focused, setFocused] = useState<number>()
  const counts = countStates(remarks.map(({ state }) => state))
  return (
    <section className="card" aria-label="审核意见">
      <h2 className="flex flex-wrap items-baseline gap-x-3 border-line border-b px-4 py-2.5 font-medium">
        审核意见
        <span className="min-w-0 truncate font-normal text-ink-faint text-s">{of}</span>
        <span className={`ml-auto font-normal text-s ${counts.open > 0 ? 'text-danger' : 'text-success'}`}>
          {countWords(counts)}
        </span>
      </h2>
      <div className="grid gap-2.5 p-4">
        {remarks.map((remark) => {
          const { id, answerable } = remark.item.remark
          return (
            <div key={id} data-remark-state={remark.state}>
              <RemarkThread
                item={remark.item}
                state={remark.state}
                now={nowOf?.(remark) ?? remark.item.remark.currentValue}
                isNamed
                isOpen={open.has(id)}
                isFocused={focused === id}
                onOpen={() => {
                  setOpen(new Set(open).add(id))
                  setFocused(id)
                }}
                onAnswer={answerable ? (text) => answer.mutateAsync([{ id, answer: text }]) : undefined}
              />
            </div>
          )
        })}
      </div>
    </section>
  )
}

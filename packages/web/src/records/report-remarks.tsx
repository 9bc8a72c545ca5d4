import { useMutation, useQuery } from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/contract/codes'
import type { ReviewRecord } from '@xinchu/sdk'
import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react'
import { leftText, shortDay } from '../lib/due.ts'
import { momentOf } from '../lib/moment.ts'
import { FieldDescription } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import {
  countStates,
  countWords,
  type NumberedRemark,
  numbered,
  remarkState,
} from '../ui/review/remark-model.ts'
import { RemarkThread } from '../ui/review/remark-thread.tsx'
import { type ReviewRef, reviewMutations, reviewQueries } from './review.ts'

/** The part of a report that remarks need. */
interface Held {
  id?: number | undefined
  version?: number | undefined
  status: string
}

/** Remarks of a return. */
export interface ReportRemarks {
  items: readonly NumberedRemark[]
  returned: ReviewRecord['returned']
  /** Remarks on fields that still wait for a change or an answer. */
  open: number
}

const RETURNED: readonly string[] = [ReportStatus.returned]

const NONE: ReportRemarks = { items: [], returned: undefined, open: 0 }
const RemarksContext = createContext<ReportRemarks>(NONE)

const stateOf = ({ remark }: NumberedRemark) => remarkState(remark)

/**
 * Remarks on a returned report, in the order of the form's fields. They are refetched after each save, which changes
 * their states.
 */
export function useReportRemarks(
  entity: ReviewRef['entity'],
  report: Held | undefined,
  names: readonly string[],
  /** States in which the report is with its author. */
  returnedIn: readonly string[] = RETURNED,
): ReportRemarks {
  const { id = 0, version, status } = report ?? {}
  const isReturned = id > 0 && status !== undefined && returnedIn.includes(status)
  const { data, refetch } = useQuery({
    ...reviewQueries.record({ entity, entityId: id }),
    enabled: isReturned,
  })
  const read = data?.task.version
  const isBehind = isReturned && read !== undefined && read !== version
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, refetch])
  if (!isReturned || !data) return NONE
  const items = numbered(data.remarks, names)
  return {
    items,
    returned: data.returned,
    open: items.filter((item) => item.place && stateOf(item) === 'open').length,
  }
}

export const ReportRemarksProvider = RemarksContext.Provider

/** Threads of remarks, each with its answer. The answer is autosaved. */
function Threads({
  items,
  idOf,
  isNamed,
}: {
  items: readonly NumberedRemark[]
  idOf?: (remark: number) => string
  isNamed?: boolean
}) {
  const answering = useMutation(reviewMutations.answer)
  const [open, setOpen] = useState<number>()
  return items.map((item) => {
    const { id, answerable, currentValue } = item.remark
    return (
      <RemarkThread
        key={id}
        {...(idOf ? { id: idOf(id) } : {})}
        item={item}
        state={stateOf(item)}
        now={currentValue}
        isNamed={isNamed || item.place?.row !== undefined}
        isOpen={open === id}
        isFocused={open === id}
        onOpen={() => setOpen(id)}
        onAnswer={answerable ? (answer) => answering.mutateAsync([{ id, answer }]) : undefined}
      />
    )
  })
}

/** A field of a report with the remarks on it below. It stays mounted when remarks arrive, so that it keeps the focus. */
export function AskedField({
  name,
  isInset = false,
  children,
}: {
  name: string
  /** Within a card, without its own margin. */
  isInset?: boolean
  children: ReactNode
}) {
  const { items } = useContext(RemarksContext)
  const id = useId()
  const own = items.filter(({ place }) => place?.name === name)
  const idOf = (remark: number) => `${id}-${remark}`
  const isAsked = own.length > 0
  return (
    <div className={isAsked ? 'col-span-full mb-3 min-w-0' : 'contents'}>
      <FieldDescription value={isAsked ? own.map(({ remark }) => idOf(remark.id)).join(' ') : undefined}>
        {children}
      </FieldDescription>
      {isAsked && (
        <div className={`grid gap-2 ${isInset ? 'px-4' : ''}`}>
          <Threads items={own} idOf={idOf} />
        </div>
      )}
    </div>
  )
}

/** The return of a report: office, reason and deadline, with the remarks on fields that the form does not show. */
export function ReturnedReport({ names }: { names: readonly string[] }) {
  const { items, returned } = useContext(RemarksContext)
  if (!returned) return null
  const { orgName, userName, time, opinion, dueDate } = returned
  const counts = countStates(items.map(stateOf))
  const others = items.filter(({ place }) => !place || !names.includes(place.name))
  return (
    <section aria-label="退回意见" className="card border-l-3! border-l-danger! px-4 py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="text-ink-soft text-s">
          {orgName} {userName}　{momentOf(time)}
        </span>
        <p className="min-w-0 flex-1 basis-80 whitespace-pre-line break-words">退回意见：{opinion}</p>
        {dueDate && (
          <span className="flex items-center gap-1 whitespace-nowrap text-s text-warning">
            <Icon name="clock" size={14} />
            请于 {shortDay(dueDate)} 前改正，{leftText(dueDate)}
          </span>
        )}
        {counts.total > 0 && (
          <span role="status" className={`text-s ${counts.open > 0 ? 'text-danger' : 'text-success'}`}>
            {countWords(counts)}
          </span>
        )}
      </div>
      {others.length > 0 && (
        <div className="mt-2 grid gap-2 border-line border-t pt-2">
          <Threads items={others} isNamed />
        </div>
      )}
    </section>
  )
}

import { useEffect, useRef, useState } from 'react'
import { useOnline } from '../../app/use-online.ts'
import type { ReviewRef } from '../../records/review.ts'
import { type MainAction, mainAction } from './decision-model.ts'
import { keyOf } from './desk-search.ts'
import { type DraftStore, useEntry } from './drafts.ts'
import { useDueDate } from './due-date.ts'
import type { useDecision } from './use-decision.ts'
import type { Desk } from './use-desk.ts'
import type { OpenRecord } from './use-record.ts'

export type Step = 'queue' | 'record' | 'decision'

export interface PreparedProps {
  desk: Desk
  record: ReviewRef
  store: DraftStore
  decision: ReturnType<typeof useDecision>
  isNarrow: boolean
  onStep: (step: Step) => void
}

/** Loads the draft of the decision, and saves it when the record is left. */
function useKeptDraft(store: DraftStore, key: string, { record, isReadOnly }: OpenRecord): void {
  useEffect(() => {
    if (record && !isReadOnly) store.load(key, record.draft ?? {})
  }, [record, isReadOnly, store, key])
  useEffect(() => () => store.flush(key), [store, key])
}

/** The decision that is prepared: its draft, its main action, and the way to the input that blocks it. */
export function usePrepared(props: PreparedProps, open: OpenRecord) {
  const { desk, record: ref, store, decision, isNarrow, onStep } = props
  const key = keyOf(ref)
  const entry = useEntry(store, key)
  const [wantsReturn, setWantsReturn] = useState(false)
  const isReturning = wantsReturn || entry.draft.remarks.length > 0
  const ownDue = useDueDate(ref.entity, isReturning)
  const dueDate = entry.draft.dueDate ?? ownDue
  const opinion = useRef<HTMLTextAreaElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)
  const parts = useRef<HTMLFieldSetElement>(null)
  const fields = { opinion, reason, parts }
  const isOnline = useOnline()
  useKeptDraft(store, key, open)
  const { kind, record, isUpdated, isUnread, isReadOnly } = open
  const hasNext = desk.next !== undefined
  const action: MainAction | undefined =
    kind &&
    record &&
    mainAction({ kind, record, draft: entry.draft, isReturning, isUpdated, isUnread, isOnline, hasNext })
  const main = () => {
    if (!action || isReadOnly) return
    if (!action.blocked) return decision.send(action, open, entry.draft, dueDate)
    const { control } = action.blocked
    if (control === 'update') {
      open.readUpdate()
      return onStep('record')
    }
    if (isNarrow) onStep('decision')
    if (control) fields[control].current?.focus()
  }
  const toReturn = (isReturn: boolean) => {
    setWantsReturn(isReturn)
    if (isNarrow) onStep('decision')
    if (isReturn) opinion.current?.focus()
  }
  const change = (changed: Parameters<DraftStore['change']>[1]) => store.change(key, changed)
  return { key, entry, change, action, isReturning, dueDate, fields, main, toReturn }
}

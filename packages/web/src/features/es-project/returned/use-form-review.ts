import { useMutation, useQuery } from '@tanstack/react-query'
import type { Project } from '@xinchu/sdk'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { isReturnedProject } from '../../../records/returned-states.ts'
import { reviewMutations, reviewQueries } from '../../../records/review.ts'
import type { FormApi } from '../../../ui/form/context.ts'
import { controlOf, nextOpen } from '../../../ui/review/remark-model.ts'
import { projectValues } from '../form-model.ts'
import { authorsRemarks, type FormReview, useRemarkStates, whyHidden } from './form-review.ts'

export const projectRef = (id: number) => ({ entity: 'PROJECT' as const, entityId: id })

/** The last return as the project's own history tells it, for a record whose remarks could not be read. */
function returnedOf({ flow }: Project): FormReview['returned'] {
  const step = flow.history?.findLast(({ action }) => action === 'RETURN')
  if (!step) return undefined
  const { time, orgName, userName, opinion, dueDate } = step
  return { time, orgName, userName, ...(opinion ? { opinion } : {}), ...(dueDate ? { dueDate } : {}) }
}

/** Focuses the thread of a remark, or its answer box. */
function focusThread(id: number): void {
  const thread = document.querySelector<HTMLElement>(`form [data-remark="${id}"]`)
  thread?.scrollIntoView({ block: 'center' })
  const box = thread?.querySelector('textarea') ?? thread
  box?.focus({ preventScroll: true })
}

/** F8 and Shift+F8 go through the open remarks while the form is shown. */
function useKeys(isOn: boolean, go: (step: 1 | -1) => void): void {
  useShortcuts(
    [
      { keys: 'F8', where: '填报页', does: '下一处退回意见', onPress: () => go(1) },
      { keys: 'Shift+F8', where: '填报页', does: '上一处退回意见', onPress: () => go(-1) },
    ],
    isOn,
  )
}

/** State of the folded fields and threads of a returned form. */
function useFolding(hasFields: boolean) {
  const [isChosen, setChosen] = useState<boolean>()
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  return {
    isOnlyReturned: isChosen ?? hasFields,
    setOnlyReturned(isOn: boolean) {
      setChosen(isOn)
      setExpanded(new Set())
    },
    expanded,
    expand: (section: string) => setExpanded((before) => new Set(before).add(section)),
  }
}

/** Loads the remarks of a returned project and leads its author through them. Undefined for other projects. */
export function useFormReview(form: FormApi, project: Project | undefined): FormReview | undefined {
  const isReturned = project !== undefined && isReturnedProject(project)
  const { data: record } = useQuery({
    ...reviewQueries.record(projectRef(project?.id ?? 0)),
    enabled: isReturned,
  })
  const answer = useMutation(reviewMutations.answer)
  const items = useMemo(() => authorsRemarks(record?.remarks ?? []), [record])
  const stored = useMemo(() => (project ? projectValues(project) : {}), [project])
  const states = useRemarkStates(items, stored, form)
  const [opened, setOpened] = useState<{ id: number; isFocused: boolean }>()
  const folding = useFolding(items.some(({ place }) => place !== undefined))
  const at = useRef(-1)
  const lead = (index: number) => {
    const item = items[index]
    if (!item) return
    at.current = index
    const { place, remark } = item
    const isHere = place !== undefined && whyHidden(place, form.store.state().values) === undefined
    setOpened({ id: remark.id, isFocused: !isHere })
    // The thread is rendered open first.
    requestAnimationFrame(() => (isHere ? form.focus(controlOf(place)) : focusThread(remark.id)))
  }
  const go = (step: 1 | -1) => lead(nextOpen(states, at.current, step))
  useKeys(items.length > 0, go)
  useLeadIn(items.length > 0, go)
  if (!isReturned) return undefined
  return {
    ...folding,
    items,
    stored,
    returned: record?.returned ?? returnedOf(project),
    opened: opened?.id ?? items[states.indexOf('open')]?.remark.id,
    isBoxFocused: opened?.isFocused ?? false,
    openBox: (id) => setOpened({ id, isFocused: true }),
    answer: (id, text) => answer.mutateAsync([{ id, answer: text }]),
    go,
    lead,
  }
}

/** Focuses the first open remark when a returned form opens. */
function useLeadIn(isReady: boolean, go: (step: 1 | -1) => void): void {
  const isLed = useRef(false)
  const start = useEffectEvent(() => go(1))
  useEffect(() => {
    if (!isReady || isLed.current) return
    isLed.current = true
    start()
  }, [isReady])
}

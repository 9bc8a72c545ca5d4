import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReviewTask } from '@xinchu/sdk'
import { useState } from 'react'
import type { Goal } from '../../records/portal-kind.ts'
import { reviewMutations } from '../../records/review.ts'
import { type MainAction, needsReason, toClose } from './decision-model.ts'
import { keyOf } from './desk-search.ts'
import type { Draft, DraftStore } from './drafts.ts'
import { deskMutations, refreshKind } from './queries.ts'
import type { Desk } from './use-desk.ts'
import type { OpenRecord } from './use-record.ts'

/** The latest decision, for the strip below the queue. */
export interface Strip {
  text: string
  tone: 'success' | 'danger'
  task?: ReviewTask
  undoId?: string
  /** End of the undo period, as `performance.now()`. */
  until?: number
  /** Time until which it is shown outside the queue, as `performance.now()`. */
  lineUntil: number
}

const LINE_MS = 10_000

const SHORTEST = 4
const LONGEST = 10

/** The beginning of a name, up to its figures: 盐池县冯记沟… */
export function shortTitle(title: string): string {
  if (title.length <= LONGEST) return title
  const figures = title.search(/\d/)
  return `${title.slice(0, figures >= SHORTEST && figures <= LONGEST ? figures : LONGEST)}…`
}

const DONE: Readonly<Record<string, string>> = {
  PASS: '已通过',
  CONFIRM: '已确认',
  SUBMIT: '已上报',
}

function doneWords(
  { title: name, orgName }: ReviewTask,
  kind: MainAction['kind'],
  goal: Goal,
  count: number,
): string {
  const title = shortTitle(name)
  if (kind === 'RETURN')
    return `已退回${goal.office ?? orgName ?? ''}${count > 0 ? `，意见 ${count} 处` : ''}：“${title}”`
  const target = goal.text.replace(/^(?:通过|确认|提交|上报)后/, '')
  return `${DONE[goal.action] ?? '已办理'}“${title}”${target ? `，${target}` : ''}`
}

/** What the desk decides with. */
export type Decision = ReturnType<typeof useDecision>

/** Sends decisions, opens the next record, and undoes the last one. */
export function useDecision(desk: Desk, store: DraftStore, onMoved: () => void) {
  const [strip, setLatest] = useState<Strip>()
  const setStrip = (latest: Omit<Strip, 'lineUntil'>) =>
    setLatest({ ...latest, lineUntil: latest.until ?? performance.now() + LINE_MS })
  const [refusal, setRefusal] = useState<{ key: string; message: string; details: readonly string[] }>()
  const client = useQueryClient()
  const decide = useMutation(deskMutations.decide)
  const undoing = useMutation({
    ...reviewMutations.undo,
    meta: { ...reviewMutations.undo.meta, showsFieldErrors: true },
  })

  async function send(action: MainAction, open: OpenRecord, draft: Draft, dueDate: string): Promise<void> {
    const { record, kind } = open
    if (!action.goal || !record || decide.isPending) return
    const { task } = record
    const key = keyOf(task)
    const isReturn = action.kind === 'RETURN'
    setRefusal(undefined)
    await store.settle(key)
    const { undo, refusal: refused } = await decide.mutateAsync({
      task,
      goal: action.goal,
      opinion: draft.opinion.trim(),
      ...(isReturn ? { remarks: draft.remarks, dueDate } : {}),
      ...(isReturn && kind?.parts ? { parts: kind.parts.opened(draft) } : {}),
      ...(!isReturn && toClose(record.remarks).length > 0 ? { closeRemarks: true } : {}),
      ...(!isReturn && needsReason(record) ? { passReason: draft.reason.trim() } : {}),
    })
    if (refused) {
      setRefusal({ key, ...refused })
      await open.reload()
      return
    }
    setStrip({
      text: doneWords(task, action.kind, action.goal, isReturn ? draft.remarks.length : 0),
      tone: 'success',
      task,
      ...(undo ? { undoId: undo.undoId, until: performance.now() + undo.seconds * 1_000 } : {}),
    })
    store.drop(key)
    desk.leave(task)
    onMoved()
    await refreshKind(client, task.entity)
  }

  async function undo(): Promise<void> {
    const { undoId, task, until } = strip ?? {}
    if (!undoId || !task || undoing.isPending || (until ?? 0) < performance.now()) return
    try {
      await undoing.mutateAsync(undoId)
      setStrip({ text: `已撤销，“${shortTitle(task.title)}”回到待办`, tone: 'success' })
      desk.comeBack(task)
      onMoved()
    } catch (error) {
      setStrip({ text: error instanceof Error ? error.message : '不能撤销', tone: 'danger' })
    }
  }

  return {
    strip,
    refusal: refusal?.key === desk.key ? refusal : undefined,
    isBusy: decide.isPending,
    isUndoing: undoing.isPending,
    send: (...args: Parameters<typeof send>) => void send(...args).catch(() => undefined), // reported by the mutation
    undo: () => void undo(),
  }
}

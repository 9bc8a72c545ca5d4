import { useQueryClient } from '@tanstack/react-query'
import { isXinchuError, type ReviewStage } from '@xinchu/sdk'
import { useCallback, useMemo, useState } from 'react'
import { useAutosave } from '../../../app/use-autosave.ts'
import { useCan } from '../../../app/use-can.ts'
import { useOnline } from '../../../app/use-online.ts'
import { usePorts } from '../../../ui/ports.ts'
import { REVIEW, reviewQueries, saveScore } from '../queries.ts'
import type { Item, Task, Values } from './model.ts'
import {
  draftOf,
  isEmpty,
  keepQueue,
  merged,
  type Queue,
  readQueue,
  sendable,
  valuesOf,
  withChange,
  withoutSent,
} from './sheet-store.ts'

type Score = Task['score']

/** The newer of two versions of the sheet. */
const newer = (a: Score, b: Score): Score => (!a || (b && b.version > a.version) ? b : a)

export interface Sheet {
  values: Values
  isLocked: boolean
  change(key: string, value: string): void
  /** Submits the sheet. It cannot be changed afterwards. @throws if the server refuses */
  submit(): Promise<void>
  save: ReturnType<typeof useAutosave>
  isOnline: boolean
  /** Time of the oldest change that the server does not have. */
  unsentSince: number | undefined
}

/** The latest sheet of a project. */
async function fetchScore(client: ReturnType<typeof useQueryClient>, stage: ReviewStage, projectId: number) {
  const tasks = await client.fetchQuery({ ...reviewQueries.tasks(stage), staleTime: 0 })
  return tasks.find((task) => task.projectId === projectId)?.score
}

/** A sheet with changes kept on this device until the server has confirmed them. */
export function useSheet(task: Task, items: readonly Item[]): Sheet {
  const { stage, projectId } = task
  const client = useQueryClient()
  const place = `demo-score.${usePorts().userKey()}.${stage}.${projectId}`
  const [queue, setQueue] = useState(() => readQueue(place))
  const [saved, setSaved] = useState<Score>(task.score)
  const score = newer(task.score, saved)
  const isOnline = useOnline()
  const canScore = useCan(['demo:score'])
  const isLocked = !canScore || (score?.submitted ?? false)
  const put = useCallback(
    (next: (queue: Queue) => Queue) =>
      setQueue((before) => {
        const after = next(before)
        keepQueue(place, after)
        return after
      }),
    [place],
  )
  const write = async (submitted: boolean) => {
    const sent = sendable(queue, items)
    const send = (base: Score) =>
      saveScore(
        client,
        stage,
        draftOf(projectId, merged(valuesOf(base), sent), items, base?.version, submitted),
      )
    const stored = await send(score).catch(async (error: unknown) => {
      if (!isXinchuError(error) || error.kind !== 'conflict') throw error
      // Another device of the same expert saved first. Apply this device's changes over it, field by field.
      const base = await fetchScore(client, stage, projectId)
      if (!base || base.submitted || base.version === score?.version) throw error
      return send(base)
    })
    setSaved(stored)
    put((current) => withoutSent(current, sent, Date.now()))
    void client.invalidateQueries({ queryKey: [...REVIEW, 'tasks'] })
  }
  const waiting = useMemo(() => sendable(queue, items), [queue, items])
  const isWaiting = !isLocked && items.length > 0 && !isEmpty(waiting)
  const save = useAutosave({ stamp: queue, isWaiting: isWaiting && isOnline, send: () => write(false) })
  return {
    values: useMemo(
      () => (isLocked ? valuesOf(score) : merged(valuesOf(score), queue)),
      [isLocked, score, queue],
    ),
    isLocked,
    change: (key, value) => put((before) => withChange(before, key, value, Date.now())),
    submit: () => write(true),
    save,
    isOnline,
    unsentSince: isLocked || isEmpty(queue) ? undefined : queue.since,
  }
}

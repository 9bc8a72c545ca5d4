import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReviewTask } from '@xinchu/sdk'
import { useEffect, useMemo, useState } from 'react'
import { type ReviewRef, reviewQueries } from '../../records/review.ts'
import { usePorts } from '../../ui/ports.ts'
import { type DeskPlace, keyOf, queueQuery, readDesk, writeDesk } from './desk-search.ts'
import { prefetch } from './queries.ts'

const POLL_MS = 60_000

const refOf = ({ entity, entityId }: ReviewTask): ReviewRef => ({ entity, entityId })

/** A version of a record. A later version of a decided one is a new task. */
const stamp = (task: ReviewTask) => `${keyOf(task)}@${task.version}`

export type Desk = ReturnType<typeof useDesk>

/** The queue, the open record in it, and the ways to others. The address holds what is shown. */
export function useDesk() {
  const client = useQueryClient()
  const [search, change] = usePorts().useSearch()
  const place = useMemo(() => readDesk(search), [search])
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reviewQueries.tasks(queueQuery(place)),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  // Decided records leave the queue before it is loaded again.
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const queue = useMemo(
    () => (data?.content ?? []).filter((task) => !decided.has(stamp(task))),
    [data, decided],
  )
  const current = place.ref ?? (queue[0] && refOf(queue[0]))
  const key = current && keyOf(current)
  const index = queue.findIndex((task) => keyOf(task) === key)
  // The place of a record that has left the queue, so that the next one is its neighbour.
  const [lastIndex, setLastIndex] = useState(0)
  if (index >= 0 && index !== lastIndex) setLastIndex(index)
  const next = index >= 0 ? queue[index + 1] : queue[Math.min(lastIndex, queue.length - 1)]
  const previous = index > 0 ? queue[index - 1] : undefined

  useEffect(() => {
    if (next) prefetch(client, refOf(next))
  }, [client, next])

  const go = (change_: Partial<DeskPlace>) => {
    const { ref: _ref, ...rest } = place
    change(writeDesk({ ...rest, ...change_ }))
  }
  return {
    place,
    queue,
    kinds: data?.kinds ?? [],
    /** What waits and is no record, and the number of all that waits, whatever the conditions. */
    others: data?.others ?? [],
    waiting: data?.waiting ?? 0,
    total: Math.max(queue.length, (data?.totalElements ?? 0) - ((data?.content.length ?? 0) - queue.length)),
    doneToday: data?.doneToday ?? 0,
    isLoading: data === undefined,
    isChanging: isPlaceholderData,
    error,
    refetch,
    current,
    key,
    index,
    next,
    previous,
    open: (ref: ReviewRef | undefined) => go(ref ? { ref } : {}),
    /** Shows another queue, from its first record. */
    show: (queuePlace: DeskPlace) => change(writeDesk(queuePlace)),
    /** Removes a decided record from the queue and opens its neighbour. */
    leave(task: ReviewTask) {
      setDecided((before) => new Set([...before, stamp(task)]))
      const neighbour = queue[index + 1] ?? previous
      go(neighbour ? { ref: refOf(neighbour) } : {})
    },
    /** Puts a record back whose decision was undone. */
    comeBack(task: ReviewTask) {
      setDecided((before) => new Set([...before].filter((each) => each !== stamp(task))))
      go({ ref: refOf(task) })
    },
  }
}

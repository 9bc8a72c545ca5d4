import { queryOptions, useQuery } from '@tanstack/react-query'
import type { FillTime } from '@xinchu/sdk'
import { useEffect, useState } from 'react'
import { queryKeys } from '../app/query-keys.ts'
import { type Sdk, sdkOf } from '../app/sdk.ts'
import { isAlways, remainingText } from '../lib/due.ts'
import { Icon } from '../ui/icons.tsx'

export type WindowQuery = NonNullable<Parameters<Sdk['fillTimes']['list']>[0]>

/** Fill windows as they apply to this user. */
export const windowQuery = (query: WindowQuery) =>
  queryOptions({
    queryKey: [...queryKeys.periodic, 'windows', query],
    queryFn: ({ client, signal }) => sdkOf(client).fillTimes.list(query, { signal }),
  })

const SECOND = 1000
const DAY_S = 86_400

/** The current time, updated while a component is shown. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Remaining time of a window for this user, counted from the server's reply, not by the local clock. */
export function Countdown({ window, readAt }: { window: FillTime; readAt: number }) {
  const now = useNow()
  const left = Math.max(0, (window.remainingSeconds ?? 0) - Math.floor((now - readAt) / SECOND))
  if (!window.open || left === 0) return <span className="text-ink-faint">未开放</span>
  const isUrgent = left < 3 * DAY_S
  return (
    <span role="timer" className={isUrgent ? 'font-medium text-danger' : ''}>
      {remainingText(left)}
    </span>
  )
}

/** Shows whether the form may be filled in now, the deadline and the remaining time. */
export function WindowStatus({ query }: { query: WindowQuery }) {
  const { data, dataUpdatedAt } = useQuery(windowQuery(query))
  if (!data) return null
  const open = data.find((each) => each.open && each.enabled)
  if (!open)
    return (
      <p className="inline-flex items-start gap-1.5 text-s text-warning">
        <Icon name="clock" className="mt-0.5" />
        {data.find(({ closedReason }) => closedReason)?.closedReason ??
          '当前不在填报时间内：尚未设置填报时间'}
      </p>
    )
  return (
    <p className="inline-flex items-center gap-x-1.5 text-ink-soft text-s">
      <Icon name="clock" />
      <span>
        {!isAlways(open.remainingSeconds ?? 0) && `截止 ${(open.deadline ?? open.endTime).slice(0, 16)}，`}
        <Countdown window={open} readAt={dataUpdatedAt} />
      </span>
    </p>
  )
}

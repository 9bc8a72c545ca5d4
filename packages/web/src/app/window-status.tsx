import { queryOptions, useQuery } from '@tanstack/react-query'
import type { FillTime } from '@xinchu/sdk'
import { useEffect, useState } from 'react'
import { Icon } from '../ui/icons.tsx'
import { queryKeys } from './query-keys.ts'
import { sdk } from './sdk.ts'

export type WindowQuery = NonNullable<Parameters<typeof sdk.fillTimes.list>[0]>

/** Fill windows as they apply to this user. */
export const windowQuery = (query: WindowQuery) =>
  queryOptions({
    queryKey: [...queryKeys.periodic, 'windows', query],
    queryFn: ({ signal }) => sdk.fillTimes.list(query, { signal }),
  })

const SECOND = 1000
const MINUTE_S = 60
const HOUR_S = 3600
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

/** Formats a duration in its two largest units, with seconds in the last hour. */
export function spanText(seconds: number): string {
  const days = Math.floor(seconds / DAY_S)
  const hours = Math.floor((seconds % DAY_S) / HOUR_S)
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S)
  if (days > 0) return `${days}天${hours}小时`
  if (hours > 0) return `${hours}小时${minutes}分`
  return `${minutes}分${Math.floor(seconds % MINUTE_S)}秒`
}

/** Remaining time of a window for this user, counted from the server's reply, not by the local clock. */
export function Countdown({ window, readAt }: { window: FillTime; readAt: number }) {
  const now = useNow()
  const left = Math.max(0, (window.remainingSeconds ?? 0) - Math.floor((now - readAt) / SECOND))
  if (!window.open || left === 0) return <span className="text-ink-faint">未开放</span>
  const isUrgent = left < 3 * DAY_S
  return (
    <span role="timer" className={isUrgent ? 'font-medium text-danger' : ''}>
      {spanText(left)}
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
      <p className="inline-flex items-center gap-1.5 text-s text-warning">
        <Icon name="clock" />
        当前不在填报时间内
      </p>
    )
  return (
    <p className="inline-flex flex-wrap items-center gap-x-1.5 text-ink-soft text-s">
      <Icon name="clock" />
      截止 {(open.deadline ?? open.endTime).slice(0, 16)}，还有
      <Countdown window={open} readAt={dataUpdatedAt} />
    </p>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { FillTime } from '@xinchu/sdk'
import { useEffect, useState } from 'react'
import { isAlways, remainingText } from '../../lib/due.ts'
import { homeQueries } from './queries.ts'

const MINUTE_S = 60
const URGENT_S = 3 * 86_400

/** Remaining seconds, counted down from the server's reply. */
function useLeft(remaining: number, askedAt: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_S * 500)
    return () => clearInterval(timer)
  }, [])
  return remaining - Math.max(0, Math.floor((now - askedAt) / 1_000))
}

interface DeadlineProps {
  window: FillTime
  /** Time of the server's reply, ms. */
  askedAt: number
}

/** A deadline with the remaining time; red in the last three days. */
export function Deadline({ window: { deadline, endTime, remainingSeconds = 0 }, askedAt }: DeadlineProps) {
  const left = useLeft(remainingSeconds, askedAt)
  if (isAlways(left))
    return <span className="whitespace-nowrap text-ink-faint text-xs">{remainingText(left)}</span>
  return (
    <span className="flex flex-wrap gap-x-2 whitespace-nowrap text-xs">
      <span className="text-ink-soft">截止 {(deadline ?? endTime).slice(0, 16)}</span>
      <span className={left < URGENT_S ? 'font-medium text-danger' : 'text-ink-faint'}>
        {remainingText(left)}
      </span>
    </span>
  )
}

/** Windows that are open to the user and have not passed, the first to close first. Whoever is bound by none has passed ones too. */
export const openWindows = (windows: readonly FillTime[]): FillTime[] =>
  windows
    .filter((each) => each.open && each.remainingSeconds !== 0)
    .toSorted((a, b) => (a.remainingSeconds ?? 0) - (b.remainingSeconds ?? 0))

/** Deadline of the current window of this kind of work, or a note that none is open. */
export function DeadlineOf({ fillType }: { fillType: FillTime['fillType'] }) {
  const { data, dataUpdatedAt } = useQuery(homeQueries.windows())
  const open = data && openWindows(data).filter((each) => each.fillType === fillType)
  if (!open) return null
  const [first] = open
  if (!first) return <span className="whitespace-nowrap text-ink-faint text-xs">当前不在填报时间内</span>
  return <Deadline window={first} askedAt={dataUpdatedAt} />
}

import { useEffect, useState } from 'react'

const HOUR_MS = 3_600_000
const DAY_H = 24
const WARN_H = 72
const TICK_MS = 60_000

/** A platform time, `yyyy-MM-dd HH:mm:ss` in Beijing, in ms. */
const msOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`)

/** 还有 3 天 3 小时, 还有 5 小时, 不到 1 小时, 已截止. */
export function leftOf(time: string, now: number): string {
  const hours = Math.floor((msOf(time) - now) / HOUR_MS)
  if (msOf(time) <= now) return '已截止'
  if (hours < 1) return '不到 1 小时'
  const days = Math.floor(hours / DAY_H)
  return days > 0 ? `还有 ${days} 天 ${hours % DAY_H} 小时` : `还有 ${hours} 小时`
}

function toneOf(time: string, now: number): string {
  const hours = (msOf(time) - now) / HOUR_MS
  if (hours < DAY_H) return 'text-danger'
  return hours < WARN_H ? 'text-warning' : 'text-ink-soft'
}

/** The current time, once a minute. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A deadline with the time that is left, in words and in the colour of its urgency. */
export function Countdown({
  deadline,
  isShort = false,
}: {
  deadline: string | undefined
  isShort?: boolean
}) {
  const now = useMinute()
  if (!deadline) return <span className="text-ink-faint">未定截止</span>
  return (
    <span className={`whitespace-nowrap ${toneOf(deadline, now)}`}>
      {!isShort && `截止 ${deadline.slice(0, 16)}，`}
      {leftOf(deadline, now)}
    </span>
  )
}

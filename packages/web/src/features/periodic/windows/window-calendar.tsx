import './window-calendar.css'
import type { FillTime } from '@xinchu/sdk'
import { windowPeriod } from '@xinchu/validators'
import { type KeyboardEvent, useState } from 'react'
import { nowInBeijing, thisYear } from '../../../lib/beijing.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { Choice } from '../../../ui/ports.ts'
import { useIsNarrow } from '../../../ui/use-media.ts'
import { WindowList } from './window-list.tsx'
import { deadlinesText, spanText } from './window-words.ts'
import { BAR_STATES, type Bar, type KindRow, kindRows, placeIn } from './year-bars.ts'

const MONTHS = Array.from({ length: 12 }, (_, at) => `${at + 1}月`)
const LANE_PX = 28
const GAP_PX = 6

const percent = (part: number) => `${(part * 100).toFixed(3)}%`

/** All that a bar shows, for screen readers and as its tooltip. */
function wordsOf({ window, state, isExtension }: Bar, kind: string): string {
  const deadlines = deadlinesText(window)
  return [
    `${kind} ${windowPeriod(window)}${isExtension ? '（延期）' : ''}`,
    spanText(window),
    deadlines && `各级截止：${deadlines}`,
    BAR_STATES[state],
  ]
    .filter(Boolean)
    .join('，')
}

interface BarProps {
  bar: Bar
  kind: string
  onOpen: (window: FillTime) => void
}

function BarButton({ bar, kind, onOpen }: BarProps) {
  const { window, from, to, lane, state, isExtension, marks } = bar
  const words = wordsOf(bar, kind)
  return (
    <button
      type="button"
      data-bar
      data-state={state}
      data-extension={isExtension || undefined}
      aria-label={words}
      title={words}
      onClick={() => onOpen(window)}
      className="window-bar"
      style={{ left: percent(from), width: percent(to - from), top: lane * LANE_PX + GAP_PX }}
    >
      <span className="truncate">
        {window.quarter
          ? `第${window.quarter}季度`
          : window.batchNo
            ? `第${window.batchNo}批`
            : `${window.year}年`}
      </span>
      {marks.map(({ name, at }) => (
        <i key={name} style={{ left: percent((at - from) / Math.max(to - from, 0.001)) }} />
      ))}
    </button>
  )
}

/** Left and right move between the bars of the calendar. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  const bars = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-bar]')]
  const at = document.activeElement instanceof HTMLElement ? bars.indexOf(document.activeElement) : -1
  const next = bars[at + step]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}

interface GridProps {
  rows: readonly KindRow[]
  year: number
  now: string
  nameOf: (kind: string) => string
  onOpen: (window: FillTime) => void
}

function YearGrid({ rows, year, now, nameOf, onOpen }: GridProps) {
  const today = placeIn(year, now)
  return (
    <div className="window-year">
      <div className="window-months" aria-hidden="true">
        {MONTHS.map((month) => (
          <span key={month}>{month}</span>
        ))}
      </div>
      <ul onKeyDown={moveFocus}>
        {rows.map(({ kind, bars, lanes, gaps }) => (
          <li key={kind} className="window-row">
            <div className="window-kind">
              {nameOf(kind)}
              {gaps.length > 0 && (
                <span className="block text-warning text-xs" title={`未设置：${gaps.join('、')}`}>
                  缺 {gaps.join('、')}
                </span>
              )}
            </div>
            <div className="window-lanes" style={{ height: lanes * LANE_PX - 4 + 2 * GAP_PX }}>
              {bars.map((bar) => (
                <BarButton key={bar.window.id} bar={bar} kind={nameOf(kind)} onOpen={onOpen} />
              ))}
              {bars.length === 0 && <span className="window-none">本年未设置</span>}
            </div>
          </li>
        ))}
      </ul>
      {today >= 0 && today <= 1 && (
        <div className="window-today" aria-hidden="true">
          <span style={{ left: percent(today) }}>
            <b>今天 {now.slice(5, 10)}</b>
          </span>
        </div>
      )}
    </div>
  )
}

function Legend() {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-2 text-ink-soft text-xs">
      {(['open', 'coming', 'ended', 'off'] as const).map((state) => (
        <span key={state} className="inline-flex items-center gap-1.5">
          <span className="window-swatch" data-state={state} />
          {BAR_STATES[state]}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5">
        <span className="window-swatch" data-extension />
        延期
      </span>
      <span>条内竖线为企业、县、市、省截止时间</span>
    </p>
  )
}

interface CalendarProps {
  windows: readonly FillTime[]
  kinds: readonly Choice[]
  onOpen: (window: FillTime) => void
}

/** A year of fill windows: a row for each kind, bars over the months. A list on narrow screens. */
export function WindowCalendar({ windows, kinds, onOpen }: CalendarProps) {
  const [year, setYear] = useState(thisYear)
  const isNarrow = useIsNarrow()
  const nameOf = (kind: string) => kinds.find(({ value }) => value === kind)?.label ?? kind
  const now = nowInBeijing()
  // The dictionary of kinds is the contract's enumeration.
  const known = kinds.map(({ value }) => value as FillTime['fillType'])
  const rows = kindRows(windows, known, year, now)
  return (
    <section className="card overflow-hidden" aria-label={`${year}年填报日历`}>
      <header className="flex flex-wrap items-center gap-x-2 border-line border-b px-4 py-2">
        <h2 className="mr-auto font-medium">填报日历</h2>
        <IconButton icon="chevronLeft" label="上一年" onClick={() => setYear(year - 1)} />
        <span role="status" className="min-w-16 text-center tabular-nums">
          {year}年
        </span>
        <IconButton icon="chevronRight" label="下一年" onClick={() => setYear(year + 1)} />
      </header>
      {isNarrow ? (
        <WindowList rows={rows} nameOf={nameOf} stateName={(state) => BAR_STATES[state]} onOpen={onOpen} />
      ) : (
        <>
          <YearGrid rows={rows} year={year} now={now} nameOf={nameOf} onOpen={onOpen} />
          <Legend />
        </>
      )}
    </section>
  )
}

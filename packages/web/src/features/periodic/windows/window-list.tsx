import type { FillTime } from '@xinchu/sdk'
import { windowPeriod } from '@xinchu/validators'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { deadlinesText, spanText } from './window-words.ts'
import type { BarState, KindRow } from './year-bars.ts'

interface WindowListProps {
  rows: readonly KindRow[]
  nameOf: (kind: string) => string
  stateName: (state: BarState) => string
  onOpen: (window: FillTime) => void
}

/** The windows of a year by kind, for narrow screens. */
export function WindowList({ rows, nameOf, stateName, onOpen }: WindowListProps) {
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ kind, bars, gaps }) => (
        <li key={kind} className="px-4 py-2.5 text-s">
          <p className="font-medium">{nameOf(kind)}</p>
          {bars.length === 0 && <p className="text-ink-faint">本年未设置</p>}
          {bars.map(({ window, state, isExtension }) => (
            <button
              key={window.id}
              type="button"
              onClick={() => onOpen(window)}
              className="mt-1.5 grid w-full gap-0.5 rounded-md border border-line px-3 py-2 text-left hover:bg-hover"
            >
              <span className="flex items-center gap-2">
                <span className="mr-auto">
                  {windowPeriod(window)}
                  {isExtension && '（延期）'}
                </span>
                <StatusTag label={stateName(state)} />
              </span>
              <span className="text-ink-soft text-xs tabular-nums">{spanText(window)}</span>
              {deadlinesText(window) && (
                <span className="text-ink-faint text-xs">{deadlinesText(window)}</span>
              )}
            </button>
          ))}
          {gaps.length > 0 && <p className="mt-1 text-warning text-xs">未设置：{gaps.join('、')}</p>}
        </li>
      ))}
    </ul>
  )
}

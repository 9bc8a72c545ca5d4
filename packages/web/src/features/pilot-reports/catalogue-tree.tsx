import { type KeyboardEvent, useRef } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { childrenOf, type EditedIndex, gapOf, pointsOf } from './catalogue-model.ts'

interface CatalogueTreeProps {
  rows: readonly EditedIndex[]
  chosen: string | undefined
  onChoose: (key: string) => void
}

const INDENT = 14

/** The indices with their points. The arrow keys move from one to the next. */
export function CatalogueTree({ rows, chosen, onChoose }: CatalogueTreeProps) {
  const list = useRef<HTMLUListElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const next = rows[rows.findIndex(({ key }) => key === chosen) + step]
    if (!next) return
    event.preventDefault()
    onChoose(next.key)
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus()
  }
  return (
    <ul ref={list} aria-label="评价指标" className="grid content-start gap-0.5 p-2">
      {rows.map((row) => {
        const gap = gapOf(pointsOf(row.fullScore), childrenOf(rows, row.key))
        return (
          <li key={row.key}>
            <button
              type="button"
              data-key={row.key}
              aria-current={row.key === chosen}
              tabIndex={row.key === chosen ? 0 : -1}
              onClick={() => onChoose(row.key)}
              onKeyDown={move}
              style={{ paddingLeft: 8 + (row.level - 1) * INDENT }}
              className={`flex min-h-9 w-full items-center gap-2 rounded-md pr-2 text-left text-s hover:bg-hover aria-[current=true]:bg-brand-soft aria-[current=true]:text-brand-ink ${row.level === 1 ? 'font-medium' : ''}`}
            >
              <span className="w-10 shrink-0 text-ink-faint text-xs tabular-nums">{row.code}</span>
              <span className="min-w-0 flex-1">{row.indexName || '未命名'}</span>
              {gap && (
                <span className="text-danger" title={gap}>
                  <Icon name="alert" size={14} />
                  <span className="sr-only">{gap}</span>
                </span>
              )}
              <span className="shrink-0 text-ink-soft tabular-nums">{row.fullScore} 分</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

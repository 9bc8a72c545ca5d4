import type { PinnedCard } from '@xinchu/sdk'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { type ChartOption, roomOf } from './chart.tsx'
import { type ShownTable, useShown } from './shown.ts'

const ROWS = 4

const CardFinding = lazy(async () => ({ default: (await import('./card-finding.tsx')).CardFinding }))
const CardFiles = lazy(async () => ({ default: (await import('./files/card-files.tsx')).CardFiles }))
const FigureTable = lazy(async () => ({ default: (await import('./figure-table.tsx')).FigureTable }))

/** Loading state of a card's figures. */
export interface CardState {
  error?: Error | null
  /** The figures are of the previous filters while new ones load. */
  isStale?: boolean
  onRetry?: () => void
}

export interface CardFrameProps extends CardState {
  title: string
  /** Undefined while loading. */
  table: ShownTable | undefined
  option: ChartOption
  /** Division code of the map's outlines. */
  map?: string | undefined
  /** Height of the chart in px, reserved while loading. */
  height: number
  /** Height in files and on paper, if another. */
  fileHeight?: number | undefined
  /** Name under which it can be pinned to the home page. */
  pin?: PinnedCard['card'] | undefined
  /** Takes the whole width of a printed page. */
  isWide?: boolean
  /** Switches in the card's head. */
  switches?: ReactNode
  note?: string | undefined
  /** Text without figures. */
  empty?: string
  className?: string
  /** The drawing; it may ask for the table. */
  children: (showTable: () => void) => ReactNode
}

/** Menu of a card's files, loaded after the page. */
export const LaterFiles = (props: ComponentProps<typeof CardFiles>) => (
  <Suspense fallback={<span className="size-8" />}>
    <CardFiles {...props} />
  </Suspense>
)

/** A chart with title and finding, switchable to a table of the same figures, with its files. */
export function CardFrame(props: CardFrameProps) {
  const { title, table, option, map, height, fileHeight = height, switches, note, className = '' } = props
  const { error, isStale = false, isWide, onRetry, empty = '没有符合条件的项目', children } = props
  const [isTable, setTable] = useState(false)
  const card =
    table && table.rows.length > 0 ? { ...table, note, option, map, height: fileHeight, isWide } : undefined
  const host = useShown<HTMLElement>(card && { kind: 'card', card })
  const body = () => {
    if (!table && error && onRetry) return <Failed error={error} onRetry={onRetry} />
    if (!table)
      return (
        <div style={{ height: roomOf(height) }} className="overflow-hidden">
          <Loading rows={ROWS} />
        </div>
      )
    if (!card) return <Empty>{empty}</Empty>
    return isTable ? (
      <Suspense fallback={<Loading rows={ROWS} />}>
        <FigureTable {...card} />
      </Suspense>
    ) : (
      children(() => setTable(true))
    )
  }
  return (
    <section ref={host} className={`card min-w-0 px-4 py-3 ${className}`}>
      <header className="flex flex-wrap items-center gap-x-2">
        <h2 className="mr-auto font-medium">{title}</h2>
        {switches}
        <Button
          look="quiet"
          aria-pressed={isTable}
          aria-label={`${title}以${isTable ? '图形' : '表格'}显示`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? '图形' : '表格'}
        </Button>
        <LaterFiles card={card} pin={props.pin} />
      </header>
      <div className="mb-2 h-5 text-ink-faint text-xs leading-5 max-sm:h-10">
        <Suspense>
          <CardFinding table={card} />
        </Suspense>
      </div>
      <div aria-busy={isStale} className={isStale ? 'opacity-60 transition-opacity' : ''}>
        {body()}
      </div>
      {note && <p className="mt-2 text-ink-faint text-xs">{note}</p>}
    </section>
  )
}

import { type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { Chart, type ChartOption } from '../chart.tsx'
import { type ShownTable, useShown } from '../shown.ts'

const FigureTable = lazy(async () => ({ default: (await import('../figure-table.tsx')).FigureTable }))
const CardFiles = lazy(async () => ({ default: (await import('../files/card-files.tsx')).CardFiles }))

const ROWS = 4
export const NOTHING = '该范围在此时期没有在运项目'

/** A mark of a chart, reached by the arrow keys. */
export interface Mark {
  /** What its tooltip says. */
  text: string
  /** Opens its rows. */
  open?: (() => void) | undefined
}

/** Loading state of a card's figures. */
export interface CardState {
  error: Error | null
  isStale: boolean
  onRetry: () => void
}

interface CompareCardProps extends CardState {
  /** Undefined while loading. */
  table: (ShownTable & { finding: string }) | undefined
  title: string
  option: ChartOption
  map?: string | undefined
  /** Height of the chart in px. */
  height: number
  /** Height in files and on paper, if another. */
  fileHeight?: number
  /** Switches in the card's head. */
  switches?: ReactNode
  /** Marks of the chart in reading order. */
  marks?: readonly Mark[]
  note?: string | undefined
  /** Text in the place of a chart that would show nothing. */
  replacement?: string | undefined
  className?: string
  /** A drawing of its own in the place of the chart. */
  children?: ReactNode
  onPart?: ((name: string, data: unknown, series: number) => void) | undefined
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

interface MarkedProps {
  label: string
  marks: readonly Mark[]
  onTable: () => void
  children: ReactNode
}

/** A chart as one tab stop: arrows go over its marks, Enter opens a mark's rows, T shows the table. */
function Marked({ label, marks, onTable, children }: MarkedProps) {
  const [at, setAt] = useState(-1)
  const mark = marks[at]
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    if (step !== undefined) setAt(Math.min(marks.length - 1, Math.max(0, at + step)))
    else if (event.key === 'Enter') mark?.open?.()
    else if (event.key.toLowerCase() === 't') onTable()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a chart is no set of form fields
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the chart act here
      tabIndex={0}
      onKeyDown={press}
      onBlur={() => setAt(-1)}
      className="rounded-md"
    >
      {children}
      <p role="status" className={mark ? 'mt-1 text-ink-soft text-s' : 'sr-only'}>
        {mark && (mark.open ? `${mark.text}；按 Enter 看组成` : mark.text)}
      </p>
    </div>
  )
}

/** A card of the comparison: title, finding, table, files and chart. */
export function CompareCard(props: CompareCardProps) {
  const { table, title, option, map, height, fileHeight = height, note, className = '', marks } = props
  const { error, isStale, onRetry, switches, children, onPart, replacement } = props
  const [isTable, setTable] = useState(false)
  const card =
    table && table.rows.length > 0 ? { ...table, note, option, map, height: fileHeight } : undefined
  const host = useShown<HTMLElement>(card && { kind: 'card', card })
  const label = table ? `${title}：${table.finding}` : title
  const drawing = () => {
    const drawn = children ?? (
      <Chart option={option} label={label} height={height} map={map} onPart={onPart} />
    )
    if (!marks) return drawn
    return (
      <Marked label={label} marks={marks} onTable={() => setTable(true)}>
        {drawn}
      </Marked>
    )
  }
  const body = () => {
    if (!table && error) return <Failed error={error} onRetry={onRetry} />
    if (!table)
      return (
        <div style={{ height: `min(${height}px, 92vw)` }} className="overflow-hidden">
          <Loading rows={ROWS} />
        </div>
      )
    if (!card) return <Empty>{NOTHING}</Empty>
    if (!isTable) return replacement ? <Empty>{replacement}</Empty> : drawing()
    return (
      <Suspense fallback={<Loading rows={ROWS} />}>
        <FigureTable {...card} />
      </Suspense>
    )
  }
  return (
    <section ref={host} className={`card min-w-0 px-4 py-3 ${className}`}>
      <header className="mb-2 flex flex-wrap items-start gap-x-2 gap-y-1">
        <div className="min-w-0 flex-1 basis-44">
          <h2 className="font-semibold text-[14.5px]">{title}</h2>
          <p className="min-h-5 text-[12.5px] text-ink-soft">{table?.finding}</p>
        </div>
        {switches}
        <Button
          look="quiet"
          aria-pressed={isTable}
          aria-label={`${title}以${isTable ? '图形' : '表格'}显示`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? '图形' : '表格'}
        </Button>
        <Suspense fallback={<span className="size-8" />}>
          <CardFiles card={card} />
        </Suspense>
      </header>
      <div aria-busy={isStale} className={isStale ? 'opacity-60 transition-opacity' : ''}>
        {body()}
      </div>
      {note && <p className="mt-2 text-ink-faint text-xs">{note}</p>}
    </section>
  )
}

import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Empty } from '../../../ui/states.tsx'
import { CardFrame, type CardFrameProps } from '../card-frame.tsx'
import { Chart, type ChartProps } from '../chart.tsx'
import type { ShownTable } from '../shown.ts'

export const NOTHING = '该范围在此时期没有在运项目'

/** A mark of a chart, reached by the arrow keys. */
export interface Mark {
  /** Text of its tooltip. */
  text: string
  /** Opens its rows. */
  open?: (() => void) | undefined
  /** The base side, where the rows are those of the other. */
  base?: { name: string; open: () => void }
}

/** Text of a mark with the keys that open its rows. */
const wordsOf = ({ text, open, base }: Mark) =>
  [text, open && '按 Enter 看组成', base && `按 Shift+Enter 看${base.name}的组成`].filter(Boolean).join('；')

interface CompareCardProps extends Omit<CardFrameProps, 'table' | 'children' | 'empty'> {
  /** Undefined while loading. */
  table: (ShownTable & { finding: string }) | undefined
  /** Marks of the chart in reading order. */
  marks?: readonly Mark[]
  /** Text in the place of a chart that would show nothing. */
  replacement?: string | undefined
  /** A drawing of its own in the place of the chart. */
  children?: ReactNode
  onPart?: ChartProps['onPart']
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

interface MarkedProps {
  label: string
  marks: readonly Mark[]
  onTable: () => void
  children: ReactNode
}

/** A chart as one tab stop: arrows go over its marks, Enter opens a mark's rows, with Shift those of the base, T shows the table. */
function Marked({ label, marks, onTable, children }: MarkedProps) {
  const [at, setAt] = useState(-1)
  const mark = marks[at]
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    if (step !== undefined) setAt(Math.min(marks.length - 1, Math.max(0, at + step)))
    else if (event.key === 'Enter' && event.shiftKey && mark?.base) mark.base.open()
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
        {mark && wordsOf(mark)}
      </p>
    </div>
  )
}

/** A card of the comparison, whose chart is reached by keys. */
export function CompareCard({ marks, replacement, children, onPart, ...frame }: CompareCardProps) {
  const { table, title, option, height, map } = frame
  const label = table ? `${title}：${table.finding}` : title
  const drawn = children ?? <Chart option={option} label={label} height={height} map={map} onPart={onPart} />
  return (
    <CardFrame {...frame} empty={NOTHING}>
      {(showTable) => {
        if (replacement) return <Empty>{replacement}</Empty>
        if (!marks) return drawn
        return (
          <Marked label={label} marks={marks} onTable={showTable}>
            {drawn}
          </Marked>
        )
      }}
    </CardFrame>
  )
}

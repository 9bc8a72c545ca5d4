import type { ReactElement } from 'react'
import { CardFrame, type CardFrameProps } from './card-frame.tsx'
import type { ChartProps } from './chart.tsx'
import type { FigureTableProps } from './figure-table.tsx'
import type { ShownTable } from './shown.ts'

type Framed = Pick<
  CardFrameProps,
  'error' | 'isStale' | 'onRetry' | 'note' | 'empty' | 'className' | 'height' | 'isWide' | 'pin'
>

interface ChartCardProps<Row> extends Omit<FigureTableProps<Row>, 'rows'>, Framed {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  /** The chart. */
  children: ReactElement<ChartProps>
}

/** A table's figures in full precision. */
const shownTable = <Row,>({ cellsOf, nameOf, stateOf, ...table }: FigureTableProps<Row>): ShownTable => ({
  ...table,
  rows: table.rows.map((row) => ({
    name: nameOf(row),
    values: table.columns.map(({ of }) => of(row)),
    cells: cellsOf?.(row),
    ...(stateOf && { state: stateOf(row) }),
  })),
})

/** A card of a chart and its rows. */
export function ChartCard<Row>({ children, rows, ...card }: ChartCardProps<Row>) {
  const { option, map } = children.props
  const { title, finding, group, isCourse, nameOf, columns, cellsOf, stateOf, address, ...frame } = card
  const texts = { title, finding, group, isCourse, address }
  const table = rows && shownTable({ ...texts, nameOf, columns, cellsOf, stateOf, rows })
  return (
    <CardFrame {...frame} title={title} table={table} option={option} map={map}>
      {() => children}
    </CardFrame>
  )
}

import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { PaperWords } from '../ports.ts'
import { type Column, decimalsIn, shownOf } from '../table/column.ts'
import { usePageBoxes } from './page-boxes.ts'
import { NUMBER_WIDTH, type PaperColumn, paperOf } from './paper.ts'

/** A list as it is printed. */
export interface ListOnPaper<Row> {
  title: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Which rows these are, such as 全部 32 件. */
  chosen: string
  /** Conditions and order, in words. */
  conditions: ReactNode
  order: string | undefined
  sums: string | undefined
  note: ReactNode
}

/** What a person sees in the cell. Buttons of it are read as text. */
const cellOf = <Row,>(column: Column<Row>, row: Row, decimals: ReadonlyMap<string, number>): ReactNode =>
  column.cell && column.value === undefined ? column.cell(row) : shownOf(column, row, decimals)

interface PartProps<Row> {
  columns: readonly PaperColumn<Row>[]
  rows: readonly Row[]
  decimals: ReadonlyMap<string, number>
}

function Part<Row>({ columns, rows, decimals }: PartProps<Row>) {
  return (
    <table>
      <colgroup>
        <col style={{ width: NUMBER_WIDTH }} />
        {columns.map(({ column, width }) => (
          <col key={column.key} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">序</th>
          {columns.map(({ column }) => (
            <th key={column.key} scope="col" className={column.kind === 'number' ? 'text-right' : ''}>
              {column.title}
              {column.unit && <span> {column.unit}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows on paper are numbered and never move
          <tr key={at}>
            <td>{at + 1}</td>
            {columns.map(({ column }) => (
              <td key={column.key} className={column.kind === 'number' ? 'text-right' : ''}>
                {cellOf(column, row, decimals)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <p className="flex gap-2">
    <span className="shrink-0">{name}</span>
    <span>{children}</span>
  </p>
)

/** A list on pages of its own, which take the place of the screen's while it is printed. */
export function PrintedList<Row>({ list, words }: { list: ListOnPaper<Row>; words: PaperWords }) {
  usePageBoxes({ ...words, title: list.title })
  const { isLandscape, parts } = paperOf(list.columns, list.rows)
  const decimals = decimalsIn(list.columns, list.rows)
  return createPortal(
    <div className={`print-list ${isLandscape ? 'is-landscape' : ''}`}>
      <h1>{list.title}</h1>
      {list.conditions && <Line name="条件">{list.conditions}</Line>}
      {list.order && <Line name="次序">{list.order}</Line>}
      <Line name="选取">{list.chosen}</Line>
      {list.sums && <Line name="合计">{list.sums}</Line>}
      {list.note && <p>{list.note}</p>}
      {parts.map((columns, at) => (
        <section key={columns.map(({ column }) => column.key).join()}>
          {parts.length > 1 && (
            <h2>
              第 {at + 1} 部分，共 {parts.length} 部分：
              {columns
                .slice(1)
                .map(({ column }) => column.title)
                .join('、')}
            </h2>
          )}
          <Part columns={columns} rows={list.rows} decimals={decimals} />
        </section>
      ))}
    </div>,
    document.body,
  )
}

import { type FigureState, STATE_CAPTIONS } from '@xinchu/validators'
import { Wide } from '../../ui/wide.tsx'
import type { FigureColumn } from './figure-columns.ts'
import { textsOf } from './figure-texts.ts'
import { FigureLink } from './rows/figure-link.tsx'
import type { ShownTable } from './shown.ts'

export interface FigureTableProps<Row> {
  title: string
  /** Finding in one sentence; by default made from the columns. */
  finding?: string | undefined
  /** Heading of the first column, such as 地区. */
  group: string
  /** Rows follow each other in time. */
  isCourse?: boolean | undefined
  rows: readonly Row[]
  nameOf: (row: Row) => string
  columns: readonly FigureColumn<Row>[]
  /** The groups of a row, as `dimension:key`, by which its figures lead to their rows. */
  cellsOf?: ((row: Row) => readonly string[]) | undefined
  /** State of a row's figures, where the rows are of several periods. */
  stateOf?: ((row: Row) => FigureState | undefined) | undefined
  /** Conditions by which the page's address for programs has these rows, if not the groups of `cellsOf`. */
  address?: string | undefined
}

/** Cells of a row's state. */
export const STATES = ['status', 'batch'] as const

/** The figures of a chart as a table. */
export function FigureTable({ title, group, rows, columns }: ShownTable) {
  const texts = textsOf({ columns, rows })
  const hasStates = rows.some(({ state }) => state)
  return (
    <Wide className="max-h-[420px] overflow-y-auto" label={`${title}数据`}>
      <table className="w-full whitespace-nowrap text-s">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-surface text-left text-ink-faint text-xs">
          <tr>
            <th scope="col" className="py-2 pr-3 font-medium">
              {group}
            </th>
            {columns.map(({ caption, unit }) => (
              <th key={caption} scope="col" className="px-2 py-2 text-right font-medium">
                {caption}（{unit}）
              </th>
            ))}
            {hasStates &&
              STATES.map((each) => (
                <th key={each} scope="col" className="px-2 py-2 font-medium">
                  {STATE_CAPTIONS[each]}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values, cells, state }, row) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {name}
              </th>
              {columns.map(({ caption, rows: of, cells: further = [] }, at) => (
                <td key={caption} className="px-2 py-1.5 text-right">
                  {of && cells && values[at] !== undefined ? (
                    <FigureLink of={of} cells={[...cells, ...further]}>
                      {texts[row]?.[at]}
                    </FigureLink>
                  ) : (
                    texts[row]?.[at]
                  )}
                </td>
              ))}
              {hasStates &&
                STATES.map((each) => (
                  <td key={each} className="px-2 py-1.5 text-ink-soft">
                    {state?.[each]}
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

import { missingParts, periodText, quantity, REPORT_TERMS } from '@xinchu/validators'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import './heat-map.css'
import {
  type Cell,
  CLASSES,
  classOf,
  type Grid,
  inOrder,
  isLate,
  type Measure,
  missingOf,
  RATE_TERMS,
  rateOf,
  reportsOf,
  SORTS,
  type Sort,
} from './model.ts'

interface HeatMapProps {
  grid: Grid
  measure: Measure
  /** Index of the chosen quarter. */
  at: number
  /** Code of the chosen place; '' for all. */
  place: string
  onChoose: (at: number, place: string) => void
  /** Opens the parts of a place; undefined at the lowest level. */
  onPlace: ((code: string) => void) | undefined
  sort: Sort
  onSort: (sort: Sort) => void
  /** Action of a place, by its code and name; undefined for users without one. */
  actionOf: ((code: string, name: string) => ReactNode) | undefined
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
}

/** Up to this many quarters have wide cells and leave room beside the table. */
const FEW = 6

const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, value))

/** Keeps the chosen quarter in sight where the table is wider than its card, with the quarters before it. */
function useInSight(table: RefObject<HTMLTableElement | null>, at: number, quarters: number) {
  useLayoutEffect(() => {
    const host = table.current?.parentElement
    const cell = table.current?.querySelector(`[data-cell="0-${at}"]`)
    if (!host || !cell || quarters === 0) return
    const { left, right } = host.getBoundingClientRect()
    const place = cell.getBoundingClientRect()
    // The first column stays in place and covers what is below it.
    const covered = table.current?.querySelector('tbody th')?.getBoundingClientRect().width ?? 0
    if (place.right > right || place.left < left + covered) host.scrollLeft += place.right - right
  }, [table, at, quarters])
}

/** Moves the focus between cells by arrows, Home and End. */
function useCellKeys(rows: number, columns: number) {
  const table = useRef<HTMLTableElement>(null)
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const cell = event.target instanceof HTMLElement ? event.target.dataset['cell'] : undefined
    if (!step || !cell) return
    event.preventDefault()
    const [row = 0, column = 0] = cell.split('-').map(Number)
    const next = `${within(row + step[0], rows)}-${within(column + step[1], columns)}`
    table.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus()
  }
  return { table, press }
}

const wordsOf = (cell: Cell | undefined, measure: Measure) => {
  if (!cell) return '无应报项目'
  const rate = rateOf(cell, measure)
  const share = RATE_TERMS[measure].term
  const late = cell.times ? `，按时 ${cell.times.onTime}，迟报 ${cell.times.late}` : ''
  const shown = rate === undefined ? `${share} 无数据` : `${share} ${quantity(rate, '%')}%`
  const missing = missingParts(reportsOf(cell)).map(([term, count]) => `，${term} ${count}`)
  return `${shown}，已报 ${cell.reported} / 应报 ${cell.due}${late}${missing.join('')}`
}

const exact = (rate: number | undefined) => (rate === 100 ? '100' : quantity(rate, '%'))

function Legend() {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs" aria-label="图例">
      {CLASSES.map(([, caption], at) => (
        <li key={caption} className="inline-flex items-center gap-1.5">
          <span className="heat-sample" data-class={at + 1} />
          {caption}
        </li>
      ))}
      <li className="inline-flex items-center gap-1.5">
        <span className="heat-sample" data-class={0} />
        无应报项目
      </li>
      <li className="inline-flex items-center gap-1.5">
        <span className="heat-late" />
        迟报超过一成
      </li>
    </ul>
  )
}

const CAPTIONS: Readonly<Record<Sort, { term: string; meaning: string }>> = {
  due: REPORT_TERMS.due,
  pending: REPORT_TERMS.pending,
  overdue: REPORT_TERMS.overdue,
  late: REPORT_TERMS.late,
  onTime: RATE_TERMS.time,
}

/** Quarters as column heads, their years above the first of each. */
function Heads({
  grid,
  at,
  sort,
  onSort,
  actionOf,
}: Omit<HeatMapProps, 'measure' | 'place' | 'onChoose' | 'onPlace'>) {
  const years = [...new Set(grid.quarters.map(({ year }) => year))]
  return (
    <thead>
      <tr>
        <td />
        {years.map((year) => (
          <th key={year} colSpan={grid.quarters.filter((each) => each.year === year).length} scope="colgroup">
            {year}
          </th>
        ))}
        <td colSpan={SORTS.length + (actionOf ? 1 : 0)} />
      </tr>
      <tr>
        <th scope="col">地区</th>
        {grid.quarters.map((each, column) => (
          <th key={periodText(each)} scope="col" className={column === at ? 'font-semibold text-ink' : ''}>
            Q{each.quarter}
          </th>
        ))}
        {SORTS.map((each) => (
          <th
            key={each}
            scope="col"
            className="heat-count"
            aria-sort={each === sort ? (each === 'onTime' ? 'ascending' : 'descending') : 'none'}
          >
            <button
              type="button"
              className={each === sort ? 'font-semibold text-ink' : 'hover:underline'}
              title={`按${CAPTIONS[each].term}排列。${CAPTIONS[each].term}：${CAPTIONS[each].meaning}`}
              onClick={() => onSort(each)}
            >
              {CAPTIONS[each].term}
              {each === sort && <span aria-hidden="true">{each === 'onTime' ? ' ↑' : ' ↓'}</span>}
            </button>
          </th>
        ))}
        {actionOf && (
          <th scope="col" className="heat-count">
            催报
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Reporting rates of places by quarter. Every cell is a button that chooses what the list of missing reports shows. */
export function HeatMap(props: HeatMapProps) {
  const { grid, measure, at, place, sort, onSort, onChoose, onPlace, actionOf } = props
  const rows = [grid.total, ...inOrder(grid.places, at, sort)]
  const { table, press } = useCellKeys(rows.length, grid.quarters.length)
  useInSight(table, at, grid.quarters.length)
  const chosenRow = Math.max(
    0,
    rows.findIndex(({ code }) => code === place),
  )
  return (
    <>
      <Legend />
      <div className="relative overflow-x-auto">
        <table ref={table} className="heat-map" data-long={grid.quarters.length > FEW} onKeyDown={press}>
          <caption className="sr-only">各地区各季度报送率（%）</caption>
          <Heads grid={grid} at={at} sort={sort} onSort={onSort} actionOf={actionOf} />
          <tbody>
            {rows.map(({ code, name, cells }, row) => (
              <tr key={code} className={row === 0 ? 'font-semibold' : ''}>
                <th scope="row">
                  {onPlace && code ? (
                    <button
                      type="button"
                      className="text-brand-ink hover:underline"
                      onClick={() => onPlace(code)}
                    >
                      {name}
                    </button>
                  ) : (
                    name
                  )}
                </th>
                {grid.quarters.map((quarter, column) => {
                  const cell = cells[column]
                  const isChosen = row === chosenRow && column === at
                  return (
                    <td key={periodText(quarter)}>
                      <button
                        type="button"
                        className="heat-cell"
                        data-cell={`${row}-${column}`}
                        data-class={classOf(rateOf(cell, measure))}
                        data-late={isLate(cell) || undefined}
                        tabIndex={isChosen ? 0 : -1}
                        aria-pressed={isChosen}
                        aria-label={`${name}，${quarter.year}年第${quarter.quarter}季度，${wordsOf(cell, measure)}`}
                        title={wordsOf(cell, measure)}
                        onClick={() => onChoose(column, code)}
                      >
                        {cell && rateOf(cell, measure) !== undefined && exact(rateOf(cell, measure))}
                      </button>
                    </td>
                  )
                })}
                <td className="heat-count">{(cells[at]?.due ?? 0).toLocaleString('zh-CN')}</td>
                <td className="heat-count">{(cells[at]?.pending ?? 0).toLocaleString('zh-CN')}</td>
                <td className="heat-count font-semibold">
                  {(cells[at]?.overdue ?? 0).toLocaleString('zh-CN')}
                </td>
                <td className="heat-count">{cells[at]?.times?.late.toLocaleString('zh-CN') ?? '—'}</td>
                <td className="heat-count">
                  {cells[at]?.times ? `${exact(rateOf(cells[at], 'time'))}%` : '—'}
                </td>
                {actionOf && (
                  <td className="heat-count">{code && missingOf(cells[at]) > 0 && actionOf(code, name)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

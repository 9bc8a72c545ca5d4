import { periodText, REPORT_TERMS, reportTermsText } from '@xinchu/validators'
import type { ShownTable } from '../shown.ts'
import { type Grid, inOrder, type Measure, type PlaceRow, rateOf, type Sort } from './model.ts'

export const GRID_TITLES: Readonly<Record<Measure, string>> = {
  projects: '各地区各季度报送率',
  time: '各地区各季度按时率',
  power: '各地区各季度按功率报送率',
}

/** The grid as a table: the rates of all quarters, then the counts of the chosen one. The whole is no sum of rates. */
export function gridTable(grid: Grid, measure: Measure, at: number, sort: Sort): ShownTable {
  const valuesOf = ({ cells }: PlaceRow) => {
    const cell = cells[at]
    return [
      ...cells.map((each) => rateOf(each, measure)),
      cell?.due,
      cell?.pending,
      cell?.overdue,
      cell?.times?.late,
      rateOf(cell, 'time'),
    ]
  }
  const chosen = grid.quarters[at]
  const period = chosen ? periodText(chosen) : ''
  return {
    title: GRID_TITLES[measure],
    group: '地区',
    columns: [
      ...grid.quarters.map((each) => ({ caption: periodText(each), unit: '%' })),
      { caption: `${period} 应报`, unit: '个' },
      { caption: `${period} ${REPORT_TERMS.pending.term}`, unit: '个' },
      { caption: `${period} ${REPORT_TERMS.overdue.term}`, unit: '个' },
      { caption: `${period} 迟报`, unit: '个' },
      { caption: `${period} 按时率`, unit: '%' },
    ],
    rows: inOrder(grid.places, at, sort).map((place) => ({ name: place.name, values: valuesOf(place) })),
    total: valuesOf(grid.total),
    note: `${reportTermsText(['reportRate', 'onTimeRate', 'powerRate', 'pending', 'overdue'])}；无数据处没有应报项目。`,
    address: 'table=rates',
  }
}

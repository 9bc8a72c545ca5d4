import { type FigureState, STATE_CAPTIONS } from '@xinchu/validators'
import type { Cell } from '../../../lib/workbook.ts'
import type { ShownTable } from '../shown.ts'
import type { Context } from './context.ts'

const NOTE = '占比因四舍五入，合计可能不等于 100%。'

function totalOf({ columns, rows, total }: ShownTable): Cell[] {
  if (total) return ['合计', ...total]
  return [
    '合计',
    ...columns.map(({ isSum }, at) =>
      isSum ? Number(rows.reduce((sum, { values }) => sum + (values[at] ?? 0), 0).toFixed(4)) : undefined,
    ),
  ]
}

/** Rows of a chart's file: title, conditions, origin, head, figures in full precision and their state, total and notes. */
export function rowsOf(
  table: ShownTable,
  { title, conditions, origin, state, moment, notes = [], isSample, platform }: Context,
): Cell[][] {
  const { group, isCourse, columns, rows, note } = table
  const hasStates = state !== undefined || rows.some((row) => row.state)
  const cellsOf = (own: FigureState | undefined): Cell[] => (hasStates ? [own?.status, own?.batch] : [])
  return [
    [`${title}　${table.title}`],
    [`条件：${conditions}`],
    [`${origin}；共 ${rows.length} 行；导出时间 ${moment}`],
    [],
    [
      group,
      ...columns.map(({ caption, unit }) => `${caption}（${unit}）`),
      ...(hasStates ? [STATE_CAPTIONS.status, STATE_CAPTIONS.batch] : []),
    ],
    ...rows.map((row) => [row.name, ...row.values, ...cellsOf('state' in row ? row.state : state)]),
    // Years and quarters do not add up to a whole.
    ...(rows.length > 1 && !isCourse ? [[...totalOf(table), ...cellsOf(state)]] : []),
    [],
    [`说明：${NOTE}${note ?? ''}`],
    ...notes.map((each) => [each]),
    [`来源：${platform}${isSample ? '。演示数据，不代表官方统计' : ''}`],
  ]
}

import type { QueryClient } from '@tanstack/react-query'
import { sessionQueries } from '../../app/session-queries.ts'
import { nowInBeijing } from '../../lib/beijing.ts'
import { saveFile } from '../../lib/save-file.ts'
import type { Unit } from '../../lib/units.ts'
import type { Cell } from '../../lib/workbook.ts'
import { type Column, plainOf, titleOf } from '../../ui/table/column.ts'
import { type Reporting, reportingText } from './year-reporting.ts'
import { type CalcLine, lineColumns } from './year-table.tsx'

/** Rows of the file: title, reporting, the table as shown, the missing divisions and the source. */
export function exportRows(
  title: string,
  lines: readonly CalcLine[],
  unit: Unit,
  reporting: Reporting | undefined,
  source: string,
): Cell[][] {
  const columns = lineColumns(lines, unit)
  const cellOf = (column: Column<CalcLine>, line: CalcLine): Cell => {
    const value = plainOf(column, line)
    return typeof value === 'number' || typeof value === 'string' ? value : undefined
  }
  return [
    [title],
    ...(reporting ? [[reportingText(reporting)]] : []),
    [],
    columns.map(titleOf),
    ...lines.map((line) => columns.map((column) => cellOf(column, line))),
    [],
    ...(reporting?.missing.length ? [[`未报送：${reporting.missing.join('、')}`]] : []),
    [source],
  ]
}

/** Saves the shown calculations of a year as a workbook. */
export async function saveYear(
  client: QueryClient,
  { year, kinds }: { year: number; kinds: string },
  lines: readonly CalcLine[],
  unit: Unit,
  reporting: Reporting | undefined,
): Promise<void> {
  const { workbookOf } = await import('../../lib/workbook.ts')
  const platform = client.getQueryData(sessionQueries.platform.queryKey)
  const mark = platform?.demo ? '。演示数据，不代表官方统计' : ''
  const source = `来源：${platform?.title ?? ''}；${kinds ? `${kinds}；` : ''}共 ${lines.length} 行；导出时间 ${nowInBeijing()}${mark}`
  const title = `${year}年度测算汇总`
  saveFile(await workbookOf(title, exportRows(title, lines, unit, reporting, source)), `${title}.xlsx`)
}

import { type Cell, plainCell } from './cell.ts'
import { WorkbookError } from './error.ts'
import { openChecked } from './inspect.ts'
import { readCellParts } from './scan/parts.ts'
import { type ScanOptions, scanSheet } from './scan/scan-rows.ts'

export interface ReadOptions extends ScanOptions {
  /** Preferred sheet; the first one if the workbook has none of this name. */
  sheet?: string
}

export interface SheetRow {
  /** Row number in the workbook, from 1. */
  rowNo: number
  /** Cells from column A, without trailing empty cells. */
  cells: Cell[]
}

/**
 * Reads the non-empty rows at the consumer's pace, in the calling thread, as plain values: what an error or a format would say of
 * them is left out. A server uses `readRowsInWorker` instead.
 * @throws WorkbookError if the workbook is refused
 */
export async function* readRows(
  path: string,
  options: ReadOptions = {},
  signal?: AbortSignal,
): AsyncGenerator<SheetRow> {
  const { archive, structure } = await openChecked(path)
  try {
    const sheet = structure.sheets.find(({ name }) => name === options.sheet) ?? structure.sheets[0]
    if (!sheet) throw new WorkbookError('工作簿中没有工作表，请使用导入模板填写')
    const parts = await readCellParts(archive, structure)
    for await (const { rowNo, cells } of scanSheet(archive, sheet, parts, options)) {
      signal?.throwIfAborted()
      const plain = cells.map((cell) => plainCell(cell, structure.is1904))
      while (plain.length > 0 && plain.at(-1) === null) plain.pop()
      if (plain.length > 0) yield { rowNo, cells: plain }
    }
  } finally {
    archive.close()
  }
}

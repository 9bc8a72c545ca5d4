import type { Archive } from '../archive.ts'
import { WorkbookError } from '../error.ts'
import { limits } from '../limits.ts'
import type { Structure } from '../structure.ts'
import { decoded } from './parts.ts'
import { type CellParts, RowReader, type ScannedRow } from './row.ts'
import { SheetSplitter } from './sheet.ts'

export interface ScanOptions {
  /** First row to read, from 1. */
  fromRow?: number
  /** Maximum rows with content. A workbook with more is refused, not truncated. */
  maxRows?: number
  /** Columns beyond this one are ignored. */
  maxColumns?: number
}

export type SheetPart = Structure['sheets'][number]

/** Reads the non-empty rows of a sheet as the file has them. @throws WorkbookError if the sheet is refused */
export async function* scanSheet(
  archive: Archive,
  { part }: SheetPart,
  parts: CellParts,
  { fromRow = 1, maxRows = limits.rows, maxColumns = limits.columns }: ScanOptions = {},
  splitter: SheetSplitter = new SheetSplitter(),
): AsyncGenerator<ScannedRow> {
  let reader: RowReader | undefined
  let count = 0
  for await (const piece of decoded(archive.bytes(part))) {
    for (const element of splitter.take(piece)) {
      reader ??= new RowReader(splitter.prefix, parts, maxColumns)
      const row = reader.read(element)
      if (row.rowNo < fromRow || row.cells.length === 0) continue
      count += 1
      if (count > maxRows) throw new WorkbookError(`工作簿超过 ${maxRows} 行，请拆分后分别导入`)
      yield row
    }
  }
}

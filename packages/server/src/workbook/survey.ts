import type { Archive } from './archive.ts'
import { type DelimitedFile, readDelimited } from './delimited.ts'
import { openChecked } from './inspect.ts'
import { limits } from './limits.ts'
import { type MergedRange, mergedRanges } from './scan/merged.ts'
import { decoded, readCellParts } from './scan/parts.ts'
import { type CellParts, RowReader, type ScannedRow } from './scan/row.ts'
import { type SheetPart, scanSheet } from './scan/scan-rows.ts'
import { SheetSplitter } from './scan/sheet.ts'

/** What a sheet is like before its rows are read. */
export interface SheetSurvey {
  name: string
  isHidden: boolean
  /** Whether the workbook counts its days from 1904. */
  is1904?: true
  /** The first rows with content. */
  head: ScannedRow[]
  /** Number of rows with content. */
  rowCount: number
  merged: MergedRange[]
  /** Hidden columns as ranges, from 1. */
  hiddenColumns: readonly (readonly [first: number, last: number])[]
  /** Of a text file: its encoding and delimiter, as users call them. */
  text?: Pick<DelimitedFile, 'encoding' | 'delimiter' | 'isPlain'>
}

// Fifty may be above a heading; the values below it tell what its columns are.
const HEAD_ROWS = 250

/** A text file as a workbook of one sheet. */
async function surveyText(path: string): Promise<SheetSurvey> {
  const { rows, ...text } = await readDelimited(path)
  return {
    name: '',
    isHidden: false,
    head: rows.slice(0, HEAD_ROWS),
    rowCount: rows.length,
    merged: [],
    hiddenColumns: [],
    text,
  }
}

const hasContent = (xml: string): boolean => xml.includes('<') && /<(?:\w+:)?(?:v|t|f)[\s>]/.test(xml)

async function surveySheet(
  archive: Archive,
  { name, isHidden, part }: SheetPart,
  parts: CellParts,
): Promise<SheetSurvey> {
  const splitter = new SheetSplitter()
  const head: ScannedRow[] = []
  let reader: RowReader | undefined
  let rowCount = 0
  for await (const piece of decoded(archive.bytes(part)))
    for (const element of splitter.take(piece)) {
      reader ??= new RowReader(splitter.prefix, parts, limits.columns)
      const row = head.length < HEAD_ROWS ? reader.read(element) : undefined
      if (row ? row.cells.length === 0 : !hasContent(element.content)) continue
      if (row) head.push(row)
      rowCount += 1
    }
  const { merged, hiddenColumns } = splitter
  return { name, isHidden, head, rowCount, merged: mergedRanges(merged), hiddenColumns }
}

/**
 * Looks at all sheets of a workbook, or at a text file: its first rows, how many there are, and what stands behind them.
 * @throws WorkbookError if the file is refused
 */
export async function* surveySheets(path: string, kind: 'workbook' | 'text'): AsyncGenerator<SheetSurvey> {
  if (kind === 'text') {
    yield await surveyText(path)
    return
  }
  const { archive, structure } = await openChecked(path)
  try {
    const parts = await readCellParts(archive, structure)
    for (const sheet of structure.sheets)
      yield { ...(await surveySheet(archive, sheet, parts)), ...(structure.is1904 ? { is1904: true } : {}) }
  } finally {
    archive.close()
  }
}

/** Reads the non-empty rows of a sheet, or of a text file, as the file has them. @throws WorkbookError if it is refused */
export async function* scanRows(
  path: string,
  { name, text }: Pick<SheetSurvey, 'name' | 'text'>,
): AsyncGenerator<ScannedRow> {
  if (text) {
    yield* (await readDelimited(path)).rows
    return
  }
  const { archive, structure } = await openChecked(path)
  try {
    const sheet = structure.sheets.find((each) => each.name === name)
    const parts = await readCellParts(archive, structure)
    if (sheet) yield* scanSheet(archive, sheet, parts)
  } finally {
    archive.close()
  }
}

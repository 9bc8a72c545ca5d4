import { wordsOf } from '@xinchu/validators/reading'
import { type SheetSurvey, WorkbookError } from '../../workbook/index.ts'
import { type Header, nearestHeading, recognise } from './header.ts'
import { type PartsSheet, partsSheetOf } from './parts-sheet.ts'

/** The sheet that an import reads, with its heading, and what is said of the others. */
export interface ChosenSheet {
  sheet: SheetSurvey
  header: Header
  /** Sheets with the parts of its mixed stations. */
  parts: readonly PartsSheet[]
  words: string[]
}

interface Readable {
  sheet: SheetSurvey
  header: Header
  /** Number of rows below the heading. */
  count: number
}

function readable(sheet: SheetSurvey): Readable | undefined {
  const header = recognise(sheet.head)
  if (!header) return undefined
  const above = sheet.head.filter(({ rowNo }) => rowNo <= header.lastRow).length
  return { sheet, header, count: sheet.rowCount - above }
}

const listed = (sheets: readonly Readable[]): string =>
  sheets.map(({ sheet, count }) => `${sheet.name}（${count} 行）`).join('、')

function noHeading(sheets: readonly SheetSurvey[]): WorkbookError {
  const [nearest] = sheets.flatMap(({ head }) => nearestHeading(head) ?? [])
  const words = nearest
    ? wordsOf({ code: 'C-080', original: '', args: { row: String(nearest.rowNo), columns: nearest.columns } })
    : '前 50 行未找到表头，请使用导入模板填写'
  return new WorkbookError(words.slice(0, 500))
}

const unread = ({ sheet, count }: Readable): string =>
  wordsOf({
    code: 'C-082',
    original: sheet.name,
    args: { count: String(count), why: sheet.isHidden ? '隐藏' : '未选' },
  })

/**
 * Chooses the sheet that has projects, whatever it is called and wherever it stands.
 * @param chosenName name of the sheet that the user has chosen
 * @throws WorkbookError if there is none, or the user has to choose one
 */
export function chooseSheet(sheets: readonly SheetSurvey[], chosenName?: string): ChosenSheet {
  // A text file has no sheets.
  const wanted = sheets.some(({ text }) => text) ? undefined : chosenName
  const named = wanted === undefined ? undefined : sheets.find(({ name }) => name === wanted)
  if (wanted !== undefined && !named)
    throw new WorkbookError(
      `工作簿中没有工作表“${wanted}”，现有：${sheets.map(({ name }) => name).join('、')}`.slice(0, 500),
    )
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  const parts = shown.flatMap((sheet) => (sheet === named ? [] : (partsSheetOf(sheet) ?? [])))
  const others = shown.filter((sheet) => !parts.some((each) => each.sheet === sheet))
  // A sheet of parts alone is one of projects that lacks columns.
  const wholes = others.some((sheet) => isTable(sheet)) ? others : shown
  const found = (named ? [named] : wholes).flatMap((sheet) => readable(sheet) ?? [])
  const filled = found.filter(({ count }) => count > 0)
  if (filled.length > 1)
    throw new WorkbookError(
      wordsOf({
        code: 'C-081',
        original: '',
        args: { count: String(filled.length), sheets: listed(filled) },
      }),
    )
  const chosen = filled[0] ?? found[0]
  if (!chosen) throw noHeading(named ? [named] : sheets)
  const left = sheets.filter((sheet) => sheet !== chosen.sheet).flatMap((sheet) => leftOf(sheet))
  return {
    sheet: chosen.sheet,
    header: chosen.header,
    parts: parts.filter(({ sheet }) => sheet !== chosen.sheet),
    words: [...textWords(chosen.sheet), ...left.map(unread)],
  }
}

/** Whether a sheet has a heading of projects, however incomplete. */
function isTable({ head }: SheetSurvey): boolean {
  try {
    return recognise(head) !== undefined
  } catch (error) {
    if (error instanceof WorkbookError) return true
    throw error
  }
}

/** How a text file was understood, unless it is as most are. */
function textWords({ text }: SheetSurvey): string[] {
  if (!text || text.isPlain) return []
  return [
    wordsOf({ code: 'C-088', original: '', args: { encoding: text.encoding, separator: text.delimiter } }),
  ]
}

/** A sheet that is not read, if it has projects. One that could not be read either has none. */
function leftOf(sheet: SheetSurvey): Readable[] {
  try {
    const other = readable(sheet)
    return other && other.count > 0 ? [other] : []
  } catch (error) {
    if (error instanceof WorkbookError) return []
    throw error
  }
}

import { wordsOf } from '@xinchu/validators/reading'
import { type SheetSurvey, WorkbookError } from '../../workbook/index.ts'
import { type Header, nearestHeading, type Reading, recognise } from './header.ts'
import { type HeadingQuestion, questionOfSheets } from './heading-questions.ts'
import { type PartsSheet, partsSheetOf } from './parts-sheet.ts'

/** The sheet that an import reads, with its heading, and what is said of the others. */
export interface ChosenSheet {
  sheet: SheetSurvey
  header: Header
  /** Sheets with the parts of its mixed stations. */
  parts: readonly PartsSheet[]
  words: string[]
  /** The sheets with projects that could be read instead, with the number of their rows. */
  tables: ReadonlyMap<string, number>
  /** What has to be answered before anything is read. */
  questions: readonly HeadingQuestion[]
}

/** What is known of a file before it is looked at. */
export interface SheetChoice {
  /** Name of the sheet that the user has chosen. */
  wanted?: string | undefined
  /** A sheet to prefer where several have projects and the user has chosen none. */
  preferred?: string | undefined
  /** How the headings of a sheet are to be read. */
  readingOf?: (sheet: SheetSurvey) => Reading
}

interface Readable {
  sheet: SheetSurvey
  header: Header
  /** Number of rows below the heading. */
  count: number
}

function readable(sheet: SheetSurvey, readingOf?: SheetChoice['readingOf']): Readable | undefined {
  const header = recognise(sheet.head, readingOf?.(sheet))
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

/** The sheet that the user has named. @throws WorkbookError if there is none */
function namedSheet(sheets: readonly SheetSurvey[], wanted: string | undefined): SheetSurvey | undefined {
  // A text file has no sheets.
  if (wanted === undefined || sheets.some(({ text }) => text)) return undefined
  const named = sheets.find(({ name }) => name === wanted)
  if (named) return named
  const all = sheets.map(({ name }) => name).join('、')
  throw new WorkbookError(`工作簿中没有工作表“${wanted}”，现有：${all}`.slice(0, 500))
}

/** Chooses among sheets with headings; one that can be read before one that lacks columns. */
function choose(found: readonly Readable[], preferred: string | undefined) {
  const sound = found.filter(({ header }) => header.refusal === undefined)
  const all = sound.length > 0 ? sound : found
  const filled = all.filter(({ count }) => count > 0)
  const wished = filled.find(({ sheet }) => sheet.name === preferred)
  const whole = filled.find(({ header }) => header.questions.length === 0)
  const asks = filled.length > 1 && !wished
  return {
    chosen: wished ?? whole ?? filled[0] ?? all[0],
    questions: asks ? [questionOfSheets(filled.length, listed(filled))] : [],
    tables: new Map(filled.map(({ sheet, count }) => [sheet.name, count])),
  }
}

/**
 * Chooses the sheet that has projects, whatever it is called and wherever it stands. Where several have, it asks.
 * @throws WorkbookError if there is none, or one that lacks columns
 */
export function chooseSheet(
  sheets: readonly SheetSurvey[],
  { wanted, preferred, readingOf }: SheetChoice = {},
): ChosenSheet {
  const named = namedSheet(sheets, wanted)
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  const parts = shown.flatMap((sheet) => (sheet === named ? [] : (partsSheetOf(sheet) ?? [])))
  const others = shown.filter((sheet) => !parts.some((each) => each.sheet === sheet))
  // A sheet of parts alone is one of projects that lacks columns.
  const wholes = others.some(({ head }) => recognise(head) !== undefined) ? others : shown
  const found = wholes.flatMap((sheet) => readable(sheet, readingOf) ?? [])
  const own = named && (found.find(({ sheet }) => sheet === named) ?? readable(named, readingOf))
  const { chosen, questions, tables } = choose(named ? (own ? [own] : []) : found, preferred)
  if (!chosen) throw noHeading(named ? [named] : sheets)
  if (chosen.header.refusal !== undefined) throw new WorkbookError(chosen.header.refusal)
  const read = [chosen.sheet, ...parts.map(({ sheet }) => sheet)]
  const left = sheets.filter((sheet) => !read.includes(sheet)).flatMap(leftOf)
  return {
    sheet: chosen.sheet,
    header: chosen.header,
    parts: parts.filter(({ sheet }) => sheet !== chosen.sheet),
    words: [...textWords(chosen.sheet), ...left.map(unread)],
    tables: named ? new Map([...choose(found, undefined).tables, ...tables]) : tables,
    questions: [...questions, ...chosen.header.questions],
  }
}

/** How a text file was understood, unless it is as most are. */
function textWords({ text }: SheetSurvey): string[] {
  if (!text || text.isPlain) return []
  return [
    wordsOf({ code: 'C-088', original: '', args: { encoding: text.encoding, separator: text.delimiter } }),
  ]
}

/** A sheet that is not read, if it has projects. */
function leftOf(sheet: SheetSurvey): Readable[] {
  const other = readable(sheet)
  return other && other.header.refusal === undefined && other.count > 0 ? [other] : []
}

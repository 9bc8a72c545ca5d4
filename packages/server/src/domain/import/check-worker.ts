import { workerData } from 'node:worker_threads'
import { TechType } from '@xinchu/contract/codes'
import { type Source, wordsOf } from '@xinchu/validators/reading'
import { inBatches } from '../../runtime/in-batches.ts'
import { serveBatches } from '../../runtime/serve-batches.ts'
import {
  type ScannedRow,
  type SheetSurvey,
  scanRowsInWorker,
  surveyInWorker,
  WorkbookError,
} from '../../workbook/index.ts'
import { type Subject, subjectColumns } from '../es-project/duplicates/subject.ts'
import { Above } from './above.ts'
import type { CheckedBatch, CheckTask, FileSource, Layout, StagedSubject } from './check-protocol.ts'
import { type CheckedRow, checkRow } from './check-row.ts'
import { type ChosenSheet, chooseSheet } from './choose-sheet.ts'
import { ColumnValues } from './column-values.ts'
import { PARTS } from './columns.ts'
import { describeReading } from './describe-reading.ts'
import { headingText } from './heading-candidates.ts'
import { codeColumn, PartRows, Parts } from './parts-sheet.ts'
import type { RawRow } from './places.ts'
import { References } from './references.ts'
import { SheetReadings } from './saved-maps.ts'
import { WorkbookRows } from './workbook-rows.ts'

const task = workerData as CheckTask // what checkInWorker gives
const references = new References(task.references)

/** The state of reading a workbook. */
interface Seen {
  chosen?: ChosenSheet
  /** What is told of the reading with the first rows. */
  account?: Pick<CheckedBatch, 'reading' | 'isAsking'>
  rows?: WorkbookRows
  parts?: Parts
  /** Number of columns of its longest row. */
  width: number
}

const sourceOf = ({ sheet: { is1904, text } }: Pick<ChosenSheet, 'sheet'>): FileSource => ({
  by: text ? 'csv' : 'workbook',
  ...(is1904 ? { is1904 } : {}),
})

const layoutOf = (chosen: ChosenSheet, width: number): Layout => ({
  source: sourceOf(chosen),
  sheet: chosen.sheet.name,
  headings: chosen.header.rows,
  notes: chosen.header.notes ?? width + 1,
})

/** Reads all parts of mixed stations. They are few, and their order is free. */
async function partsIn(path: string, { parts: sheets }: ChosenSheet, source: Source): Promise<Parts> {
  const parts = new Parts()
  for (const sheet of sheets) {
    const reader = new PartRows(sheet, source)
    for await (const batch of scanRowsInWorker(path, sheet.sheet))
      for (const row of batch) reader.read(row, parts)
  }
  return parts
}

/** Column of the platform's numbers of projects, from 1; 0 for none. */
const codeIn = ({ header: { ignored } }: ChosenSheet): number =>
  [...ignored].find(([, text]) => codeColumn([text]) === 0)?.[0] ?? 0

/** Whether a row is a mixed station. Others have no parts, even if a sheet beside them looks like one of parts. */
const isMixed = ({ techType = '' }: RawRow): boolean =>
  references.dictionaries.valueOf('tech_type', techType) === TechType.hybrid

/** Says which parts have no project. */
function wordsOfParts({ parts: sheets }: ChosenSheet, parts: Parts | undefined): string[] {
  if (!parts || parts.left === 0) return []
  const original = sheets.map(({ sheet }) => sheet.name).join('”“')
  const args = { count: String(parts.left), why: '没有对应的混合储能项目' }
  return [wordsOf({ code: 'C-082', original, args })]
}

const valuesIn = (sheet: SheetSurvey, rows: readonly ScannedRow[]): ColumnValues =>
  new ColumnValues(rows, { ...sourceOf({ sheet }), today: task.today }, references.dictionaries)

/** Finds the sheet and its columns, and notes how they are understood. */
async function lookAt(given: CheckTask & { kind: 'workbook' }, seen: Seen): Promise<ChosenSheet> {
  const sheets = await surveyInWorker(given.path, given.file)
  const readings = new SheetReadings(sheets, given, valuesIn)
  const chosen = chooseSheet(sheets, readings.choice)
  const saved = readings.savedOf(chosen.sheet)
  if (saved) chosen.words.push(`按 ${saved.day} 保存的对应关系读取`)
  const { head } = chosen.sheet
  const below = head.filter(({ rowNo }) => rowNo > chosen.header.lastRow)
  seen.account = {
    reading: describeReading(sheets, chosen, valuesIn(chosen.sheet, below), saved),
    ...(chosen.questions.length > 0 ? { isAsking: true } : {}),
  }
  return chosen
}

/** Checks the rows below the heading of a workbook one by one, while another thread reads ahead. */
async function* checkedWorkbook(
  given: CheckTask & { kind: 'workbook' },
  seen: Seen,
): AsyncGenerator<CheckedRow> {
  const { path, after } = given
  const chosen = await lookAt(given, seen)
  if (chosen.questions.length > 0) return
  const source: Source = { ...sourceOf(chosen), today: task.today }
  const rows = new WorkbookRows(chosen, source)
  const parts = await partsIn(path, chosen, source)
  Object.assign(seen, { chosen, rows, parts })
  const code = codeIn(chosen)
  const above = new Above()
  const context = { references, ground: task.ground, source, letters: chosen.header.letters }
  for await (const batch of scanRowsInWorker(path, chosen.sheet))
    for (const row of batch) {
      seen.width = Math.max(seen.width, row.cells.length)
      // Rows that were checked before are read again for the account of the whole workbook.
      const read = rows.read(row)
      if (!read) continue
      const texts = isMixed(read.raw)
        ? parts.take(headingText(row.cells[code - 1]), read.raw['projectName'] ?? '')
        : undefined
      const raw = texts === undefined ? read.raw : { ...read.raw, [PARTS]: texts }
      const cells = above.next({ raw, cells: read.cells })
      if (row.rowNo > after) yield checkRow(row.rowNo, raw, context, cells)
    }
}

function* checkedRows(task: CheckTask & { kind: 'rows' }): Generator<CheckedRow> {
  const { ground, letters, today, from } = task
  const context = { references, ground, source: { ...from, today }, letters }
  const above = task.above && new Above(task.above)
  for (const { rowNo, raw, cells } of task.rows)
    yield checkRow(rowNo, raw, context, above?.next({ raw, cells }) ?? cells ?? {})
}

const COMPARED = ['name_keys', ...subjectColumns] as const

function subjectsOf({ row_no, project }: CheckedRow): StagedSubject[] {
  if (!project) return []
  const compared = Object.fromEntries(COMPARED.map((name) => [name, project[name]]))
  return [{ row_no, ...(compared as unknown as Subject) }] // columns of es_project, as checkRow read them
}

async function* batches(): AsyncGenerator<CheckedBatch> {
  const seen: Seen = { width: 0 }
  const rows = task.kind === 'workbook' ? checkedWorkbook(task, seen) : checkedRows(task)
  for await (const batch of inBatches(rows, task.batchRows))
    yield {
      rows: JSON.stringify(batch),
      count: batch.length,
      subjects: batch.flatMap(subjectsOf),
      ...accountOf(seen),
    }
  // Notes about rows below the last project, or about a workbook without any.
  if (task.kind === 'workbook') yield { rows: '[]', count: 0, subjects: [], ...accountOf(seen) }
}

/** What is told of the reading so far; how the file was understood only once. */
function accountOf(seen: Seen): Omit<CheckedBatch, 'rows' | 'count' | 'subjects'> {
  const { chosen, rows, parts, width, account } = seen
  delete seen.account
  if (!chosen || !rows)
    return { letters: task.kind === 'rows' ? task.letters : {}, layout: undefined, notes: [], ...account }
  const notes = [...rows.words, ...wordsOfParts(chosen, parts)]
  return { letters: chosen.header.letters, layout: layoutOf(chosen, width), notes, ...account }
}

await serveBatches(batches(), (error) => (error instanceof WorkbookError ? error.message : undefined))

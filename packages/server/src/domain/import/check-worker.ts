import { workerData } from 'node:worker_threads'
import type { Source } from '@xinchu/validators/reading'
import { inBatches } from '../../runtime/in-batches.ts'
import { serveBatches } from '../../runtime/serve-batches.ts'
import { scanRowsInWorker, surveyInWorker, WorkbookError } from '../../workbook/index.ts'
import { type Subject, subjectColumns } from '../es-project/duplicates/subject.ts'
import type { CheckedBatch, CheckTask, FileSource, Layout, StagedSubject } from './check-protocol.ts'
import { type CheckedRow, checkRow } from './check-row.ts'
import { type ChosenSheet, chooseSheet } from './choose-sheet.ts'
import { References } from './references.ts'
import { WorkbookRows } from './workbook-rows.ts'

const task = workerData as CheckTask // what checkInWorker gives
const references = new References(task.references)

/** The state of reading a workbook. */
interface Seen {
  chosen?: ChosenSheet
  rows?: WorkbookRows
  /** Number of columns of its longest row. */
  width: number
}

const sourceOf = ({ sheet: { is1904, text } }: ChosenSheet): FileSource => ({
  by: text ? 'csv' : 'workbook',
  ...(is1904 ? { is1904 } : {}),
})

const layoutOf = (chosen: ChosenSheet, width: number): Layout => ({
  source: sourceOf(chosen),
  sheet: chosen.sheet.name,
  headings: chosen.header.rows,
  notes: chosen.header.notes ?? width + 1,
})

/** Checks the rows below the heading of a workbook one by one, while another thread reads ahead. */
async function* checkedWorkbook(
  { path, file, after, sheet }: CheckTask & { kind: 'workbook' },
  seen: Seen,
): AsyncGenerator<CheckedRow> {
  const sheets = await surveyInWorker(path, file)
  const chosen = chooseSheet(sheets, sheet)
  const source: Source = { ...sourceOf(chosen), today: task.today }
  const rows = new WorkbookRows(chosen, source)
  Object.assign(seen, { chosen, rows })
  const context = { references, ground: task.ground, source, letters: chosen.header.letters }
  for await (const batch of scanRowsInWorker(path, chosen.sheet))
    for (const row of batch) {
      seen.width = Math.max(seen.width, row.cells.length)
      // Rows that were checked before are read again for the account of the whole workbook.
      const read = rows.read(row)
      if (read && row.rowNo > after) yield checkRow(row.rowNo, read.raw, context, read.cells)
    }
}

function* checkedRows(task: CheckTask & { kind: 'rows' }): Generator<CheckedRow> {
  const { ground, letters, today, from } = task
  const context = { references, ground, source: { ...from, today }, letters }
  for (const { rowNo, raw, cells } of task.rows) yield checkRow(rowNo, raw, context, cells ?? {})
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

function accountOf({ chosen, rows, width }: Seen): Pick<CheckedBatch, 'letters' | 'layout' | 'notes'> {
  if (!chosen || !rows)
    return { letters: task.kind === 'rows' ? task.letters : {}, layout: undefined, notes: [] }
  return { letters: chosen.header.letters, layout: layoutOf(chosen, width), notes: rows.words }
}

await serveBatches(batches(), (error) => (error instanceof WorkbookError ? error.message : undefined))

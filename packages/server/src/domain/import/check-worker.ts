import { workerData } from 'node:worker_threads'
import { inBatches } from '../../runtime/in-batches.ts'
import { serveBatches } from '../../runtime/serve-batches.ts'
import { readRowsInWorker, WorkbookError } from '../../workbook/index.ts'
import { type Subject, subjectColumns } from '../es-project/duplicates/subject.ts'
import {
  type CheckedBatch,
  type CheckTask,
  type Layout,
  SHEET,
  type StagedSubject,
} from './check-protocol.ts'
import { type CheckContext, type CheckedRow, checkRow } from './check-row.ts'
import { HeaderSearch, rawRow } from './header.ts'
import { conversionNotes } from './heading-units.ts'
import { References } from './references.ts'

const task = workerData as CheckTask // what checkInWorker gives
const references = new References(task.references)

/** Facts about a workbook found while reading it. */
interface Seen {
  header: HeaderSearch
  /** Number of columns of its longest row. */
  width: number
}

function layoutOf({ header, width }: Seen): Layout {
  return { headings: header.rows, notes: header.get().notes ?? width + 1 }
}

/** Checks the rows below the heading of a workbook one by one, while another thread reads ahead. */
async function* checkedWorkbook(
  { path, after }: { path: string; after: number },
  seen: Seen,
): AsyncGenerator<CheckedRow> {
  let context: CheckContext | undefined
  for await (const rows of readRowsInWorker(path, { sheet: SHEET })) {
    for (const { rowNo, cells } of rows) {
      seen.width = Math.max(seen.width, cells.length)
      const header = seen.header.under(rowNo, cells)
      // Converted cells are counted over the whole workbook.
      if (rowNo <= after && !header?.units.some(Boolean)) continue
      const raw = header && rawRow(header, cells)
      if (!header || !raw || rowNo <= after) continue
      context ??= { references, ground: task.ground, today: task.today, letters: header.letters }
      yield checkRow(rowNo, raw, context)
    }
  }
  seen.header.get()
}

function* checkedRows(task: CheckTask & { kind: 'rows' }): Generator<CheckedRow> {
  const context = { references, ground: task.ground, today: task.today, letters: task.letters }
  for (const { rowNo, raw } of task.rows) yield checkRow(rowNo, raw, context)
}

const COMPARED = ['name_keys', ...subjectColumns] as const

function subjectsOf({ row_no, project }: CheckedRow): StagedSubject[] {
  if (!project) return []
  const compared = Object.fromEntries(COMPARED.map((name) => [name, project[name]]))
  return [{ row_no, ...(compared as unknown as Subject) }] // columns of es_project, as checkRow read them
}

async function* batches(): AsyncGenerator<CheckedBatch> {
  const seen: Seen = { header: new HeaderSearch(), width: 0 }
  const rows = task.kind === 'workbook' ? checkedWorkbook(task, seen) : checkedRows(task)
  for await (const batch of inBatches(rows, task.batchRows))
    yield {
      rows: JSON.stringify(batch),
      count: batch.length,
      subjects: batch.flatMap(subjectsOf),
      letters: task.kind === 'workbook' ? seen.header.get().letters : task.letters,
      layout: task.kind === 'workbook' ? layoutOf(seen) : undefined,
      unknown: task.kind === 'workbook' ? seen.header.get().unknown : [],
      notes: task.kind === 'workbook' ? conversionNotes(seen.header.get().units) : [],
    }
}

await serveBatches(batches(), (error) => (error instanceof WorkbookError ? error.message : undefined))

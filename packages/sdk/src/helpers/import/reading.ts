import { ValidationError } from '../../errors.ts'
import type { ImportBatch, ImportMap, ImportReading, ImportReadingQuestion } from '../../types.ts'
import { finished } from './settle.ts'
import type { ImportCalls, ImportOptions, ImportOutcome } from './types.ts'

/** The field that a column of a file fills; null leaves the column out. */
export type ReadingMapColumn = { readonly field?: string; readonly unit?: string } | null

/** How a file is to be read: its sheet, and its columns by heading, or by `#` and letter. */
export interface ReadingMap {
  readonly version: 1
  readonly sheet?: string
  readonly columns: Readonly<Record<string, ReadingMapColumn>>
}

/** A map as the platform takes it. A body knows no null: there a column without a field is left out. */
export const importMapOf = ({ version, sheet, columns }: ReadingMap): ImportMap => ({
  version,
  ...(sheet === undefined ? {} : { sheet }),
  columns: Object.fromEntries(Object.entries(columns).map(([heading, column]) => [heading, column ?? {}])),
})

/** The map that a reading proposes, as a map file has it. */
export const readingMapOf = ({ map: { sheet, columns } }: Pick<ImportReading, 'map'>): ReadingMap => ({
  version: 1,
  ...(sheet === undefined ? {} : { sheet }),
  columns: Object.fromEntries(
    Object.entries(columns).map(([heading, column]) => [heading, column.field === undefined ? null : column]),
  ),
})

/** What is asked of a file, first of the whole, then column by column. */
export interface ReadingQuestion extends ImportReadingQuestion {
  /** The column's letter; absent for a question about the file. */
  column?: string
  heading?: string
}

/** The questions of a reading in the order of its columns, each once. */
export function readingQuestions({
  questions,
  columns,
}: Pick<ImportReading, 'questions' | 'columns'>): ReadingQuestion[] {
  const all = [
    ...questions,
    ...columns.flatMap(({ column, heading, questions: own }) =>
      own.map((question) => ({ ...question, column, heading })),
    ),
  ]
  // Two columns that mean the same have one question.
  return all.filter(({ message }, at) => all.findIndex((other) => other.message === message) === at)
}

/** The platform has to ask what the sheet or a column of a file is. Nothing was read. */
export class ImportAskingError extends ValidationError {
  /** How the file was understood, and what is asked. */
  readonly reading: ImportReading
  readonly batch: ImportBatch

  constructor(batch: ImportBatch, reading: ImportReading) {
    const questions = readingQuestions(reading).map(({ message }) => message)
    super(`列或工作表须先确认：${questions.join('；')}`)
    this.batch = batch
    this.reading = reading
  }
}

/** How an answered file is read. */
export interface AnswerOptions extends ImportOptions {
  /** Whether later files of the office with the same headings are read by this map. */
  remember?: boolean
  /** Whether rows that were corrected by hand may be lost. */
  discardCorrections?: boolean
}

/**
 * Answers what a batch in the state `ASKING` asks, and goes on as `importWorkbook` does: waits for the check, and writes the rows
 * that pass.
 * @throws ConflictError in another state
 */
export async function answerReading(
  calls: ImportCalls,
  { id }: Pick<ImportBatch, 'id'>,
  map: ReadingMap,
  options: AnswerOptions = {},
): Promise<ImportOutcome> {
  const { remember = false, discardCorrections = false, signal } = options
  const terms = { map: importMapOf(map), remember, discardCorrections }
  const batch = await calls.confirmReading(id, terms, signal ? { signal } : {})
  return finished(calls, batch, options)
}

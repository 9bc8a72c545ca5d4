import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { badRequest } from '../../errors.ts'
import type { BatchRow } from './batch-row.ts'
import { corrected, withoutCorrected } from './corrected-row.ts'
import type { RawCells } from './places.ts'
import type { StoredQuestion } from './questions.ts'
import type { StoredRow } from './stage.ts'

type Answer = components['schemas']['ImportAnswer']

// The contract names this number: a caller goes on until fewer rows are answered.
const MOST_ROWS = 1_000
// A confirmed day is as far from today as before.
const FAR_DAY = 'C-045'

interface AskedRow extends StoredRow {
  questions: StoredQuestion[]
}

/** Answers as the database looks for them in the questions of rows. */
const sought = (answers: readonly Answer[]): string =>
  JSON.stringify(
    answers.map(({ field, code, original, choice, rowNo }, at) => ({
      at,
      row_no: rowNo ?? null,
      part: [{ field, code, original, choices: [{ choice }] }],
    })),
  )

const shape = sql`a(at int, row_no int, part jsonb)`
const isOf = ({ id }: BatchRow) =>
  sql`r.batch_id = ${id} and r.questions is not null and r.state <> 'COMMITTED'
    and (a.row_no is null or r.row_no = a.row_no) and r.questions @> a.part`

/** @throws HttpError 400 for an answer that no cell of the batch offers, or not any more */
async function assertOffered(trx: Trx, batch: BatchRow, answers: readonly Answer[]): Promise<void> {
  const { rows } = await sql<{ at: number }>`
    select a.at from jsonb_to_recordset(${sought(answers)}::jsonb) as ${shape}
    where not exists (select from import_row r where ${isOf(batch)}) order by a.at`.execute(trx)
  if (rows.length === 0) return
  const message = '没有这样的待确认项或可选的答复，可能已经答复或更正'
  throw badRequest(
    'F-023',
    message,
    rows.map(({ at }) => ({ field: `answers[${at}].choice`, message })),
  )
}

/** The answer to a question; one for the row before one for the batch. */
function answerTo(
  { field, code, original, choices }: StoredQuestion,
  rowNo: number,
  answers: readonly Answer[],
): Answer | undefined {
  const fitting = answers.filter(
    (answer) =>
      answer.field === field &&
      answer.code === code &&
      answer.original === original &&
      choices.some(({ choice }) => choice === answer.choice),
  )
  return (
    fitting.find((answer) => answer.rowNo === rowNo) ?? fitting.find((answer) => answer.rowNo === undefined)
  )
}

/** The row with the chosen texts in its cells. */
function answered({ rowNo, raw, cells, questions }: AskedRow, answers: readonly Answer[]): StoredRow {
  const texts: Record<string, string> = {}
  const sure: Record<string, RawCells[string]> = {}
  for (const question of questions) {
    const answer = answerTo(question, rowNo, answers)
    if (!answer) continue
    const text = question.written?.[answer.choice] ?? answer.choice
    texts[question.field] = text
    if (question.code === FAR_DAY) sure[question.field] = { kind: 'text', text, isSure: true }
  }
  const left = { ...withoutCorrected(cells, texts), ...sure }
  return { rowNo, raw: corrected(raw, texts), cells: Object.keys(left).length > 0 ? left : null }
}

/**
 * The first rows that offer the answers, with the chosen texts in their cells, to be checked again.
 * @throws HttpError 400 for an answer that no cell offers
 */
export async function answeredRows(
  trx: Trx,
  batch: BatchRow,
  answers: readonly Answer[],
): Promise<StoredRow[]> {
  await assertOffered(trx, batch, answers)
  const { rows } = await sql<AskedRow>`
    select r.row_no as "rowNo", r.raw, r.cells, r.questions from import_row r
    where r.batch_id = ${batch.id} and r.questions is not null
      and exists (select from jsonb_to_recordset(${sought(answers)}::jsonb) as ${shape} where ${isOf(batch)})
    order by r.row_no limit ${MOST_ROWS}`.execute(trx)
  return rows.map((row) => answered(row, answers))
}

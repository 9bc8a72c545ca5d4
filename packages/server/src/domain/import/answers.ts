import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { badRequest } from '../../errors.ts'
import type { BatchRow } from './batch-row.ts'
import { choiceInColumn, isForColumn } from './column-question.ts'
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

/** The part of a question that offers an answer. */
function offering(answer: Answer) {
  const { field, code, original, choice } = answer
  return isForColumn(answer)
    ? { field, code, ways: [choice] }
    : { field, code, original, choices: [{ choice }] }
}

/** Answers as the database looks for them in the questions of rows. */
const sought = (answers: readonly Answer[]): string =>
  JSON.stringify(
    answers.map((answer, at) => ({ at, row_no: answer.rowNo ?? null, part: [offering(answer)] })),
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

/** The choice of a question that an answer takes; undefined where the answer is to another question. */
function choiceBy(answer: Answer, question: StoredQuestion): string | undefined {
  if (answer.field !== question.field || answer.code !== question.code) return undefined
  if (isForColumn(answer)) return choiceInColumn(question, answer.choice)
  if (answer.original !== question.original) return undefined
  return question.choices.find(({ choice }) => choice === answer.choice)?.choice
}

/** The answer to a question; one for the row before one for the batch, and one for its text before one for its column. */
function answerTo(question: StoredQuestion, rowNo: number, answers: readonly Answer[]): string | undefined {
  const fitting = answers
    .filter((answer) => answer.rowNo === undefined || answer.rowNo === rowNo)
    .flatMap((answer) => {
      const choice = choiceBy(answer, question)
      return choice === undefined ? [] : [{ answer, choice }]
    })
    .toSorted((a, b) => Number(isForColumn(a.answer)) - Number(isForColumn(b.answer)))
  return (fitting.find(({ answer }) => answer.rowNo === rowNo) ?? fitting[0])?.choice
}

/** The row with the chosen texts in its cells. */
function answered({ rowNo, raw, cells, questions }: AskedRow, answers: readonly Answer[]): StoredRow {
  const texts: Record<string, string> = {}
  const sure: Record<string, RawCells[string]> = {}
  for (const question of questions) {
    const choice = answerTo(question, rowNo, answers)
    if (choice === undefined) continue
    const text = question.written?.[choice] ?? choice
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

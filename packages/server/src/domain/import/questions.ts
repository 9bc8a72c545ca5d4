import type { components } from '@xinchu/contract/schema'
import { toPlainLine } from '@xinchu/validators'
import { writtenChoice } from '@xinchu/validators/reading'
import type { Row } from '../../db/schema.ts'
import type { CheckContext } from './check-context.ts'
import { columnOf, SHOWN_AT } from './columns.ts'
import type { Found } from './found.ts'

type Question = components['schemas']['ImportQuestion']

/**
 * A question as it is stored with its row: `written` is what the cell says after a choice, by choice, where that is more than
 * the choice: one of several values. `ways` are the ways of reading that give its choices, in their order, where one can be
 * chosen for the whole column.
 */
export type StoredQuestion = NonNullable<Row<'import_row'>['questions']>[number]

const CONTACT = /^contact/
const HIDDEN = '***'
const SHOWN_ORIGINAL = 200

/** The question that a cell asks. */
export function questionAt(found: Found, letters: CheckContext['letters']): StoredQuestion {
  const { field, code = '', message, asks } = found
  const column = columnOf(SHOWN_AT[field] ?? field)
  const name = column?.name ?? field
  const letter = letters[name]
  const ways = (asks?.choices ?? []).flatMap(({ way }) => way ?? [])
  const choices = (asks?.choices ?? []).map((choice) => {
    const text = toPlainLine(choice.text)
    const written = toPlainLine(writtenChoice(choice))
    // A list is told by the entry that is chosen for one of its parts.
    return { choice: Array.isArray(choice.value) ? text : written, text, written }
  })
  const longer = choices.filter(({ choice, written }) => choice !== written)
  return {
    ...(letter ? { column: letter } : {}),
    field: name,
    caption: column?.caption ?? '',
    code,
    original: toPlainLine((asks?.original ?? '').slice(0, SHOWN_ORIGINAL)),
    message: message.slice(0, 500),
    choices: choices.map(({ choice, text }) => ({ choice, text })),
    ...(longer.length > 0
      ? { written: Object.fromEntries(longer.map(({ choice, written }) => [choice, written])) }
      : {}),
    ...(ways.length > 0 ? { ways } : {}),
  }
}

/** A question as it is told. Only the office of the row may choose, and only it sees contact data. */
export function questionInfo(
  { written: _written, ways: _ways, ...question }: StoredQuestion,
  isOwn: boolean,
): Question {
  if (isOwn) return question
  const isHidden = CONTACT.test(question.field)
  const hidden = isHidden ? { original: HIDDEN, message: '待填报单位确认' } : {}
  return { ...question, ...hidden, choices: [] }
}

/** A question in words, with its place in the workbook. */
export const questionInRow = (rowNo: number, { code, caption, message }: Question) => ({
  code,
  message: `第${rowNo}行【${caption}】：待确认：${message}`,
})

import { isEmpty } from '@xinchu/validators'
import { type FormValues, rowsAt } from '../../ui/form/values.ts'
import { rowSpecs, yearSpecs } from './year-model.ts'

const textOf = (value: unknown) => (isEmpty(value) ? '' : JSON.stringify(value))

/** Captions of the fields and cells that differ between two states of a calculation. */
export function yearDifferences(one: FormValues, other: FormValues): string[] {
  const fields = yearSpecs.flatMap(({ name, caption }) =>
    name === 'rows' || textOf(one[name]) === textOf(other[name]) ? [] : [caption],
  )
  const [rows, others] = [rowsAt(one, 'rows'), rowsAt(other, 'rows')]
  const count = Math.max(rows.length, others.length)
  const cells = Array.from({ length: count }, (_, at) =>
    rowSpecs.flatMap(({ name, caption }) =>
      (rows[at]?.[name] ?? '') === (others[at]?.[name] ?? '') ? [] : [`第 ${at + 1} 行${caption}`],
    ),
  )
  return [...fields, ...cells.flat()]
}

import type { ImportMap, ImportReadColumn, ImportReadField, ImportReading } from '@xinchu/sdk'
import { mapFaults } from '@xinchu/validators/reading/table'

/** What the user has chosen for a column; empty texts for nothing. */
export interface ColumnChoice {
  field: string
  unit: string
}

/** Choices by the keys of columns. Columns that were not touched are absent. */
export type Choices = Readonly<Record<string, ColumnChoice>>

export const choiceOf = ({ key, field = '', unit = '' }: ImportReadColumn, choices: Choices): ColumnChoice =>
  choices[key] ?? { field, unit }

/** Whether a column asks and the user has not said anything of it. */
export const isOpen = ({ key, questions }: ImportReadColumn, choices: Choices): boolean =>
  questions.length > 0 && choices[key] === undefined

/** The columns in the order of the file, those that ask before all others. They keep their places when they are answered. */
export const askingFirst = ({ columns }: ImportReading): ImportReadColumn[] => [
  ...columns.filter(({ questions }) => questions.length > 0),
  ...columns.filter(({ questions }) => questions.length === 0),
]

/** What keeps the file from being read: fields that several columns are chosen for, and required ones without a column. */
export function faultsOf(
  { columns, fields }: ImportReading,
  choices: Choices,
): { twins: ReadonlySet<string>; missing: readonly ImportReadField[] } {
  const required = fields.filter((field) => field.required)
  const { twins, missing } = mapFaults(
    columns.map((column) => ({ column: column.key, field: choiceOf(column, choices).field || undefined })),
    required.map(({ name }) => name),
  )
  return { twins: new Set(twins.keys()), missing: required.filter(({ name }) => missing.includes(name)) }
}

export interface Figures {
  all: number
  mapped: number
  left: number
  open: number
}

/** Counts the columns. A column that asks is neither mapped nor left out before it is answered. */
export function figures({ columns }: ImportReading, choices: Choices): Figures {
  const open = columns.filter((column) => isOpen(column, choices)).length
  const settled = columns.filter((column) => !isOpen(column, choices))
  const mapped = settled.filter((column) => choiceOf(column, choices).field !== '').length
  return { all: columns.length, mapped, left: settled.length - mapped, open }
}

/** The map to send. What a column asks is answered by sending what is shown for it. */
export function mapOf(reading: ImportReading, choices: Choices): ImportMap {
  const { sheet } = reading.map
  return {
    version: 1,
    ...(sheet === undefined ? {} : { sheet }),
    columns: Object.fromEntries(
      reading.columns.map((column) => {
        const { field, unit } = choiceOf(column, choices)
        return [column.key, field === '' ? {} : { field, ...(unit === '' ? {} : { unit }) }]
      }),
    ),
  }
}

import { fields } from '@xinchu/sdk/fields'
import type { FieldSpec } from '@xinchu/validators'

/** What a project's owner fills in, as the contract has it. */
export const projectFields: readonly FieldSpec[] = fields.EsProjectFields

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Fields and the columns that hold them. */
export const columns: readonly (readonly [field: string, column: string])[] = projectFields.map(
  ({ name }) => [name, snake(name)],
)

const JSON_FIELDS = new Set(['hybridDetail'])

/** A draft as a row: every column is named, so that what is not given is cleared. */
export function rowOf(draft: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(([field, column]) => {
      const value = draft[field]
      if (value === undefined) return [column, null]
      return [column, JSON_FIELDS.has(field) ? JSON.stringify(value) : value]
    }),
  )
}

/** A row's fields as the contract has them, without what is empty. */
export function fieldsOf(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    columns.flatMap(([field, column]) => {
      const value = row[column]
      return value === null || value === undefined ? [] : [[field, value]]
    }),
  )
}

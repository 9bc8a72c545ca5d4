import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import type { FieldSpec } from '@xinchu/validators'
import type { Row } from '../../db/schema.ts'
import { columnsOf, type FieldColumns, fromColumns } from '../columns.ts'

type Fields = components['schemas']['EsProjectFields']
type ProjectFields = Fields & Required<Pick<Fields, 'projectName' | 'provinceCode'>>

/** The fields of a project that its owner fills in, from the contract. */
export const projectFields: readonly FieldSpec[] = fields.EsProjectFields

/** Fields with their columns. */
export const columns: FieldColumns = columnsOf(projectFields)

const JSON_FIELDS = new Set(['hybridDetail'])

/** Converts a draft to a row with every column, so that omitted fields are cleared. */
export function rowOf(draft: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(([field, column]) => {
      const value = draft[field]
      if (value === undefined) return [column, null]
      return [column, JSON_FIELDS.has(field) ? JSON.stringify(value) : value]
    }),
  )
}

/** Converts a row to the contract's fields without empty values. */
export const fieldsOf = (row: Row<'es_project'>): ProjectFields => fromColumns(row, columns)

import { fields } from '@xinchu/sdk/fields'
import type { components } from '@xinchu/sdk/schema'
import type { FieldSpec } from '@xinchu/validators'
import type { Row } from '../../db/schema.ts'
import { columnsOf, type FieldColumns, fromColumns } from '../columns.ts'

type Fields = components['schemas']['EsProjectFields']
type ProjectFields = Fields & Required<Pick<Fields, 'projectName' | 'provinceCode'>>

/** What a project's owner fills in, as the contract has it. */
export const projectFields: readonly FieldSpec[] = fields.EsProjectFields

/** Fields and the columns that hold them. */
export const columns: FieldColumns = columnsOf(projectFields)

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
export const fieldsOf = (row: Row<'es_project'>): ProjectFields => fromColumns(row, columns)

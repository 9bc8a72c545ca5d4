import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import type { FieldSpec } from '@xinchu/validators'
import type { Row } from '../../db/schema.ts'
import { type ColumnsOf, columnsOf, type FieldColumns, fromColumns } from '../columns.ts'

export type PilotFields = components['schemas']['DemoProjectFields']

/** Fields that an applicant fills in on a demonstration project itself, from the contract. */
export const pilotFields: readonly FieldSpec[] = fields.DemoProjectFields

/** Fields with their columns. */
export const pilotColumns: FieldColumns = columnsOf(pilotFields)

export type PilotRow = Row<'demo_project'>

const JSON_FIELDS = new Set(['unionUnits'])

/** Converts a draft to a row with every column, so that omitted fields are cleared. */
export const rowOf = (draft: PilotFields): Record<string, unknown> => {
  const values = new Map<string, unknown>(Object.entries(draft))
  return Object.fromEntries(
    pilotColumns.map(([field, column]) => {
      const value = values.get(field)
      if (value === undefined) return [column, null]
      return [column, JSON_FIELDS.has(field) ? JSON.stringify(value) : value]
    }),
  )
}

/** Converts a row to the contract's fields without empty values. */
export const pilotFieldsOf = (row: ColumnsOf<PilotFields>): PilotFields =>
  fromColumns<PilotFields>(row, pilotColumns)

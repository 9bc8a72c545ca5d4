import { fields } from '@xinchu/sdk/fields'
import type { components } from '@xinchu/sdk/schema'
import type { FieldSpec } from '@xinchu/validators'
import type { Row } from '../../db/schema.ts'
import { type ColumnsOf, columnsOf, type FieldColumns, fromColumns } from '../columns.ts'

export type DemoFields = components['schemas']['DemoProjectFields']

/** Fields that an applicant fills in on a demonstration project itself, from the contract. */
export const demoFields: readonly FieldSpec[] = fields.DemoProjectFields

/** Fields with their columns. */
export const demoColumns: FieldColumns = columnsOf(demoFields)

export type DemoRow = Row<'demo_project'>

/** Converts a row to the contract's fields without empty values. */
export const demoFieldsOf = (row: ColumnsOf<DemoFields>): DemoFields =>
  fromColumns<DemoFields>(row, demoColumns)

import { kindOf } from '../desk/list.ts'
import { columnsOf } from '../flow/columns.ts'
import type { ReviewedEntity } from './shapes.ts'

/** The columns that an undo restores: the record's state, not its content. */
export type State = Readonly<Record<string, unknown>>

/** The columns that a step changes and undoing restores. */
export const stateOf = (entity: ReviewedEntity, row: Readonly<Record<string, unknown>>): State =>
  columnsOf(row, kindOf(entity).undo.columns)

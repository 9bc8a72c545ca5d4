import { type OtherKind, ofAllKinds } from '../desk/list.ts'
import type { ReviewedEntity } from './shapes.ts'

/** The columns that an undo restores: the record's state, not its content. */
export type State = Readonly<Record<string, unknown>>

/** A table of records, with the columns that an undo restores. */
interface StateTable {
  name: string
  columns: readonly string[]
}

const OTHERS: Readonly<Record<OtherKind, StateTable>> = {
  DEMO: {
    name: 'demo_project',
    columns: [
      'status',
      'excellent_type_status',
      'read_flag',
      'submitted_once',
      'waiting_since',
      'last_opinion',
      'opened_parts',
      'due_date',
      'recommend_order',
    ],
  },
}

/** Tables of the records of all kinds. */
export const STATES = ofAllKinds(
  OTHERS,
  ({ table, undo }): StateTable => ({ name: table, columns: undo.columns }),
)

/** The columns that a step changes and undoing restores. */
export const stateOf = (entity: ReviewedEntity, row: Readonly<Record<string, unknown>>): State =>
  Object.fromEntries(STATES[entity].columns.map((column) => [column, row[column]]))

import type { Move } from './flow-table.ts'
import type { ProjectRow } from './query.ts'

/** The planned move of a project. */
export interface PlannedMove {
  row: ProjectRow
  move: Move
}

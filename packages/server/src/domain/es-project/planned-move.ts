import type { ProjectRow } from './query.ts'
import type { Move } from './states.ts'

/** The planned move of a project. */
export interface PlannedMove {
  row: ProjectRow
  move: Move
}

import type { Source } from '@xinchu/validators/reading'
import type { Ground } from '../es-project/ground.ts'
import type { References } from './references.ts'

/** Everything that a row of an import is checked against. */
export interface CheckContext {
  references: References
  ground: Ground
  /** Where the rows come from, and the current day. */
  source: Source
  /** Column letters by machine name; empty for rows without a workbook. */
  letters: Readonly<Record<string, string>>
}

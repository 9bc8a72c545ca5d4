import type { Kit } from './kit.ts'
import type { Deviation, Need, Statement } from './types.ts'

/** A statement of the contract with the calls that prove it. */
export interface Check extends Statement {
  /** Caller codes of the accounts that it needs. `ENT2` is an enterprise other than the first. */
  readonly needs?: readonly Need[]
  /** It makes or changes records. */
  readonly writes?: true
  /** Judged after all other checks, over the whole traffic. */
  readonly isLast?: true
  /** Resolves to the deviations. @throws DeviationError for a first one that ends the check */
  run(kit: Kit): Promise<readonly Deviation[] | undefined>
}

/** Makes checks of a level that write records. Their ids begin with the level. */
export const writingChecks =
  (level: Check['level']) =>
  (name: string, expects: string, source: string, needs: readonly Need[], run: Check['run']): Check => ({
    id: `${level}.${name}`,
    level,
    expects,
    source,
    needs,
    writes: true,
    run,
  })

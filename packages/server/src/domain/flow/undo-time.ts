import type { Config } from '../../config.ts'

/** Allowance for the way of a request that was sent in the last moment. */
export const WAY_SECONDS = 2

/** Seconds after which a step can no longer be undone. */
export const undoableSeconds = ({ undoSeconds }: Pick<Config, 'undoSeconds'>): number =>
  undoSeconds > 0 ? undoSeconds + WAY_SECONDS : 0

import type { ReadOptions } from './read.ts'

/** Start message of the reading thread. */
export interface ReadTask {
  path: string
  options: ReadOptions
}

export const BATCH_ROWS = 1_000

import type { ReadOptions } from './read.ts'

/** What the reading thread begins with. */
export interface ReadTask {
  path: string
  options: ReadOptions
}

export const BATCH_ROWS = 1_000

/** Seed of all random tests of a run: the variable of this name, or the day in China as yyyymmdd. */
export const TEST_SEED: number

/** Whether `npm run soak` runs the tests (`SOAK=1`). */
export const isSoak: boolean

/** Size of a random test: one for the check, and the whole one for soak. */
export function budget<T>(check: T, soak: T): T

/** Numbers from 0 up to 1 that follow from the seed and the name of their use. */
export function randomOf(name: string, seed?: number): () => number

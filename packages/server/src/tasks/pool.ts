import { Pool, type TaskLimits } from '../runtime/pool.ts'
import type { Tasks } from './tasks.ts'

const MINUTE = 60_000

/** Threads that hold fonts or rows end when they are not used. */
export const LIMITS: Readonly<Record<keyof Tasks, TaskLimits>> = {
  // The largest legal body needs about 20 MB. It is counted in bytes.
  body: { megabytes: 128, timeoutMs: 15_000, mostWaiting: 64 * 1024 * 1024 },
  document: { megabytes: 512, timeoutMs: MINUTE, idleMs: MINUTE, mostWaiting: 50 },
  manual: { megabytes: 256, timeoutMs: MINUTE, idleMs: 10_000, mostWaiting: 50 },
  parquet: { megabytes: 1_024, timeoutMs: MINUTE, idleMs: MINUTE, mostWaiting: 50 },
  report: { megabytes: 256, timeoutMs: 30_000, idleMs: MINUTE, mostWaiting: 50 },
}

/** The server's threads. They start with their first task. */
export const makePool = (limits: Partial<typeof LIMITS> = {}): Pool<Tasks> =>
  new Pool<Tasks>('run-task', { ...LIMITS, ...limits })

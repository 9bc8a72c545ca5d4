import type { Transferable } from 'node:worker_threads'
import { busy, TaskThread } from './task-thread.ts'

/** Tasks by name: each takes one value that can be sent to a thread, and so answers. */
export type TaskList = Readonly<Record<string, (task: never) => unknown>>

export interface TaskLimits {
  /** Heap limit in megabytes. */
  megabytes: number
  /** Time limit per task in milliseconds, including the start of the thread, without the wait for it. */
  timeoutMs: number
  /** Time without a task in milliseconds after which the thread ends. By default it stays. */
  idleMs?: number
  /** Most tasks that wait or run, or the sum of their sizes. */
  mostWaiting: number
}

export interface RunOptions {
  /** What the task counts among those that wait. By default 1. */
  size?: number
  /** Memory that moves to the thread instead of being copied. */
  transfer?: readonly Transferable[]
}

interface Queue {
  thread: TaskThread<unknown, unknown>
  mostWaiting: number
  waiting: number
}

/** Runs named tasks off the event loop. Each name has a thread and limits of its own, so that no task waits for another kind's. */
export class Pool<List extends TaskList> {
  readonly #queues: ReadonlyMap<string, Queue>

  /** @param worker name in `workers.config.ts` of what runs the tasks */
  constructor(worker: string, limits: Readonly<Record<keyof List & string, TaskLimits>>) {
    this.#queues = new Map(
      Object.entries<TaskLimits>(limits).map(([name, { mostWaiting, ...options }]) => [
        name,
        { thread: new TaskThread({ worker, name, ...options }), mostWaiting, waiting: 0 },
      ]),
    )
  }

  /** @throws HttpError 503 if too many tasks of this name wait, or the thread failed */
  async run<Name extends keyof List & string>(
    name: Name,
    task: Parameters<List[Name]>[0],
    { size = 1, transfer = [] }: RunOptions = {},
  ): Promise<Awaited<ReturnType<List[Name]>>> {
    const queue = this.#queues.get(name)
    if (!queue) throw new Error(`there is no task ${name}`)
    if (queue.waiting + size > queue.mostWaiting) throw busy()
    queue.waiting += size
    try {
      // The worker has the same list.
      return (await queue.thread.run(task, transfer)) as Awaited<ReturnType<List[Name]>>
    } finally {
      queue.waiting -= size
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map(({ thread }) => thread.close()))
  }
}

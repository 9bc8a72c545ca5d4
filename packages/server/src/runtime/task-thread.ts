import { once } from 'node:events'
import { type Transferable, Worker } from 'node:worker_threads'
import { HttpError } from '../errors.ts'
import { workerPath } from './package-root.ts'

export interface TaskThreadOptions {
  /** Name of the worker in `workers.config.ts`. */
  worker: string
  /** Task that the worker runs. */
  name: string
  /** Heap limit in megabytes. */
  megabytes: number
  /** Time limit per task in milliseconds, including the start of the thread. */
  timeoutMs: number
  /** Time without a task in milliseconds after which the thread ends. By default it stays. */
  idleMs?: number
}

export const busy = (): HttpError => new HttpError(503, '系统繁忙，请稍后再试', { retryAfterSeconds: 2 })

/**
 * Runs tasks in a thread, one at a time, so that they do not block the event loop. The thread starts on demand.
 * A task that exceeds memory or time fails only its own call; the next one gets a new thread.
 */
export class TaskThread<Task, Answer> {
  readonly #options: TaskThreadOptions
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  constructor(options: TaskThreadOptions) {
    this.#options = options
  }

  /** @throws HttpError 503 if the thread failed */
  run(task: Task, transfer: readonly Transferable[] = []): Promise<Answer> {
    const turn = this.#last.then(() => this.#ask(task, transfer))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(workerPath(this.#options.worker), {
      workerData: this.#options.name,
      resourceLimits: { maxOldGenerationSizeMb: this.#options.megabytes },
    })
    // Without a listener an error of the thread would end the process; `exit` follows it.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    // An idle thread must not keep the process alive.
    worker.unref()
    this.#worker = worker
    return worker
  }

  /** Ends the thread after a while without tasks, to free its memory. */
  #rest(): void {
    const { idleMs } = this.#options
    if (idleMs === undefined) return
    this.#idle = setTimeout(() => void this.#worker?.terminate(), idleMs)
    this.#idle.unref()
  }

  async #ask(task: Task, transfer: readonly Transferable[]): Promise<Answer> {
    clearTimeout(this.#idle)
    const worker = this.#worker ?? this.#start()
    const end = new AbortController()
    const stop = () => end.abort()
    const timer = setTimeout(stop, this.#options.timeoutMs)
    worker.once('exit', stop)
    try {
      worker.postMessage(task, transfer)
      const [answer] = await once(worker, 'message', { signal: end.signal })
      return answer
    } catch {
      if (this.#worker === worker) this.#worker = undefined
      await worker.terminate()
      throw busy()
    } finally {
      clearTimeout(timer)
      worker.off('exit', stop)
      this.#rest()
    }
  }
}

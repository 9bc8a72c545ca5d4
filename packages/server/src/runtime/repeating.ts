interface Options {
  /** Wait before the first run, in milliseconds. */
  firstMs: number
  /** Wait after each run. */
  everyMs: number
  run(signal: AbortSignal): Promise<unknown>
  onError(error: unknown): void
}

/** Runs a job shortly after the start and again after every pause. A failed run is reported, and the next one follows. */
export class Repeating {
  readonly #options: Options
  readonly #stopped = new AbortController()
  #timer: NodeJS.Timeout
  #running: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#timer = this.#after(options.firstMs)
  }

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#running = this.#run()
    }, ms).unref()
  }

  async #run(): Promise<void> {
    const { run, onError, everyMs } = this.#options
    try {
      await run(this.#stopped.signal)
    } catch (error) {
      onError(error)
    }
    if (!this.#stopped.signal.aborted) this.#timer = this.#after(everyMs)
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stopped.abort()
    await this.#running
  }
}

interface Options {
  /** Pause between two looks in seconds. */
  seconds: number
  look(): Promise<void>
  onError(error: unknown): void
}

/** Looks may take at most a tenth of the time. */
const REST = 10

/** Looks again and again while somebody waits. The next look begins after the last has ended. */
export class Polling {
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#timer ??= this.#after(this.#interval)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  get #interval(): number {
    return this.#options.seconds * 1_000
  }

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), ms).unref()
  }

  async #look(): Promise<void> {
    const timer = this.#timer
    const started = performance.now()
    try {
      await this.#options.look()
    } catch (error) {
      this.#options.onError(error)
    }
    // Stopped meanwhile, and perhaps started again.
    if (timer === undefined || this.#timer !== timer) return
    this.#timer = this.#after(Math.max(this.#interval, (performance.now() - started) * REST))
  }
}

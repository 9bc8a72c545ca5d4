import { wait } from '../patience.ts'

// A reply slower than the fastest ones by this factor says that the server has enough to do.
const SLOW = 3
const LEAST_MS = 50

/**
 * How many parts may be under way: one more after each round that went well, half as many after a failure, fewer while
 * replies take long.
 */
export class Pace {
  readonly #most: number
  readonly #signal: AbortSignal | undefined
  #limit: number
  #running = 0
  #fastest = Infinity
  #resumeAt = 0
  #woken: (() => void) | undefined

  constructor(most: number, signal?: AbortSignal) {
    this.#most = Math.max(1, most)
    this.#limit = Math.min(2, this.#most)
    this.#signal = signal
  }

  get limit(): number {
    return Math.floor(this.#limit)
  }

  /** Resolves when another part may start. */
  async enter(): Promise<void> {
    while (this.#running >= this.limit)
      await new Promise<void>((resolve) => {
        this.#woken = resolve
      })
    await this.ready()
    this.#running += 1
  }

  /** Resolves when the server no longer asks to wait. */
  async ready(): Promise<void> {
    for (let left = this.#resumeAt - Date.now(); left > 0; left = this.#resumeAt - Date.now())
      await wait(left, this.#signal)
  }

  leave(): void {
    this.#running -= 1
    this.#woken?.()
  }

  succeeded(ms: number): void {
    this.#fastest = Math.min(this.#fastest, Math.max(ms, LEAST_MS))
    const isSlow = ms > SLOW * this.#fastest
    this.#limit = isSlow
      ? Math.max(1, this.#limit * 0.8)
      : Math.min(this.#most, this.#limit + 1 / this.#limit)
    // Forgets slowly, as the load changes.
    this.#fastest *= 1.02
  }

  failed(retryAfterMs = 0): void {
    this.#limit = Math.max(1, this.#limit / 2)
    this.#resumeAt = Math.max(this.#resumeAt, Date.now() + retryAfterMs)
  }
}

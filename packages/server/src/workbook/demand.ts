import { setImmediate } from 'node:timers/promises'

/**
 * Tells a producer when its consumer is out of input. The parser in between queues without limit, so it gets the next
 * chunk only then.
 */
export class Demand {
  #isWaiting = false
  #taken = 0
  #hasEnded = false
  #wake: (() => void) | undefined

  /** Reads the next value for the consumer. */
  async take<T>(source: AsyncIterator<T>): Promise<IteratorResult<T>> {
    this.#isWaiting = true
    this.#wake?.()
    try {
      return await source.next()
    } finally {
      this.#isWaiting = false
      this.#taken += 1
    }
  }

  /** Resolves when the consumer has waited for a full turn of the event loop without getting a value. */
  async untilDry(): Promise<void> {
    while (!this.#hasEnded) {
      if (!this.#isWaiting) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
      const before = this.#taken
      await setImmediate()
      if (this.#isWaiting && this.#taken === before) return
    }
  }

  /** Releases a producer whose consumer has left. */
  end(): void {
    this.#hasEnded = true
    this.#wake?.()
  }
}

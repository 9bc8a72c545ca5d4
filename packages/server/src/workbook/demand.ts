import { setImmediate } from 'node:timers/promises'

/**
 * Tells a producer when its consumer has run dry. The parser between the two queues without bound what it is given,
 * so it is given the next piece only then.
 */
export class Demand {
  #isWaiting = false
  #taken = 0
  #hasEnded = false
  #wake: (() => void) | undefined

  /** Takes the next value on the consumer's behalf. */
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

  /** Settles when the consumer waits and got nothing during a whole turn of the event loop. */
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

  /** Lets a producer go that waits for a consumer who has left. */
  end(): void {
    this.#hasEnded = true
    this.#wake?.()
  }
}

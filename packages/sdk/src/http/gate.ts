/** Limits how many callers run at once. The rest wait in a first-in, first-out queue. */
export class Gate {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(capacity: number) {
    this.#free = capacity
  }

  /** Resolves when there is room. Rejects with the signal's reason if it aborts first. */
  enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const admitted = () => {
        signal.removeEventListener('abort', left)
        resolve()
      }
      const left = () => {
        this.#waiting.splice(this.#waiting.indexOf(admitted), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', left, { once: true })
      this.#waiting.push(admitted)
    })
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

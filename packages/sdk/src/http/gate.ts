import type { Deadline } from './deadline.ts'

/** Limits how many callers run at once. The rest wait in a first-in, first-out queue. */
export class Gate {
  #free: number
  readonly #limit: number
  readonly #waiting: (() => void)[] = []

  /** @param limit milliseconds after which a caller leaves the queue; 0 for none */
  constructor(capacity: number, limit: number) {
    this.#free = capacity
    this.#limit = limit
  }

  /** Resolves when there is room. The wait is no part of the call's time-out. Rejects if the call ends first. */
  async enter(deadline: Deadline): Promise<void> {
    const { signal } = deadline
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const { left } = deadline
    deadline.extend(this.#limit)
    await new Promise<void>((resolve, reject) => {
      const admitted = () => {
        signal.removeEventListener('abort', gone)
        resolve()
      }
      const gone = () => {
        this.#waiting.splice(this.#waiting.indexOf(admitted), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', gone, { once: true })
      this.#waiting.push(admitted)
    })
    deadline.extend(left)
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

/** Whether a caller waits for the result. */
export type Urgency = 'urgent' | 'background'

// Between the queries of one request there is a short idle gap.
const QUIET_MS = 4
// Background work proceeds under any load, if slowly.
const PATIENCE_MS = 400

interface Waiting {
  since: number
  begin: () => void
}

/**
 * A fair mutex with two priorities: callers run in order, background work runs only while no caller waits or after a
 * maximum wait.
 */
export class Turns {
  readonly #urgent: Waiting[] = []
  readonly #background: Waiting[] = []
  #isTaken = false
  #quietSince = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  /** Resolves when it is the caller's turn. The caller must end the turn. */
  take(urgency: Urgency): Promise<void> {
    return new Promise((begin) => {
      const queue = urgency === 'urgent' ? this.#urgent : this.#background
      queue.push({ since: performance.now(), begin })
      this.#next()
    })
  }

  /** Ends a turn. */
  give(urgency: Urgency): void {
    this.#isTaken = false
    if (urgency === 'urgent') this.#quietSince = performance.now()
    this.#next()
  }

  #next(): void {
    if (this.#isTaken) return
    const now = performance.now()
    const [patient] = this.#background
    const hasWaited = patient !== undefined && now - patient.since >= PATIENCE_MS
    const isQuiet = now - this.#quietSince >= QUIET_MS
    const queue = !hasWaited && this.#urgent.length > 0 ? this.#urgent : this.#background
    if (queue === this.#background && !hasWaited && !isQuiet) {
      this.#lookLater()
      return
    }
    const next = queue.shift()
    if (!next) return
    this.#isTaken = true
    next.begin()
  }

  #lookLater(): void {
    if (this.#timer || this.#background.length === 0) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#next()
    }, QUIET_MS)
  }
}

/** Whether somebody waits for the answer. */
export type Urgency = 'urgent' | 'background'

// Between the queries of one request a moment passes in which nothing is asked for.
const QUIET_MS = 4
// Work in the background goes on under any load, if slowly.
const PATIENCE_MS = 400

interface Waiting {
  since: number
  begin: () => void
}

/**
 * Gives out turns at something that only one can use at a time: in their order, and to what runs in the background only
 * while nobody else asks, or when it has waited for long.
 */
export class Turns {
  readonly #urgent: Waiting[] = []
  readonly #background: Waiting[] = []
  #isTaken = false
  #quietSince = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  /** Settles when it is the caller's turn, who then gives it back. */
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

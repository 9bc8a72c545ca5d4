// setTimeout takes little more.
const MOST_MS = 2e9

/** The end of a call: its time-out or the caller's signal. The time-out starts with `extend` or `run`. */
export class Deadline {
  /** Cause of an early end. Undefined while the call runs and after a normal end. */
  ended: 'timeout' | 'aborted' | undefined
  readonly #controller = new AbortController()
  readonly signal = this.#controller.signal
  readonly #outer: AbortSignal | null | undefined
  readonly #abort = () => {
    const reason: unknown = this.#outer?.reason
    // A signal of AbortSignal.timeout() is a time-out too.
    this.#end(reason instanceof Error && reason.name === 'TimeoutError' ? 'timeout' : 'aborted', reason)
  }
  #timer: ReturnType<typeof setTimeout> | undefined
  #ms: number
  #at: number | undefined

  readonly #isResting: () => boolean

  /**
   * @param ms the time-out; none if it is 0, infinite or longer than 23 days
   * @param isResting whether the time-out restarts when it is reached, because the user must answer a question
   */
  constructor(ms: number, outer: AbortSignal | null | undefined, isResting: () => boolean) {
    this.#ms = ms
    this.#outer = outer
    this.#isResting = isResting
    outer?.addEventListener('abort', this.#abort, { once: true })
    if (outer?.aborted) this.#abort()
  }

  /** Remaining milliseconds. */
  get left(): number {
    return this.#at === undefined ? this.#ms : this.#at - performance.now()
  }

  /** Starts the time-out unless it runs. */
  run(): void {
    if (this.#at === undefined) this.extend(this.#ms)
  }

  /** Restarts the time-out from now. */
  extend(ms: number): void {
    this.lift()
    const isLimited = ms > 0 && ms < MOST_MS
    this.#at = performance.now() + (isLimited ? ms : Infinity)
    if (!isLimited || this.ended) return
    this.#timer = setTimeout(() => (this.#isResting() ? this.extend(ms) : this.#end('timeout')), ms)
    // The awaited socket keeps the process alive. The timer of an unread reply must not.
    this.#timer.unref?.()
  }

  /** Drops the time-out, for endless replies. The caller's signal still applies. */
  lift(): void {
    clearTimeout(this.#timer)
  }

  /** Ends the call: clears the timer and detaches from the caller's signal. */
  release(): void {
    this.lift()
    this.#outer?.removeEventListener('abort', this.#abort)
  }

  #end(how: 'timeout' | 'aborted', reason?: unknown): void {
    this.ended ??= how
    this.release()
    this.#controller.abort(reason)
  }
}

/** Settles with the promise, or rejects when the signal aborts first. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(signal.reason)
    if (signal.aborted) ended()
    signal.addEventListener('abort', ended, { once: true })
    // Also after an abort, so that a later rejection is handled.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', ended))
  })
}

/** When a call must be over: at a moment, or as soon as its caller ends it. */
export class Deadline {
  /** How the call was ended, if it was. */
  ended: 'timeout' | 'aborted' | undefined
  readonly #controller = new AbortController()
  readonly signal = this.#controller.signal
  readonly #outer: AbortSignal | null | undefined
  readonly #abort = () => this.#end('aborted')
  #timer: ReturnType<typeof setTimeout> | undefined
  #at = 0

  constructor(ms: number, outer?: AbortSignal | null) {
    this.#outer = outer
    outer?.addEventListener('abort', this.#abort, { once: true })
    this.extend(ms)
    if (outer?.aborted) this.#abort()
  }

  /** Milliseconds that are left. */
  get left(): number {
    return this.#at - performance.now()
  }

  /** Counts anew from now. */
  extend(ms: number): void {
    this.lift()
    this.#at = performance.now() + ms
    this.#timer = setTimeout(() => this.#end('timeout'), ms)
    // What is awaited keeps a process alive; the limit of a reply that nobody reads must not.
    this.#timer.unref?.()
  }

  /** Leaves the end to the caller alone, for replies that go on and on. */
  lift(): void {
    clearTimeout(this.#timer)
  }

  /** The call is over: neither the timer nor the caller's signal holds it any longer. */
  release(): void {
    this.lift()
    this.#outer?.removeEventListener('abort', this.#abort)
  }

  #end(how: 'timeout' | 'aborted'): void {
    this.ended ??= how
    this.release()
    this.#controller.abort()
  }
}

/** Settles with the promise, unless the signal ends the wait first. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const ended = () => reject(signal.reason)
    signal.addEventListener('abort', ended, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', ended))
  })
}

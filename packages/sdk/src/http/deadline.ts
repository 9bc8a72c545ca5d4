/** When a call must be over: at a moment, or as soon as its caller ends it. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal | undefined
  readonly #abort = () => this.#end('aborted')
  #timer: ReturnType<typeof setTimeout> | undefined
  #at = Number.POSITIVE_INFINITY
  #ended: 'timeout' | 'aborted' | undefined

  constructor(ms: number, outer?: AbortSignal | null) {
    this.#outer = outer ?? undefined
    if (this.#outer?.aborted) this.#abort()
    else {
      this.#outer?.addEventListener('abort', this.#abort, { once: true })
      this.extend(ms)
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** How the call was ended, if it was. */
  get ended(): 'timeout' | 'aborted' | undefined {
    return this.#ended
  }

  /** Milliseconds that are left. */
  get left(): number {
    return this.#at - performance.now()
  }

  /** Counts anew from now. */
  extend(ms: number): void {
    clearTimeout(this.#timer)
    this.#at = performance.now() + ms
    this.#timer = setTimeout(() => this.#end('timeout'), ms)
  }

  /** Leaves the end to the caller alone, for replies that go on and on. */
  lift(): void {
    clearTimeout(this.#timer)
    this.#at = Number.POSITIVE_INFINITY
  }

  /** The call is over: neither the timer nor the caller's signal holds it any longer. */
  release(): void {
    this.lift()
    this.#outer?.removeEventListener('abort', this.#abort)
  }

  #end(how: 'timeout' | 'aborted'): void {
    this.#ended ??= how
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

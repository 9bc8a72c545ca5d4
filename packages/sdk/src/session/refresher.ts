import { unlessAborted } from '../http/deadline.ts'
import { isOfProxy } from '../http/retry.ts'
import { expired, isRefusal, unavailable } from './failures.ts'
import type { Renewal, SessionOptions } from './options.ts'
import type { Flight } from './state.ts'
import type { BearerTokens, SessionTokens } from './store.ts'

// Minimum interval between two early refreshes.
const RENEWAL_FLOOR_MS = 1_000

/** Exchanges stored tokens for new ones, or deletes them if the server refuses to. */
export class Refresher<Tokens extends BearerTokens = SessionTokens> {
  readonly #options: SessionOptions<Tokens>
  // When to refresh which token, on a monotonic clock. Tokens adopted from elsewhere have no such time.
  #due: { token: string; at: number } | undefined
  // The tokens whose refresh the server refused. They are not tried again.
  #refused: string | undefined

  constructor(options: SessionOptions<Tokens>) {
    this.#options = options
  }

  /** Notes the lifetime of a new token. */
  watch(token: string, seconds = 0): void {
    const life = Number(seconds) * 1_000
    const ahead = Math.min(this.#options.renewAhead, life / 2)
    this.#due =
      ahead > 0 ? { token, at: performance.now() + Math.max(life - ahead, RENEWAL_FLOOR_MS) } : undefined
  }

  /** Whether it is time to refresh this token ahead of its end. True at most once a second. */
  isDue(token: string): boolean {
    if (this.#due?.token !== token || performance.now() < this.#due.at) return false
    this.#due.at = performance.now() + RENEWAL_FLOOR_MS
    return true
  }

  /**
   * Within the store's turn: the successor of a token, or why its session is over. Every write follows a comparison with what
   * is stored.
   */
  async run(rejected: string, flight: Flight): Promise<string | { cause?: unknown }> {
    const { store } = this.#options
    const leave = flight.leave.signal
    const current = await store.read()
    leave.throwIfAborted()
    // Another tab or process has refreshed or logged in already.
    if (current && current.token !== rejected) return current.token
    try {
      const { tokens, expiresIn } = await unlessAborted(this.#renewed(current, flight), leave)
      const stored = await store.read()
      // Users of the storage that do not keep to turns may have logged in or out meanwhile.
      if (!leave.aborted && stored && stored.token !== rejected) return stored.token
      leave.throwIfAborted()
      if (current && !stored) return {}
      this.watch(tokens.token, expiresIn)
      await store.write(tokens)
      return tokens.token
    } catch (cause) {
      if (leave.aborted) throw cause
      if (flight.isAhead) return rejected
      if (!isRefusal(cause)) throw unavailable(cause, flight.failure)
      return await this.#givenUp(rejected, cause, leave)
    }
  }

  async #renewed(current: Tokens | undefined, flight: Flight): Promise<Renewal<Tokens>> {
    const { refresh, logIn } = this.#options
    const text = JSON.stringify(current)
    try {
      if (!current || text === this.#refused) throw expired()
      return await refresh(current, flight.isAhead, flight.leave.signal, (error) => {
        flight.failure ??= error
        return !isRefusal(error) && !isOfProxy(error)
      })
    } catch (cause) {
      // A log-out or log-in ends the flight with an expiry, which is no refusal of the server.
      if (!isRefusal(cause) || flight.leave.signal.aborted) throw cause
      this.#refused = text
      if (flight.isAhead || !logIn) throw cause
      flight.failure = undefined
      return logIn()
    }
  }

  async #givenUp(rejected: string, cause: unknown, leave: AbortSignal): Promise<string | { cause: unknown }> {
    const { store, end } = this.#options
    const stored = await store.read()
    leave.throwIfAborted()
    if (stored && stored.token !== rejected) return stored.token
    if (stored) {
      await store.write(undefined)
      // Fire and forget.
      end(rejected).catch(() => undefined)
    }
    return { cause }
  }
}

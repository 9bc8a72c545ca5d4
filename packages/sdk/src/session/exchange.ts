import { failureMessages, isXinchuError, SessionExpiredError, SessionUnavailableError } from '../errors.ts'
import { unlessAborted } from '../http/deadline.ts'
import { ownStatusOf } from '../http/reply.ts'
import type { Renewal, SessionOptions } from './options.ts'
import type { SessionTokens } from './store.ts'

// Minimum interval between two early refreshes.
const RENEWAL_FLOOR_MS = 1_000

export function expired(cause?: unknown): SessionExpiredError {
  return new SessionExpiredError(failureMessages.expired, { status: 401, cause })
}

/** Error for calls while the platform cannot confirm the session. Errors of the caller's own code pass unchanged. */
export function unavailable(cause: unknown, first = cause): unknown {
  if (!isXinchuError(cause) || cause.kind === 'session-unavailable') return cause
  const { retryAfterMs } = cause
  return new SessionUnavailableError(failureMessages.unavailable, { cause: first, retryAfterMs })
}

/** Whether the platform has decided, so that another try is in vain. Anything else may pass. */
export function isRefusal(cause: unknown): boolean {
  if (!isXinchuError(cause)) return false
  const { kind, status = 0, body } = cause
  if (status === 401) return kind !== 'malformed'
  return (status === 400 || status === 403) && ownStatusOf(body) === status
}

/** Exchanges a session's tokens for new ones, or gives up the session. */
export class Exchange {
  readonly #options: SessionOptions
  // When to refresh which token, on a monotonic clock. Tokens adopted from elsewhere have no such time.
  #due: { token: string; at: number } | undefined
  // The refresh token refused by the server. It is not tried again.
  #refused: string | undefined
  /** The first failure of the refresh in progress. */
  failure: unknown

  constructor(options: SessionOptions) {
    this.#options = options
  }

  /** Whether to ask again after this failure. */
  #passes = (error: unknown) => {
    this.failure ??= error
    return !isRefusal(error)
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
   * @param leave aborts when a log-in or log-out has begun, which win
   */
  async run(
    rejected: string,
    isAhead: boolean,
    leave: AbortSignal,
    mayLogIn: boolean,
  ): Promise<string | { cause?: unknown }> {
    const { store } = this.#options
    const current = await store.read()
    leave.throwIfAborted()
    // Another tab or process has refreshed or logged in already.
    if (current && current.token !== rejected) return current.token
    try {
      const renewal = this.#renewed(current, isAhead, leave, mayLogIn)
      const { tokens, expiresIn } = await unlessAborted(renewal, leave)
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
      if (isAhead) return rejected
      if (!isRefusal(cause)) throw unavailable(cause, this.failure)
      return await this.#givenUp(rejected, cause, leave)
    }
  }

  async #renewed(
    current: SessionTokens | undefined,
    isAhead: boolean,
    leave: AbortSignal,
    mayLogIn: boolean,
  ): Promise<Renewal> {
    const { refresh, logIn } = this.#options
    const { token, refreshToken, randomNumber } = current ?? {}
    try {
      if (!token || !refreshToken || !randomNumber || refreshToken === this.#refused) throw expired()
      return await refresh({ token, refreshToken, randomNumber }, isAhead, leave, this.#passes)
    } catch (cause) {
      if (!isRefusal(cause)) throw cause
      this.#refused = refreshToken
      if (isAhead || !logIn || !mayLogIn) throw cause
      this.failure = undefined
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

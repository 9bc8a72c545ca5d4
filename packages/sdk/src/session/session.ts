import { failureMessages, isXinchuError, SessionExpiredError } from '../errors.ts'
import type { CompleteTokens, SessionStore, SessionTokens } from './store.ts'

/** Result of a refresh, with the token's lifetime in seconds if the server tells it. */
export interface Renewal {
  tokens: SessionTokens
  expiresIn?: number | undefined
}

/** The call that found the session ended, and the cause. */
export interface LostSession {
  /** Whether the call only reads. */
  isSafe: boolean
  /** The refusal of the refresh. Its code is `S-006` if somebody ended the session; its message says why. */
  cause?: unknown
}

export interface SessionOptions {
  store: SessionStore
  /** Exchanges the companion values for a new set. Rejects if the server refuses. */
  refresh(tokens: CompleteTokens): Promise<Renewal>
  /** Asks the server to end this token's session. The reply is ignored. */
  end(token: string): Promise<void>
  /** Called once per session that ended without a log-out. */
  onExpired?: ((message: string, cause?: unknown) => void) | undefined
  /** Logs in again after the session ended. Calls wait for it; true if there is a session. */
  recover?: ((lost: LostSession) => Promise<boolean>) | undefined
  /** Milliseconds before expiry at which the next call refreshes the token; at most half of its lifetime. */
  renewAhead: number
}

// Minimum interval between two early refreshes.
const RENEWAL_FLOOR_MS = 1_000

/**
 * One session of one client. All refused calls wait for a single refresh.
 */
export class Session {
  readonly #options: SessionOptions
  #flight: Promise<string> | undefined
  /** Incremented by every log-in and log-out. A refresh that ends in another epoch is discarded. */
  epoch = 0
  // Whether the flight is an early refresh, during which the old token is still valid.
  #isAhead = false
  // When to refresh which token, on a monotonic clock. Tokens adopted from elsewhere have no such time.
  #due: { token: string; at: number } | undefined
  // The refresh token refused by an early refresh. It is not tried again.
  #refused: string | undefined
  /** Whether calls wait for the user to log in again. Their time-outs are suspended until then. */
  isRecovering = false
  // Whether there was a session that the user did not end.
  #isOpen = false
  // Whether the user already knows that the session is over: notified, or logged out.
  #isKnownLost = false

  constructor(options: SessionOptions) {
    this.#options = options
  }

  async tokens(): Promise<SessionTokens | undefined> {
    return this.#options.store.read()
  }

  /**
   * Returns the token to send now; during a refresh, the new token. A call shortly before expiry starts an early refresh,
   * so a session without calls still ends by itself. Only `mustLast` waits for an early refresh.
   * @throws SessionExpiredError if the session of the call's epoch has ended
   */
  async token(epoch = this.epoch, mustLast = false, isSafe = true): Promise<string | undefined> {
    if (this.#flight && (mustLast || !this.#isAhead)) return this.#flight
    const tokens = await this.tokens()
    if (!tokens) {
      if (epoch !== this.epoch) throw expired()
      return this.#isOpen && this.#options.recover ? this.#depart('', isSafe) : undefined
    }
    this.#isKnownLost = false
    this.#isOpen = true
    if (this.#flight || this.#due?.token !== tokens.token || performance.now() < this.#due.at)
      return tokens.token
    this.#due.at = performance.now() + RENEWAL_FLOOR_MS
    const flight = this.#depart(tokens.token, true, true)
    return mustLast ? flight : tokens.token
  }

  async start(tokens: SessionTokens, expiresIn?: number): Promise<void> {
    this.#begin()
    this.#isOpen = true
    this.#watch(tokens.token, expiresIn)
    await this.#options.store.write(tokens)
  }

  #watch(token: string, seconds = 0): void {
    const life = Number(seconds) * 1_000
    const ahead = Math.min(this.#options.renewAhead, life / 2)
    this.#due =
      ahead > 0 ? { token, at: performance.now() + Math.max(life - ahead, RENEWAL_FLOOR_MS) } : undefined
  }

  /** Forgets the session locally. Wins over a refresh in progress. */
  async forget(): Promise<SessionTokens | undefined> {
    this.#begin()
    this.#isKnownLost = true
    this.#isOpen = false
    const tokens = await this.tokens()
    await this.#options.store.write(undefined)
    return tokens
  }

  // A flight of the previous session is discarded.
  #begin(): void {
    this.epoch += 1
    this.#flight = undefined
  }

  /**
   * Returns the replacement of a refused token: the newer token if there is one, else the result of the shared refresh.
   * @throws SessionExpiredError if the session is over
   */
  async replace(rejected: string, isSafe = true): Promise<string> {
    for (let tries = 0; ; tries++) {
      // Started synchronously, so that no second refresh can start and no call sends the old token.
      const token = await (this.#flight ?? this.#depart(rejected, isSafe))
      // That flight may have been for an older token and have returned the one refused here, or it was an early
      // refresh that failed.
      if (token !== rejected || tries === 2) return token
    }
  }

  #depart(rejected: string, isSafe: boolean, isAhead = false): Promise<string> {
    const flight = this.#successor(rejected, isSafe, isAhead).finally(() => {
      if (this.#flight === flight) this.#flight = undefined
    })
    // The call that started an early refresh does not wait for it.
    flight.catch(() => undefined)
    this.#isAhead = isAhead
    this.#flight = flight
    return flight
  }

  async #successor(rejected: string, isSafe: boolean, isAhead: boolean): Promise<string> {
    const epoch = this.epoch
    const tokens = await this.tokens()
    if (!tokens) return this.#recovered(isSafe)
    if (tokens.token !== rejected) return tokens.token
    const work = () => this.#exchange(rejected, epoch)
    try {
      const { store } = this.#options
      return await (store.exclusively ? store.exclusively(work) : work())
    } catch (cause) {
      if (epoch !== this.epoch) throw expired(cause)
      if (!isAhead) return await this.#afterFailure(rejected, isSafe, cause)
      // The token is still valid: only the server ends a session, never a local clock.
      if (isRefusal(cause)) this.#refused = tokens.refreshToken
      return rejected
    }
  }

  async #exchange(rejected: string, epoch: number): Promise<string> {
    const current = await this.tokens()
    // Another tab or process has refreshed already.
    if (current && current.token !== rejected) return current.token
    const { token, refreshToken, randomNumber } = current ?? {}
    if (!token || !refreshToken || !randomNumber || refreshToken === this.#refused) throw expired()
    const { tokens: renewed, expiresIn } = await this.#options.refresh({ token, refreshToken, randomNumber })
    if (epoch !== this.epoch) throw expired()
    const stored = await this.tokens()
    // Without a lock, another tab or process may have stored newer values or logged out during the call.
    if (!stored) throw expired()
    if (stored.token !== rejected) return stored.token
    this.#watch(renewed.token, expiresIn)
    await this.#options.store.write(renewed)
    return renewed.token
  }

  /** Handles a failed refresh: adopts newer values of another tab or process, or ends the session. */
  async #afterFailure(rejected: string, isSafe: boolean, cause: unknown): Promise<string> {
    const stored = await this.tokens()
    if (stored && stored.token !== rejected) return stored.token
    this.epoch += 1
    if (stored) {
      await this.#options.store.write(undefined)
      // Fire and forget.
      this.#options.end(rejected).catch(() => undefined)
    }
    return this.#recovered(isSafe, cause)
  }

  /** Waits until the user has logged in again, where the client offers that. @throws SessionExpiredError otherwise */
  async #recovered(isSafe: boolean, cause?: unknown): Promise<string> {
    const { recover } = this.#options
    if (!recover || !this.#isOpen) throw this.#lost(cause)
    this.isRecovering = true
    try {
      const tokens = (await recover({ isSafe, cause })) ? await this.tokens() : undefined
      if (tokens) return tokens.token
    } finally {
      this.isRecovering = false
    }
    throw this.#lost(cause)
  }

  #lost(cause?: unknown): SessionExpiredError {
    if (!this.#isKnownLost) this.#options.onExpired?.(failureMessages.expired, cause)
    this.#isKnownLost = true
    return expired(cause)
  }
}

const isRefusal = (cause: unknown) => isXinchuError(cause) && [400, 401, 403].includes(cause.status ?? 0)

function expired(cause?: unknown): SessionExpiredError {
  return new SessionExpiredError(failureMessages.expired, { status: 401, cause })
}

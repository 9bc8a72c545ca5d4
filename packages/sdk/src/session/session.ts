import { failureMessages, isXinchuError, SessionExpiredError } from '../errors.ts'
import type { CompleteTokens, SessionStore, SessionTokens } from './store.ts'

/** What a refresh brings, and for how many seconds the server says that the token is good. */
export interface Renewal {
  tokens: SessionTokens
  expiresIn?: number | undefined
}

export interface SessionOptions {
  store: SessionStore
  /** Exchanges the companions for a new set; rejects when the server does not. */
  refresh(tokens: CompleteTokens): Promise<Renewal>
  /** Tells the server to end the session of this token; its answer does not matter. */
  end(token: string): Promise<void>
  /** Called once for each session that ended against the user's will. */
  onExpired?: ((message: string) => void) | undefined
  /** Milliseconds before a token's end at which the next call renews it; at most half of its life counts. */
  renewAhead: number
}

// Between one renewal ahead of time and the next.
const RENEWAL_FLOOR_MS = 1_000

/**
 * One session of one client: who is logged in, and the single refresh that all refused calls wait for.
 */
export class Session {
  readonly #options: SessionOptions
  #flight: Promise<string> | undefined
  /** Rises with every log-in and log-out: a refresh that ends in another epoch is thrown away. */
  epoch = 0
  // Whether the flight is a renewal ahead of time: the token that it replaces is still good meanwhile.
  #isAhead = false
  // When to renew which token, on a clock that nobody sets. Tokens that others brought have no such moment.
  #due: { token: string; at: number } | undefined
  // The refresh token that was refused ahead of time; it is not tried again.
  #refused: string | undefined
  // Whether the user knows that there is no session: told so, or logged out by their own will.
  #isKnownLost = false

  constructor(options: SessionOptions) {
    this.#options = options
  }

  async tokens(): Promise<SessionTokens | undefined> {
    return this.#options.store.read()
  }

  /**
   * The token to send now. While a refresh is under way, that is the token it brings. A call that comes shortly before the
   * token's end renews it, so that a session without calls still ends by itself, and only `mustLast` waits for that.
   * @throws SessionExpiredError when the session of the epoch in which the call began has ended
   */
  async token(epoch = this.epoch, mustLast = false): Promise<string | undefined> {
    if (this.#flight && (mustLast || !this.#isAhead)) return this.#flight
    const tokens = await this.tokens()
    if (!tokens) {
      if (epoch !== this.epoch) throw expired()
      return undefined
    }
    this.#isKnownLost = false
    if (this.#flight || this.#due?.token !== tokens.token || performance.now() < this.#due.at)
      return tokens.token
    this.#due.at = performance.now() + RENEWAL_FLOOR_MS
    const flight = this.#depart(tokens.token, true)
    return mustLast ? flight : tokens.token
  }

  async start(tokens: SessionTokens, expiresIn?: number): Promise<void> {
    this.#begin()
    this.#watch(tokens.token, expiresIn)
    await this.#options.store.write(tokens)
  }

  #watch(token: string, seconds = 0): void {
    const life = Number(seconds) * 1_000
    const ahead = Math.min(this.#options.renewAhead, life / 2)
    this.#due =
      ahead > 0 ? { token, at: performance.now() + Math.max(life - ahead, RENEWAL_FLOOR_MS) } : undefined
  }

  /** Forgets the session here; wins over a refresh that is under way. */
  async forget(): Promise<SessionTokens | undefined> {
    this.#begin()
    this.#isKnownLost = true
    const tokens = await this.tokens()
    await this.#options.store.write(undefined)
    return tokens
  }

  // What was under way belongs to the session before: nobody waits for it any longer, and its outcome is thrown away.
  #begin(): void {
    this.epoch += 1
    this.#flight = undefined
  }

  /**
   * What to send instead of a token that the server refused: the token that has replaced it meanwhile,
   * or the outcome of the one refresh that is made for all.
   * @throws SessionExpiredError when there is nothing to send any more
   */
  async replace(rejected: string): Promise<string> {
    for (let tries = 0; ; tries++) {
      // Begun before anything is awaited, so that no second refresh can begin and nobody sends the old token.
      const token = await (this.#flight ?? this.#depart(rejected))
      // That flight may have been for an older token, and have brought the very one that was refused here;
      // or it was ahead of time, and has failed.
      if (token !== rejected || tries === 2) return token
    }
  }

  #depart(rejected: string, isAhead = false): Promise<string> {
    const flight = this.#successor(rejected, isAhead).finally(() => {
      if (this.#flight === flight) this.#flight = undefined
    })
    // Whoever began it ahead of time does not wait for it.
    flight.catch(() => undefined)
    this.#isAhead = isAhead
    this.#flight = flight
    return flight
  }

  async #successor(rejected: string, isAhead: boolean): Promise<string> {
    const epoch = this.epoch
    const tokens = await this.tokens()
    if (!tokens) throw this.#lost()
    if (tokens.token !== rejected) return tokens.token
    const work = () => this.#exchange(rejected, epoch)
    try {
      const { store } = this.#options
      return await (store.exclusively ? store.exclusively(work) : work())
    } catch (cause) {
      if (epoch !== this.epoch) throw expired(cause)
      if (!isAhead) return await this.#afterFailure(rejected, cause)
      // The token is still good: a session ends by the server's word on it, never by a clock here.
      if (isRefusal(cause)) this.#refused = tokens.refreshToken
      return rejected
    }
  }

  async #exchange(rejected: string, epoch: number): Promise<string> {
    const current = await this.tokens()
    // Another tab or process was faster.
    if (current && current.token !== rejected) return current.token
    const { token, refreshToken, randomNumber } = current ?? {}
    if (!token || !refreshToken || !randomNumber || refreshToken === this.#refused) throw expired()
    const { tokens: renewed, expiresIn } = await this.#options.refresh({ token, refreshToken, randomNumber })
    if (epoch !== this.epoch) throw expired()
    const stored = await this.tokens()
    // Without a lock a sibling may have stored a newer set, or have logged out, while this one was asking.
    if (!stored) throw expired()
    if (stored.token !== rejected) return stored.token
    this.#watch(renewed.token, expiresIn)
    await this.#options.store.write(renewed)
    return renewed.token
  }

  /** The refresh did not succeed: goes on with what a sibling brought, or gives the session up. */
  async #afterFailure(rejected: string, cause: unknown): Promise<string> {
    const stored = await this.tokens()
    if (stored && stored.token !== rejected) return stored.token
    this.epoch += 1
    if (stored) {
      await this.#options.store.write(undefined)
      // The server is told, and nobody waits for its answer.
      this.#options.end(rejected).catch(() => undefined)
    }
    throw this.#lost(cause)
  }

  #lost(cause?: unknown): SessionExpiredError {
    if (!this.#isKnownLost) this.#options.onExpired?.(failureMessages.expired)
    this.#isKnownLost = true
    return expired(cause)
  }
}

const isRefusal = (cause: unknown) => isXinchuError(cause) && [400, 401, 403].includes(cause.status ?? 0)

function expired(cause?: unknown): SessionExpiredError {
  return new SessionExpiredError(failureMessages.expired, { status: 401, cause })
}

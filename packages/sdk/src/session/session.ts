import type { SessionExpiredError } from '../errors.ts'
import { type Deadline, unlessAborted } from '../http/deadline.ts'
import { isPromise, type MaybePromise } from '../maybe-promise.ts'
import { Exchange, expired, unavailable } from './exchange.ts'
import type { Renewal, SessionOptions } from './options.ts'
import type { SessionTokens } from './store.ts'
import { inTurn } from './turns.ts'

/**
 * One session of one client. All refused calls wait for a single refresh. Log-ins and log-outs are numbered in the order of
 * their calls, so that the last one wins; a refresh never wins over either. Every write happens in the store's turn, right
 * after a look at what is stored.
 */
export class Session {
  readonly #options: SessionOptions
  readonly #exchange: Exchange
  #flight: Promise<string> | undefined
  // Makes the flight give up its turn: a log-in or log-out has begun.
  #leave: AbortController | undefined
  /** Incremented by every log-in, log-out and loss. A refresh that ends in another epoch is discarded. */
  epoch = 0
  // Whether the flight is an early refresh, during which the old token is still valid.
  #isAhead = false
  /** Whether calls wait for the user to log in again. Their time-outs are suspended until then. */
  isRecovering = false
  // Whether there was a session that the user did not end.
  #isOpen = false
  // Whether the user already knows that the session is over: notified, or logged out.
  #isKnownLost = false
  // The number of the last log-in or log-out that was begun, and of the last that has an effect.
  #begun = 0
  #decided = 0
  // The number of the log-out that waits for its turn.
  #leaving = 0
  // Whether this client logged out: nobody is logged in again without a word.
  #hasLeft = false

  constructor(options: SessionOptions) {
    this.#options = options
    this.#exchange = new Exchange(options)
  }

  /** The stored values; none from the moment of a log-out. */
  tokens(): MaybePromise<SessionTokens | undefined> {
    return this.#leaving ? undefined : this.#options.store.read()
  }

  /**
   * Returns the token to send now; during a refresh, the new token. A call shortly before expiry starts an early refresh,
   * so a session without calls still ends by itself. Only `mustLast` waits for an early refresh.
   * @throws SessionExpiredError if the session of the call's epoch has ended
   */
  token(epoch: number, mustLast: boolean, isSafe: boolean): MaybePromise<string | undefined> {
    if (this.#flight && (mustLast || !this.#isAhead)) return this.#flight
    const tokenOf = (tokens: SessionTokens | undefined) => {
      if (!tokens) {
        if (epoch !== this.epoch) throw expired()
        const { recover, logIn } = this.#options
        const canReturn = (this.#isOpen && recover) || (logIn && !this.#hasLeft)
        return canReturn ? (this.#flight ?? this.#depart('', isSafe)) : undefined
      }
      this.#isKnownLost = false
      this.#hasLeft = false
      this.#isOpen = true
      if (this.#flight || !this.#exchange.isDue(tokens.token)) return tokens.token
      const flight = this.#depart(tokens.token, true, true)
      return mustLast ? flight : tokens.token
    }
    const stored = this.tokens()
    return isPromise(stored) ? stored.then(tokenOf) : tokenOf(stored)
  }

  /** Numbers a log-in when it begins. */
  begin(): number {
    this.#begun += 1
    return this.#begun
  }

  /** Keeps the session of a log-in. False if a later log-in or a log-out has taken its place. */
  async start({ tokens, expiresIn }: Renewal, number = this.begin()): Promise<boolean> {
    if (number < this.#decided) return false
    this.#decide(number)
    const { store } = this.#options
    return inTurn(store, async () => {
      if (number < this.#decided) return false
      this.#isOpen = true
      this.#hasLeft = false
      this.#exchange.watch(tokens.token, expiresIn)
      await store.write(tokens)
      return true
    })
  }

  /** Forgets the session locally and returns what was stored last. Wins over a refresh in progress. */
  async forget(): Promise<SessionTokens | undefined> {
    const number = this.begin()
    this.#decide(number)
    this.#isKnownLost = true
    this.#hasLeft = true
    this.#isOpen = false
    this.#leaving = number
    const { store } = this.#options
    try {
      return await inTurn(store, async () => {
        const tokens = await store.read()
        await store.write(undefined)
        return tokens
      })
    } finally {
      if (this.#leaving === number) this.#leaving = 0
    }
  }

  #decide(number: number): void {
    this.#decided = number
    this.epoch += 1
    this.#flight = undefined
    this.#leave?.abort(expired())
  }

  /**
   * Returns the replacement of a refused token: the newer token if there is one, else the result of the shared refresh.
   * @throws SessionExpiredError if the session is over, or why the refresh got no answer
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

  /** Waits for a token as long as the call may last. A call whose time is over before tells what has failed by then. */
  awaited<T>(token: Promise<T>, deadline: Deadline): Promise<T> {
    return unlessAborted(token, deadline.signal).catch((cause: unknown) => {
      const { failure } = this.#exchange
      throw failure && deadline.ended === 'timeout' ? unavailable(failure) : cause
    })
  }

  #depart(rejected: string, isSafe: boolean, isAhead = false): Promise<string> {
    const leave = new AbortController()
    const flight = this.#successor(rejected, isSafe, isAhead, leave.signal).finally(() => {
      if (this.#flight === flight) this.#flight = undefined
    })
    // The call that started an early refresh does not wait for it.
    flight.catch(() => undefined)
    this.#exchange.failure = undefined
    this.#isAhead = isAhead
    this.#leave = leave
    this.#flight = flight
    return flight
  }

  async #successor(rejected: string, isSafe: boolean, isAhead: boolean, leave: AbortSignal): Promise<string> {
    const tokens = await this.tokens()
    if (tokens && tokens.token !== rejected) return tokens.token
    const work = () => this.#exchange.run(rejected, isAhead, leave, !this.#hasLeft)
    const found = await inTurn(this.#options.store, work, leave).catch((cause: unknown) => {
      // Whoever waited belongs to the session before.
      throw leave.aborted ? expired(cause) : cause
    })
    if (typeof found === 'string') return found
    this.epoch += 1
    return this.#recovered(isSafe, found.cause)
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
    if (!this.#isKnownLost) this.#options.onExpired(cause)
    this.#isKnownLost = true
    return expired(cause)
  }
}

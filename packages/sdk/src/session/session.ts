import { failureMessages, SessionExpiredError } from '../errors.ts'
import type { CompleteTokens, SessionStore, SessionTokens } from './store.ts'

export interface SessionOptions {
  store: SessionStore
  /** Exchanges the companions for a new set; rejects when the server does not. */
  refresh(tokens: CompleteTokens): Promise<CompleteTokens>
  /** Tells the server to end the session of this token; its answer does not matter. */
  end(token: string): Promise<void>
  /** Called once for each session that ended against the user's will. */
  onExpired?: ((message: string) => void) | undefined
}

const sameSession = (a: SessionTokens | undefined, b: SessionTokens | undefined) => a?.token === b?.token

/**
 * One session of one client: who is logged in, and the single refresh that all refused calls wait for.
 */
export class Session {
  readonly #options: SessionOptions
  #flight: Promise<string> | undefined
  // Rises with every log-in and log-out: a refresh that ends in another epoch is thrown away.
  #epoch = 0
  // Whether the user knows that there is no session: told so, or logged out by their own will.
  #isKnownLost = false

  constructor(options: SessionOptions) {
    this.#options = options
  }

  async tokens(): Promise<SessionTokens | undefined> {
    return this.#options.store.read()
  }

  /** The token to send now. While a refresh is under way, that is the token it brings. */
  async token(): Promise<string | undefined> {
    if (this.#flight) return this.#flight
    const tokens = await this.tokens()
    if (tokens) this.#isKnownLost = false
    return tokens?.token
  }

  async start(tokens: SessionTokens): Promise<void> {
    this.#begin()
    await this.#options.store.write(tokens)
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
    this.#epoch += 1
    this.#flight = undefined
  }

  /**
   * What to send instead of a token that the server refused: the token that has replaced it meanwhile,
   * or the outcome of the one refresh that is made for all.
   * @throws SessionExpiredError when there is nothing to send any more
   */
  async replace(rejected: string): Promise<string> {
    // Begun before anything is awaited, so that no second refresh can begin and nobody sends the old token.
    const token = await (this.#flight ?? this.#depart(rejected))
    // That flight may have been for an older token, and have brought the very one that was refused here.
    return token === rejected ? (this.#flight ?? this.#depart(rejected)) : token
  }

  #depart(rejected: string): Promise<string> {
    const flight = this.#successor(rejected).finally(() => {
      if (this.#flight === flight) this.#flight = undefined
    })
    this.#flight = flight
    return flight
  }

  async #successor(rejected: string): Promise<string> {
    const epoch = this.#epoch
    const tokens = await this.tokens()
    if (!tokens) throw this.#lost()
    if (tokens.token !== rejected) return tokens.token
    const work = () => this.#exchange(tokens, epoch)
    try {
      const { store } = this.#options
      return await (store.exclusively ? store.exclusively(work) : work())
    } catch (cause) {
      if (epoch !== this.#epoch) throw expired(cause)
      return await this.#afterFailure(tokens, cause)
    }
  }

  async #exchange(rejected: SessionTokens, epoch: number): Promise<string> {
    const current = await this.tokens()
    // Another tab or process was faster.
    if (current && !sameSession(current, rejected)) return current.token
    const { token, refreshToken, randomNumber } = current ?? {}
    if (!token || !refreshToken || !randomNumber) throw expired()
    const renewed = await this.#options.refresh({ token, refreshToken, randomNumber })
    if (epoch !== this.#epoch) throw expired()
    const stored = await this.tokens()
    // Without a lock a sibling may have stored a newer set, or have logged out, while this one was asking.
    if (!stored) throw expired()
    if (!sameSession(stored, rejected)) return stored.token
    await this.#options.store.write(renewed)
    return renewed.token
  }

  /** The refresh did not succeed: goes on with what a sibling brought, or gives the session up. */
  async #afterFailure(rejected: SessionTokens, cause: unknown): Promise<string> {
    const stored = await this.tokens()
    if (stored && !sameSession(stored, rejected)) return stored.token
    this.#epoch += 1
    if (stored) {
      await this.#options.store.write(undefined)
      // The server is told, and nobody waits for its answer.
      this.#options.end(rejected.token).catch(() => undefined)
    }
    throw this.#lost(cause)
  }

  #lost(cause?: unknown): SessionExpiredError {
    if (!this.#isKnownLost) this.#options.onExpired?.(failureMessages.expired)
    this.#isKnownLost = true
    return expired(cause)
  }
}

function expired(cause?: unknown): SessionExpiredError {
  return new SessionExpiredError(failureMessages.expired, { status: 401, cause })
}

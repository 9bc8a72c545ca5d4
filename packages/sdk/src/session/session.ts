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
  // Refresh tokens that the server refused, so that stragglers do not try them again.
  #refused: string | undefined

  constructor(options: SessionOptions) {
    this.#options = options
  }

  async tokens(): Promise<SessionTokens | undefined> {
    return this.#options.store.read()
  }

  /** The token to send now. While a refresh is under way, that is the token it brings. */
  async token(): Promise<string | undefined> {
    if (this.#flight) return this.#flight
    return (await this.tokens())?.token
  }

  async start(tokens: SessionTokens): Promise<void> {
    this.#epoch += 1
    this.#refused = undefined
    await this.#options.store.write(tokens)
  }

  /** Forgets the session here; wins over a refresh that is under way. */
  async forget(): Promise<SessionTokens | undefined> {
    this.#epoch += 1
    const tokens = await this.tokens()
    await this.#options.store.write(undefined)
    return tokens
  }

  /**
   * What to send instead of a token that the server refused: the token that has replaced it meanwhile,
   * or the outcome of the one refresh that is made for all.
   * @throws SessionExpiredError when there is nothing to send any more
   */
  replace(rejected: string | undefined): Promise<string> {
    // Assigned before anything is awaited, so that no second refresh can begin and nobody sends the old token.
    this.#flight ??= this.#successor(rejected).finally(() => {
      this.#flight = undefined
    })
    return this.#flight
  }

  async #successor(rejected: string | undefined): Promise<string> {
    const tokens = await this.tokens()
    if (!tokens) throw this.#expired()
    return tokens.token === rejected ? this.#renew(tokens) : tokens.token
  }

  #expired(cause?: unknown): SessionExpiredError {
    return new SessionExpiredError(failureMessages.expired, { status: 401, cause })
  }

  async #renew(rejected: SessionTokens): Promise<string> {
    const epoch = this.#epoch
    const work = () => this.#exchange(rejected, epoch)
    try {
      const exclusively = this.#options.store.exclusively
      return await (exclusively ? exclusively(work) : work())
    } catch (cause) {
      if (epoch === this.#epoch) await this.#lose(rejected)
      throw this.#expired(cause)
    }
  }

  async #exchange(rejected: SessionTokens, epoch: number): Promise<string> {
    const current = await this.tokens()
    // Another tab or process was faster.
    if (current && !sameSession(current, rejected)) return current.token
    const { token, refreshToken, randomNumber } = current ?? {}
    if (!token || !refreshToken || !randomNumber || refreshToken === this.#refused) throw this.#expired()
    const renewed = await this.#options.refresh({ token, refreshToken, randomNumber })
    if (epoch !== this.#epoch) throw this.#expired()
    const stored = await this.tokens()
    // Without a lock a sibling may have stored a newer set, or have logged out, while this one was asking.
    if (!stored) throw this.#expired()
    if (!sameSession(stored, rejected)) return stored.token
    await this.#options.store.write(renewed)
    return renewed.token
  }

  async #lose(rejected: SessionTokens): Promise<void> {
    this.#epoch += 1
    this.#refused = rejected.refreshToken
    await this.#options.store.write(undefined)
    // The server is told, and nobody waits for its answer.
    this.#options.end(rejected.token).catch(() => undefined)
    this.#options.onExpired?.(failureMessages.expired)
  }
}

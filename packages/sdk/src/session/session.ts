import type { SessionExpiredError } from '../errors.ts'
import { type Deadline, unlessAborted } from '../http/deadline.ts'
import { isPromise, type MaybePromise } from '../maybe-promise.ts'
import { expired, unavailable } from './failures.ts'
import type { Renewal, SessionOptions } from './options.ts'
import { Refresher } from './refresher.ts'
import { Flight, type Left, type Rest, type State } from './state.ts'
import type { BearerTokens, SessionTokens } from './store.ts'
import { inTurn } from './turns.ts'

const OPEN: Rest = { name: 'open', hadSession: true, isTold: false }

/**
 * One session of one client: the state machine of `state.ts`. Log-ins and log-outs are numbered in the order of their calls,
 * so that the last one wins; a refresh never wins over either. Every write happens in the store's turn, right after a look at
 * what is stored.
 */
export class Session<Tokens extends BearerTokens = SessionTokens> {
  readonly #options: SessionOptions<Tokens>
  readonly #refresher: Refresher<Tokens>
  #state: State = { ...OPEN, name: 'none', hadSession: false }
  /** Incremented by every log-in, log-out and loss. Calls of an earlier generation belong to a session that is over. */
  generation = 0
  // The number of the last log-in or log-out that was begun, and of the last that has an effect.
  #begun = 0
  #decided = 0
  // How many recoveries ask the user.
  #asking = 0

  constructor(options: SessionOptions<Tokens>) {
    this.#options = options
    this.#refresher = new Refresher(options)
  }

  get state(): State['name'] {
    return this.#state.name
  }

  /** Whether the user is asked to log in again. Time-outs rest until then, also after the log-in itself. */
  get isAsking(): boolean {
    return this.#asking > 0
  }

  /** The only place where the state changes. */
  #to(state: State): void {
    this.#state = state
  }

  /** The stored values; none from the moment of a log-out. */
  tokens(): MaybePromise<Tokens | undefined> {
    return this.#state.name === 'left' && this.#state.isPending ? undefined : this.#options.store.read()
  }

  /**
   * Returns the token to send now; during a refresh, the new token. A call shortly before expiry starts an early refresh,
   * so a session without calls still ends by itself. Only `mustLast` waits for an early refresh.
   * @throws SessionExpiredError if the session of the call's generation has ended
   */
  token(generation: number, mustLast: boolean, isSafe: boolean): MaybePromise<string | undefined> {
    const { flight } = this.#state
    if (flight && (mustLast || !flight.isAhead)) return flight.result
    const asked = this.generation
    const tokenOf = (tokens: Tokens | undefined) => {
      if (tokens) return this.#found(tokens.token, asked, mustLast)
      if (generation !== this.generation) throw expired()
      return this.#foundNothing(isSafe)
    }
    const stored = this.tokens()
    return isPromise(stored) ? stored.then(tokenOf) : tokenOf(stored)
  }

  /** `asked` is the generation in which the store was read: a slow store may answer after a log-out. */
  #found(token: string, asked: number, mustLast: boolean): MaybePromise<string> {
    const state = this.#state
    if (state.name === 'left' && asked !== this.generation) throw expired()
    if (state.flight) return token
    this.#to(OPEN)
    if (!this.#refresher.isDue(token)) return token
    const early = this.#depart(OPEN, token, true, true)
    return mustLast ? early : token
  }

  #foundNothing(isSafe: boolean): MaybePromise<string | undefined> {
    const state = this.#state
    if (state.name === 'left') return undefined
    if (state.flight) return state.flight.result
    const { recover, logIn } = this.#options
    if (logIn || (recover && state.hadSession)) return this.#depart(state, '', isSafe)
    this.#to({ ...state, name: 'none' })
    return undefined
  }

  /**
   * Returns the replacement of a refused token: the newer token if there is one, else the result of the shared refresh.
   * @throws SessionExpiredError if the session is over, or why the refresh got no answer
   */
  async replace(rejected: string, isSafe = true): Promise<string> {
    for (let tries = 0; ; tries++) {
      // Started synchronously, so that no second refresh can start and no call sends the old token.
      const token = await this.#successor(rejected, isSafe)
      // That flight may have been for an older token and have returned the one refused here, or it was an early
      // refresh that failed.
      if (token !== rejected || tries === 2) return token
    }
  }

  #successor(rejected: string, isSafe: boolean): Promise<string> {
    const state = this.#state
    if (state.name === 'left') return this.#elsewhere(rejected)
    return state.flight ? state.flight.result : this.#depart(state, rejected, isSafe)
  }

  /** After a log-out: the session of another tab or process. */
  async #elsewhere(rejected: string): Promise<string> {
    const { generation } = this
    const token = (await this.tokens())?.token ?? rejected
    if (token === rejected) throw expired()
    return this.#found(token, generation, false)
  }

  /** Waits for a token as long as the call may last. A call whose time is over before tells what has failed by then. */
  awaited<T>(token: Promise<T>, deadline: Deadline): Promise<T> {
    return unlessAborted(token, deadline.signal).catch((cause: unknown) => {
      const failure = this.#state.flight?.failure
      throw failure && deadline.ended === 'timeout' ? unavailable(failure) : cause
    })
  }

  #depart(from: Rest, rejected: string, isSafe: boolean, isAhead = false): Promise<string> {
    const flight = new Flight(from, isAhead, (own) => this.#fly(own, rejected, isSafe))
    this.#to({ name: 'refreshing', flight })
    return flight.result
  }

  async #fly(flight: Flight, rejected: string, isSafe: boolean): Promise<string> {
    const { signal } = flight.leave
    const find = async () => {
      const tokens = await this.tokens()
      signal.throwIfAborted()
      if (tokens && tokens.token !== rejected) return tokens.token
      return inTurn(this.#options.store, () => this.#refresher.run(rejected, flight), signal)
    }
    const found = await find().catch((cause: unknown) => {
      this.#land(flight, flight.from)
      // Whoever waited belongs to the session before.
      throw signal.aborted ? expired(cause) : cause
    })
    if (typeof found !== 'string') return this.#over(flight, isSafe, found.cause)
    this.#land(flight, OPEN)
    return found
  }

  #land(flight: Flight, state: Rest): void {
    // One that is not current changes no state.
    if (this.#state.flight === flight) this.#to(state)
  }

  /** Waits until the user has logged in again, where the client offers that. @throws SessionExpiredError otherwise */
  async #over(flight: Flight, isSafe: boolean, cause: unknown): Promise<string> {
    const { recover } = this.#options
    if (this.#state.flight !== flight) throw expired(cause)
    this.generation += 1
    if (!recover || !flight.from.hadSession) throw this.#lost(flight, cause)
    this.#to({ name: 'recovering', flight })
    this.#asking += 1
    try {
      const isBack = await unlessAborted(recover({ isSafe, cause }), flight.leave.signal)
      const tokens = isBack ? await this.tokens() : undefined
      if (!tokens) throw expired(cause)
      this.#land(flight, OPEN)
      return tokens.token
    } catch (error) {
      this.#lost(flight, cause)
      throw error
    } finally {
      this.#asking -= 1
    }
  }

  #lost(flight: Flight, cause: unknown): SessionExpiredError {
    const { from } = flight
    if (this.#state.flight === flight) {
      this.#to({ ...from, name: 'none', isTold: true })
      if (!from.isTold) this.#options.onExpired(cause)
    }
    return expired(cause)
  }

  /** Numbers a log-in when it begins. */
  begin(): number {
    this.#begun += 1
    return this.#begun
  }

  #end(flight: Flight | undefined, state: State): void {
    this.#to(state)
    flight?.leave.abort(expired())
  }

  #decide(number: number): void {
    this.#decided = number
    this.generation += 1
  }

  /** Keeps the session of a log-in. False if a later log-in or a log-out has taken its place. */
  async start({ tokens, expiresIn }: Renewal<Tokens>, number = this.begin()): Promise<boolean> {
    if (number < this.#decided) return false
    this.#decide(number)
    // A recovery goes on: this log-in is probably its own.
    const { name, flight } = this.#state
    if (name === 'refreshing') this.#end(flight, flight.from)
    const { store } = this.#options
    return inTurn(store, async () => {
      if (number < this.#decided) return false
      this.#to(OPEN)
      this.#refresher.watch(tokens.token, expiresIn)
      await store.write(tokens)
      return true
    })
  }

  /** Forgets the session locally and returns what was stored last. Wins over a refresh in progress. */
  async forget(): Promise<Tokens | undefined> {
    this.#decide(this.begin())
    const pending: Left = { name: 'left', isPending: true }
    this.#end(this.#state.flight, pending)
    const { store } = this.#options
    try {
      return await inTurn(store, async () => {
        const tokens = await store.read()
        await store.write(undefined)
        return tokens
      })
    } finally {
      if (this.#state === pending) this.#to({ name: 'left', isPending: false })
    }
  }
}

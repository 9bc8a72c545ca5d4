import { expect, vi } from 'vitest'
import {
  type Credentials,
  createClient,
  isSession,
  memoryStore,
  type SessionStore,
  type SessionTokens,
  type XinchuClient,
} from '../../src/index.ts'
import { Session } from '../../src/session/session.ts'
import { type Family, type Fault, simulatedPlatform, slowPlace, tokensOf } from './simulated-platform.ts'

/** What a person wanted: a session of this family, or none. */
export interface Will {
  client: number
  begun: number
  /** Undefined while it is under way; wills that failed are taken out. */
  ended: number | undefined
  family: Family | undefined
  /** Of a log-out: how often the place of the session had been written before it. */
  writes: number | undefined
}

/** What a user does who is asked to log in again. */
export type Answer = 'logs in' | 'declines' | 'fails'

/** How a client gets a session where there is none. */
export type Way = 'none' | 'asks' | 'credentials'

const ROBOT = 'robot'

export const PLACES = ['memory', 'slow, with a lock', 'slow, without a lock'] as const

/** Two or three clients of one session, as tabs or processes are, over simulated time. */
export class World {
  readonly clients: XinchuClient[]
  readonly platform: ReturnType<typeof simulatedPlatform>
  readonly wills: Will[] = []
  readonly first: Family
  readonly problems: string[] = []
  readonly #store: SessionStore
  readonly #written: (SessionTokens | undefined)[]
  readonly #isFaultless: boolean
  readonly #way: Way
  readonly #answer: () => Answer
  readonly #latency: () => number
  areFaultsOver = false
  #moment = 0

  constructor(place: (typeof PLACES)[number], { way, answers, latencies, faults }: Course) {
    const latency = next(latencies)
    this.#way = way
    this.#answer = next(answers)
    this.#latency = latency
    const fault = next(faults)
    this.#isFaultless = faults.every((what) => what === 'none')
    this.platform = simulatedPlatform(latency, () => (this.areFaultsOver ? 'none' : fault()))
    this.first = this.platform.open('first')
    const shared = slowPlace(latency, place === 'slow, with a lock', tokensOf(this.first))
    this.#written = shared.place.written
    const memory = remembering(memoryStore(tokensOf(this.first)), this.#written)
    const own = shared.store()
    const storeOf = () => (place === 'memory' ? memory : place === 'slow, with a lock' ? shared.store() : own)
    this.#store = storeOf()
    this.clients = [0, 1, 2].map((at) =>
      createClient({
        baseUrl: 'http://platform.test',
        session: storeOf(),
        transport: this.platform.transport,
        renewAhead: 0,
        ...(way === 'credentials' && { credentials: this.#credentialsOf(at) }),
        ...(way === 'asks' && { hooks: { recoverSession: () => this.#recover(at) } }),
      }),
    )
  }

  #credentialsOf(at: number): Credentials {
    return async (login) => {
      this.#assertStays(at, 'credentials were used')
      const result = await login({ username: ROBOT, password: 'b' })
      if (!isSession(result)) throw new Error('the platform gave no session')
      return result
    }
  }

  async #recover(at: number): Promise<boolean> {
    this.#assertStays(at, 'the user was asked')
    const answer = this.areFaultsOver ? 'declines' : this.#answer()
    await new Promise((resolve) => setTimeout(resolve, this.#latency()))
    if (answer === 'fails') throw new RangeError('the dialog broke')
    return answer === 'logs in' && (await this.logIn(at)) !== undefined
  }

  /** Nobody gets a session again after a log-out, unless another one was stored since. */
  #assertStays(at: number, what: string): void {
    const last = this.wills.findLast(({ client }) => client === at)
    if (last?.writes !== undefined && !this.#written.slice(last.writes).some(Boolean))
      this.#fail(`${what} after the log-out of ${at}`)
  }

  /** The session that a log-in brought, unless it failed. */
  async logIn(at: number): Promise<Family | undefined> {
    return this.#will(at, undefined, async (own) => {
      const { token } = await own.login({ username: 'a', password: 'b' })
      return this.#familyOf(token)
    })
  }

  async logOut(at: number): Promise<void> {
    await this.#will(at, this.#written.length, async (own) => {
      await own.logout()
      return undefined
    })
  }

  #familyOf(token: string | undefined): Family | undefined {
    return this.platform.families.find((family) => token !== undefined && isOf(family, token))
  }

  #tick(): number {
    this.#moment += 1
    return this.#moment
  }

  async #will(
    client: number,
    writes: number | undefined,
    work: (client: XinchuClient) => Promise<Family | undefined>,
  ): Promise<Family | undefined> {
    const will: Will = { client, begun: this.#tick(), ended: undefined, family: undefined, writes }
    this.wills.push(will)
    try {
      will.family = await work(this.clients[client] as XinchuClient) // there are three
    } catch {
      // A log-in that failed, or one that a later will of this client has taken the place of.
      this.wills.splice(this.wills.indexOf(will), 1)
    }
    will.ended = this.#tick()
    return will.family
  }

  /** Wills that no other will followed: neither a later one of the same client, nor one that began after their end. */
  #last(): Will[] {
    const isOver = (will: Will) =>
      this.wills.some(
        (other) =>
          other.begun > will.begun &&
          (other.client === will.client || (will.ended ?? Infinity) < other.begun),
      )
    return this.wills.filter((will) => !isOver(will))
  }

  async check(): Promise<void> {
    await vi.runAllTimersAsync()
    this.areFaultsOver = true
    const stored = await settled(this.#store.read())
    const last = this.#last()
    const wanted = last.length > 0 ? last.map(({ family }) => family) : [this.first]
    const found = this.#familyOf(stored?.token)
    const areAlive = wanted.every((family) => family?.isAlive)
    if (found && !wanted.includes(found) && (areAlive || found.username !== ROBOT))
      this.#fail(`${stored?.token} is the session, and nobody wanted it last`)
    if (!stored && areAlive) this.#fail('nobody wanted to lose the session')
    if (!stored && this.#isFaultless && wanted.every((family) => !family)) this.#checkEnd()
    await this.#use()
    expect(this.problems, JSON.stringify({ way: this.#way, wills: this.wills, stored })).toEqual([])
  }

  /** The session that was stored last is over on the server too. */
  #checkEnd(): void {
    const kept = this.#written.findLast((tokens) => tokens)?.token ?? tokensOf(this.first).token
    if (this.platform.families.some((family) => family.isAlive && isOf(family, kept)))
      this.#fail(`${kept} was stored last, and lives on at the server`)
  }

  /** Afterwards every client works in the session that is stored, or in none, and knows which. */
  async #use(): Promise<void> {
    const asked = vi.spyOn(Session.prototype, 'token')
    const stateNow = () => (asked.mock.contexts.at(-1) as Session | undefined)?.state // the method is one of sessions
    for (const client of this.clients) {
      const before = this.#familyOf((await settled(this.#store.read()))?.token)
      const answer = await settled(
        client.messages.getUnreadCount().then(
          ({ count }) => count,
          (error: { kind: string }) => error.kind,
        ),
      )
      const stored = await settled(this.#store.read())
      const after = this.#familyOf(stored?.token)
      const state = stateNow()
      if (before?.isAlive && answer !== before.id)
        this.#fail(`the session is stored, and a call says ${answer}`)
      if (typeof answer === 'number' && answer !== after?.id)
        this.#fail(`${after?.id} is the session, and a call is answered by ${answer}`)
      if (this.#way === 'credentials' && typeof answer !== 'number' && state !== 'left')
        this.#fail(`there are credentials, and a call in ${state} says ${answer}`)
      if ((state === 'open') !== (stored !== undefined))
        this.#fail(`${stored?.token} is stored, and the session is ${state}`)
    }
    asked.mockRestore()
  }

  #fail(problem: string): void {
    this.problems.push(problem)
  }
}

/** What a history leaves to chance. */
export interface Course {
  way: Way
  answers: Answer[]
  latencies: number[]
  faults: Fault[]
}

const isOf = ({ id }: Family, token: string) => token.startsWith(`Bearer t${id}.`)

/** Notes what is written. */
function remembering(store: SessionStore, written: (SessionTokens | undefined)[]): SessionStore {
  return {
    ...store,
    write(tokens) {
      written.push(tokens)
      return store.write(tokens)
    },
  }
}

function next<T>(values: T[]): () => T {
  let at = 0
  return () => values[at++ % values.length] as T // there is at least one
}

async function settled<T>(work: T | Promise<T>): Promise<T> {
  const promise = Promise.resolve(work)
  promise.catch(() => undefined)
  await vi.runAllTimersAsync()
  return promise
}

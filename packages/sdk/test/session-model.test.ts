import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { budget, TEST_SEED } from '../../../scripts/lib/test-seed.mjs'
import {
  createClient,
  memoryStore,
  type SessionStore,
  type SessionTokens,
  type XinchuClient,
} from '../src/index.ts'
import {
  type Family,
  type Fault,
  simulatedPlatform,
  slowPlace,
  tokensOf,
} from './support/simulated-platform.ts'

const HISTORIES = budget(700, 3_500)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** What a person wanted: a session of this family, or none. */
interface Will {
  client: number
  begun: number
  /** Undefined while it is under way; wills that failed are taken out. */
  ended: number | undefined
  family: Family | undefined
}

const PLACES = ['memory', 'slow, with a lock', 'slow, without a lock'] as const

/** Two or three clients of one session, as tabs or processes are, over simulated time. */
class World {
  readonly clients: XinchuClient[]
  readonly platform: ReturnType<typeof simulatedPlatform>
  readonly wills: Will[] = []
  readonly first: Family
  readonly problems: string[] = []
  readonly #store: SessionStore
  readonly #written: (SessionTokens | undefined)[]
  readonly #isFaultless: boolean
  areFaultsOver = false
  #moment = 0

  constructor(place: (typeof PLACES)[number], latencies: number[], faults: Fault[]) {
    const latency = next(latencies)
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
    this.clients = [0, 1, 2].map(() =>
      createClient({
        baseUrl: 'http://platform.test',
        session: storeOf(),
        transport: this.platform.transport,
        renewAhead: 0,
      }),
    )
  }

  tick(): number {
    this.#moment += 1
    return this.#moment
  }

  async will(client: number, work: (client: XinchuClient) => Promise<Family | undefined>): Promise<void> {
    const will: Will = { client, begun: this.tick(), ended: undefined, family: undefined }
    this.wills.push(will)
    try {
      will.family = await work(this.clients[client] as XinchuClient) // there are three
    } catch {
      // A log-in that failed, or one that a later will of this client has taken the place of.
      this.wills.splice(this.wills.indexOf(will), 1)
    }
    will.ended = this.tick()
  }

  /** Wills that no other will followed: neither a later one of the same client, nor one that began after their end. */
  last(): Will[] {
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
    const last = this.last()
    const wanted = last.length > 0 ? last.map(({ family }) => family) : [this.first]
    const found = this.platform.families.find((family) => stored && isOf(family, stored.token))
    if (stored && !wanted.includes(found))
      this.#fail(`${stored.token} is the session, and nobody wanted it last`)
    if (!stored && wanted.every((family) => family?.isAlive)) this.#fail('nobody wanted to lose the session')
    if (!stored && this.#isFaultless && wanted.every((family) => !family)) this.#checkEnd()
    await this.#use(stored ? found : undefined)
    expect(this.problems, JSON.stringify({ wills: this.wills, stored })).toEqual([])
  }

  /** The session that was stored last is over on the server too. */
  #checkEnd(): void {
    const kept = this.#written.findLast((tokens) => tokens)?.token ?? tokensOf(this.first).token
    if (this.platform.families.some((family) => family.isAlive && isOf(family, kept)))
      this.#fail(`${kept} was stored last, and lives on at the server`)
  }

  /** Afterwards every client works in the session that is stored, or in none. */
  async #use(family: Family | undefined): Promise<void> {
    for (const client of this.clients) {
      const answer = await settled(
        client.messages.getUnreadCount().then(
          ({ count }) => count,
          (error: { kind: string }) => error.kind,
        ),
      )
      if (family?.isAlive && answer !== family.id)
        this.#fail(`the session is stored, and a call says ${answer}`)
      if (!family?.isAlive && typeof answer === 'number')
        this.#fail(`no session, and a call is answered by ${answer}`)
    }
  }

  #fail(problem: string): void {
    this.problems.push(problem)
  }
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

type Model = object
class Step implements fc.AsyncCommand<Model, World> {
  readonly #name: string
  readonly #pause: number
  readonly #work: (world: World) => void
  constructor(name: string, pause: number, work: (world: World) => void) {
    this.#name = name
    this.#pause = pause
    this.#work = work
  }
  check(): boolean {
    return true
  }
  async run(_model: Model, world: World): Promise<void> {
    this.#work(world)
    if (this.#pause > 0) await vi.advanceTimersByTimeAsync(this.#pause)
  }
  toString(): string {
    return `${this.#name}, then ${this.#pause} ms`
  }
}

const client = fc.integer({ min: 0, max: 2 })
const pause = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 8 }), fc.constant(60))
const familyNow = (world: World) => world.platform.families.at(-1)

const steps = [
  fc.tuple(client, pause).map(
    ([at, ms]) =>
      new Step(`${at} calls`, ms, ({ clients }) => {
        clients[at]?.messages.getUnreadCount().catch(() => undefined)
      }),
  ),
  fc.tuple(client, pause).map(
    ([at, ms]) =>
      new Step(`${at} logs out`, ms, (world) => {
        void world.will(at, async (own) => {
          await own.logout()
          return undefined
        })
      }),
  ),
  fc.tuple(client, pause).map(
    ([at, ms]) =>
      new Step(`${at} logs in`, ms, (world) => {
        void world.will(at, async (own) => {
          const { token } = await own.login({ username: 'a', password: 'b' })
          return world.platform.families.find((family) => isOf(family, token ?? ''))
        })
      }),
  ),
  pause.map(
    (ms) =>
      new Step('the token expires', ms, (world) => {
        for (const family of world.platform.families) family.isFresh = false
      }),
  ),
  pause.map(
    (ms) =>
      new Step('the server ends the session', ms, (world) => {
        const family = familyNow(world)
        if (family) family.isAlive = false
      }),
  ),
]

const latencies = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 30 })
const faults = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant<Fault>('none') },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Fault[]>(
        'unreachable',
        'reply lost',
        'unavailable',
        'bad gateway',
        'captive portal',
      ),
    },
  ),
  { minLength: 1, maxLength: 20 },
)

test.each(PLACES)(
  `the last will wins in every history, session ${'%s'} (seed ${TEST_SEED})`,
  { timeout: 120_000 },
  async (place) => {
    const history = fc.asyncProperty(
      fc.commands(steps, { maxCommands: 14 }),
      latencies,
      faults,
      async (commands, delays, mishaps) => {
        const world = new World(place, delays, mishaps)
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
        await world.check()
      },
    )
    await fc.assert(history, { seed: TEST_SEED, numRuns: HISTORIES })
  },
)

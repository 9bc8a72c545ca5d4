import fc from 'fast-check'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { budget, TEST_SEED } from '../../../scripts/lib/test-seed.mjs'
import { type Answer, type Course, PLACES, type Way, World } from './support/session-world.ts'
import type { Fault } from './support/simulated-platform.ts'

const HISTORIES = budget(700, 3_500)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

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
        void world.logOut(at)
      }),
  ),
  fc.tuple(client, pause).map(
    ([at, ms]) =>
      new Step(`${at} logs in`, ms, (world) => {
        void world.logIn(at)
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

const answers = fc.array(fc.constantFrom<Answer[]>('logs in', 'declines', 'fails'), {
  minLength: 1,
  maxLength: 5,
})
const way = fc.constantFrom<Way[]>('none', 'asks', 'credentials')
const course: fc.Arbitrary<Course> = fc.record({ way, answers, latencies, faults })

test.each(PLACES)(
  `the last will wins in every history, session ${'%s'} (seed ${TEST_SEED})`,
  { timeout: 120_000 },
  async (place) => {
    const history = fc.asyncProperty(
      fc.commands(steps, { maxCommands: 14 }),
      course,
      async (commands, given) => {
        const world = new World(place, given)
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
        await world.check()
      },
    )
    await fc.assert(history, { seed: TEST_SEED, numRuns: HISTORIES })
  },
)

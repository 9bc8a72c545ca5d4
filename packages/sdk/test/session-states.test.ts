import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  memoryStore,
  NetworkError,
  type SessionStore,
  type SessionTokens,
  UnauthenticatedError,
} from '../src/index.ts'
import type { Renewal, SessionOptions } from '../src/session/options.ts'
import { Session } from '../src/session/session.ts'
import { wait } from './support/server.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const tokensOf = (token: string): SessionTokens => ({ token, refreshToken: `r-${token}`, randomNumber: '1' })
const renewalOf = (token: string): Renewal => ({ tokens: tokensOf(token) })
const refusal = () => new UnauthenticatedError('登录状态已过期', { status: 401 })

const states = ['none', 'open', 'refreshing', 'ahead', 'recovering', 'left'] as const
type Start = (typeof states)[number]

interface Later<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(error: unknown): void
}

/** A promise that the test settles. */
function later<T>(): Later<T> {
  const ends: Partial<Later<T>> = {}
  ends.promise = new Promise<T>((resolve, reject) => Object.assign(ends, { resolve, reject }))
  return ends as Later<T> // the promise has run its executor
}

/** Ways to get a session where there is none. */
interface Ways {
  asks?: boolean
  logIn?: SessionOptions['logIn']
  store?: SessionStore
  renewAhead?: number
}

/** A session whose refresh and recovery the test settles by hand. */
function rigOf({ asks = false, logIn, store = memoryStore(), renewAhead = 50_000 }: Ways = {}) {
  const flights: Later<Renewal>[] = []
  const asked: Later<boolean>[] = []
  const told: unknown[] = []
  const ended: string[] = []
  const next = <T>(list: Later<T>[]) => {
    const settled = later<T>()
    list.push(settled)
    return settled.promise
  }
  const session = new Session({
    store,
    refresh: () => next(flights),
    async end(token) {
      ended.push(token)
    },
    onExpired: (cause) => told.push(cause),
    recover: asks ? () => next(asked) : undefined,
    logIn,
    renewAhead,
  })
  const stored = async () => (await store.read())?.token
  return { session, store, stored, flights, asked, told, ended }
}
type Rig = ReturnType<typeof rigOf>

type Outcome = Promise<string>

/** What a call is told: the token that it sends, the kind of its error, or that it waits. */
async function toldOf(answer: Promise<string | undefined> | string | undefined): Outcome {
  const settled = Promise.resolve(answer).then(
    (token) => `sends ${token ?? 'none'}`,
    (error: { kind?: string; message: string }) => error.kind ?? error.message,
  )
  return Promise.race([settled, wait(15).then(() => 'waits')])
}

const callOf = ({ session }: Rig, generation = session.generation) =>
  (async () => session.token(generation, false, true))()

/** Brings a session into a state. Returns the calls that wait there. */
async function enter(rig: Rig, state: Start): Promise<Promise<string>[]> {
  const { session, store, flights } = rig
  if (state === 'none') return []
  await store.write(tokensOf('t1'))
  if (state === 'ahead') {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    await session.start({ tokens: tokensOf('t1'), expiresIn: 100 })
    clock.mockReturnValue(60_000)
  }
  expect(await callOf(rig)).toBe('t1')
  if (state === 'open') return []
  if (state === 'ahead') return []
  if (state === 'left') {
    await session.forget()
    return []
  }
  const waiting = [session.replace('t1'), session.replace('t1')]
  for (const call of waiting) call.catch(() => undefined)
  await wait(0)
  if (state === 'recovering') {
    flights[0]?.reject(refusal())
    await wait(5)
  }
  return waiting
}

async function started(state: Start, ways: Ways = { asks: true }) {
  const rig = rigOf(ways)
  const waiting = await enter(rig, state)
  expect(rig.session.state).toBe(state === 'ahead' ? 'refreshing' : state)
  return { ...rig, rig, waiting }
}

test.each<[Start, string, string]>([
  ['none', 'sends t9', 'open'],
  ['open', 'sends t9', 'open'],
  ['refreshing', 'waits', 'refreshing'],
  ['ahead', 'sends t9', 'refreshing'],
  ['recovering', 'waits', 'recovering'],
  ['left', 'sends t9', 'open'],
])('a call that finds tokens in %s: %s, then %s', async (state, outcome, next) => {
  const { rig, session, store } = await started(state)
  await store.write(tokensOf('t9'))
  expect([await toldOf(callOf(rig)), session.state]).toEqual([outcome, next])
})

test('a call that finds tokens whose end is near starts a refresh, and is sent with the old token', async () => {
  const { session, rig, flights } = await started('ahead')
  expect([session.state, flights.length]).toEqual(['refreshing', 1])
  const oneShot = session.token(session.generation, true, false)
  expect([await toldOf(callOf(rig)), await toldOf(oneShot)]).toEqual(['sends t1', 'waits'])
})

const bare: Ways = {}
const asking: Ways = { asks: true }
const withCredentials: Ways = { logIn: async () => renewalOf('t2') }

test.each<[Start, string, Ways, string, string]>([
  ['none', 'no way to get one', bare, 'sends none', 'none'],
  ['none', 'credentials', withCredentials, 'sends t2', 'open'],
  ['none', 'a user to ask, who had no session', asking, 'sends none', 'none'],
  ['open', 'no way to get one', bare, 'sends none', 'none'],
  ['open', 'credentials', withCredentials, 'sends t2', 'open'],
  ['open', 'a user to ask', asking, 'waits', 'recovering'],
  ['refreshing', 'no way to get one', bare, 'waits', 'refreshing'],
  ['ahead', 'no way to get one', bare, 'waits', 'refreshing'],
  ['recovering', 'a user to ask', asking, 'waits', 'recovering'],
  ['left', 'credentials', withCredentials, 'sends none', 'left'],
  ['left', 'a user to ask', asking, 'sends none', 'left'],
])('a call that finds no token in %s, with %s: %s, then %s', async (state, _how, ways, outcome, next) => {
  const { rig, session, store } = await started(state, ways)
  await store.write(undefined)
  expect([await toldOf(callOf(rig)), session.state]).toEqual([outcome, next])
})

test('a call that finds no token, and began before the session ended, is told that it has expired', async () => {
  const { rig, session, flights, waiting } = await started('refreshing', {})
  const { generation } = session
  flights[0]?.reject(refusal())
  await Promise.allSettled(waiting)
  expect(await toldOf(callOf(rig, generation))).toBe('session-expired')
})

test.each<[Start, string, string]>([
  ['none', 'session-expired', 'none'],
  ['open', 'waits', 'refreshing'],
  ['refreshing', 'waits', 'refreshing'],
  ['ahead', 'waits', 'refreshing'],
  ['recovering', 'waits', 'recovering'],
  ['left', 'session-expired', 'left'],
])('a token that is refused in %s: the call %s, then %s', async (state, outcome, next) => {
  const { session, told } = await started(state, { asks: state !== 'none' })
  expect([await toldOf(session.replace('t1')), session.state]).toEqual([outcome, next])
  expect(told).toHaveLength(state === 'none' ? 1 : 0)
})

test('a token that is refused after a log-out is replaced by the session of another tab', async () => {
  const { session, store } = await started('left')
  await store.write(tokensOf('t9'))
  expect([await toldOf(session.replace('t1')), session.state]).toEqual(['sends t9', 'open'])
})

test('a flight that brings the refused token again is followed by another, at most three', async () => {
  const { session, flights } = await started('open')
  const call = session.replace('t1')
  for (let at = 0; at < 3; at++) {
    await vi.waitFor(() => expect(flights).toHaveLength(at + 1))
    flights[at]?.resolve(renewalOf('t1'))
  }
  expect([await toldOf(call), session.state]).toEqual(['sends t1', 'open'])
})

test.each<[Start, string]>([
  ['none', '–'],
  ['open', '–'],
  ['refreshing', 'session-expired'],
  ['ahead', '–'],
  ['recovering', 'waits'],
  ['left', '–'],
])('a log-in that is stored in %s opens the session; calls that wait: %s', async (state, outcome) => {
  const { rig, session, stored, told, waiting, asked } = await started(state)
  expect(await session.start(renewalOf('t2'))).toBe(true)
  expect([session.state, await stored(), await toldOf(callOf(rig))]).toEqual(['open', 't2', 'sends t2'])
  for (const call of waiting) expect(await toldOf(call)).toBe(outcome)
  asked[0]?.resolve(true)
  if (state === 'recovering') expect(await toldOf(waiting[0])).toBe('sends t2')
  expect([session.state, told]).toEqual(['open', []])
})

test.each<[Start, string]>([
  ['none', '–'],
  ['open', '–'],
  ['refreshing', 'session-expired'],
  ['ahead', '–'],
  ['recovering', 'session-expired'],
  ['left', '–'],
])('a log-out in %s wins; calls that wait: %s', async (state, outcome) => {
  const { rig, session, store, told, waiting, flights, asked } = await started(state)
  const leaving = session.forget()
  expect([session.state, await toldOf(callOf(rig))]).toEqual(['left', 'sends none'])
  await leaving
  for (const call of waiting) expect(await toldOf(call)).toBe(outcome)
  flights[0]?.resolve(renewalOf('t2'))
  asked[0]?.resolve(true)
  await wait(5)
  expect([session.state, store.read(), told, session.isAsking]).toEqual(['left', undefined, [], false])
})

describe('a flight', () => {
  test('that brings a token opens the session, and all that wait are sent with it', async () => {
    const { session, stored, flights, waiting } = await started('refreshing')
    flights[0]?.resolve(renewalOf('t2'))
    expect(await Promise.all(waiting)).toEqual(['t2', 't2'])
    expect([session.state, await stored(), flights.length]).toEqual(['open', 't2', 1])
  })

  test('that is refused ends the session: deleted, the server and the user told once', async () => {
    const { rig, session, store, flights, told, ended, waiting } = await started('refreshing', {})
    flights[0]?.reject(refusal())
    for (const call of waiting) expect(await toldOf(call)).toBe('session-expired')
    await toldOf(session.replace('t1'))
    expect([session.state, store.read(), ended, told.length]).toEqual(['none', undefined, ['t1'], 1])
    expect(await toldOf(callOf(rig))).toBe('sends none')
  })

  test('that is refused asks the user, where he can be asked, and rests the time-outs', async () => {
    const { session, asked, told, waiting } = await started('recovering')
    expect([asked.length, session.isAsking, told]).toEqual([1, true, []])
    expect(await toldOf(waiting[0])).toBe('waits')
  })

  test('that gets no verdict leaves the session as it was', async () => {
    const { session, stored, flights, told, waiting } = await started('refreshing')
    flights[0]?.reject(new NetworkError('接口请求失败'))
    for (const call of waiting) expect(await toldOf(call)).toBe('session-unavailable')
    expect([session.state, await stored(), told]).toEqual(['open', 't1', []])
  })

  test('that gets no verdict leaves no session as none, and is heard by who waits', async () => {
    const failing = rigOf({
      logIn: async () => {
        throw new NetworkError('接口请求失败')
      },
    })
    expect([await toldOf(callOf(failing)), failing.session.state, failing.told]).toEqual([
      'session-unavailable',
      'none',
      [],
    ])
  })

  test.each([
    ['is refused', refusal()],
    ['gets no verdict', new NetworkError('接口请求失败')],
  ])('ahead of time that %s is not heard, and the session stays open', async (_how, error) => {
    const { rig, session, flights, told } = await started('ahead')
    flights[0]?.reject(error)
    await wait(5)
    expect([session.state, told, await toldOf(callOf(rig))]).toEqual(['open', [], 'sends t1'])
  })
})

describe('a recovery', () => {
  test('that succeeds opens the session, and all that wait are sent with its token', async () => {
    const { session, store, asked, told, waiting } = await started('recovering')
    await store.write(tokensOf('t2'))
    asked[0]?.resolve(true)
    expect(await Promise.all(waiting)).toEqual(['t2', 't2'])
    expect([session.state, told, session.isAsking]).toEqual(['open', [], false])
  })

  test.each<[string, (answer: Later<boolean> | undefined) => void, string]>([
    ['is declined', (answer) => answer?.resolve(false), 'session-expired'],
    ['brings no session', (answer) => answer?.resolve(true), 'session-expired'],
    ['throws', (answer) => answer?.reject(new RangeError('mine')), 'mine'],
  ])('that %s ends the session, and the user is told once', async (_how, end, outcome) => {
    const { session, asked, told, waiting, rig } = await started('recovering')
    end(asked[0])
    for (const call of waiting) expect(await toldOf(call)).toBe(outcome)
    expect([session.state, told.length]).toEqual(['none', 1])
    // The next call asks again.
    expect([await toldOf(callOf(rig)), session.state]).toEqual(['waits', 'recovering'])
    asked[1]?.resolve(false)
    await wait(5)
    expect([session.state, told.length, session.isAsking]).toEqual(['none', 1, false])
  })
})

test('a slow store that answers after a log-out does not open the session again', async () => {
  const read = later<SessionTokens>()
  const memory = memoryStore(tokensOf('t1'))
  const box = { isSlow: true }
  const store = { ...memory, read: () => (box.isSlow ? read.promise : memory.read()) }
  const rig = rigOf({ store })
  const call = callOf(rig)
  box.isSlow = false
  await rig.session.forget()
  read.resolve(tokensOf('t1'))
  expect([await toldOf(call), rig.session.state]).toEqual(['session-expired', 'left'])
})

test('of two log-ins the later one is the session, whatever their order of arrival', async () => {
  const { session, stored } = await started('none')
  const first = session.begin()
  const second = session.begin()
  expect(await session.start(renewalOf('t2'), second)).toBe(true)
  expect(await session.start(renewalOf('t1'), first)).toBe(false)
  expect([session.state, await stored()]).toEqual(['open', 't2'])
})

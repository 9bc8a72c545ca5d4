import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient, memoryStore, type SessionStore } from '../src/index.ts'
import { fileStore } from '../src/node/index.ts'
import { wait } from './support/server.ts'
import { simulatedPlatform, slowPlace, tokensOf } from './support/simulated-platform.ts'

const dirs: string[] = []
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
})
function newFile(): string {
  const dir = mkdtempSync(join(tmpdir(), 'xinchu-races-'))
  dirs.push(dir)
  return join(dir, 'session.json')
}

/** Stores of two processes that share one place. */
const places: [string, () => [SessionStore, SessionStore]][] = [
  [
    'in memory',
    () => {
      const store = memoryStore()
      return [store, store]
    },
  ],
  [
    'in a file',
    () => {
      const path = newFile()
      return [fileStore(path), fileStore(path)]
    },
  ],
  [
    'in a slow store of its own with a lock',
    () => {
      const { store } = slowPlace(() => 3, true)
      return [store(), store()]
    },
  ],
  [
    'in a slow store of its own without a lock',
    () => {
      const store = slowPlace(() => 3, false).store()
      return [store, store]
    },
  ],
]

const form = (username: string) => ({ username, password: 'Abc12345' })

describe.each(places)('with the session %s', (_where, storesOf) => {
  /** Two clients with an expired session, whose refresh is answered after 5 ms. */
  async function expired() {
    const platform = simulatedPlatform(() => 5)
    const [own, other] = storesOf()
    const family = platform.open('first')
    await own.write(tokensOf(family))
    family.isFresh = false
    const clientOf = (session: SessionStore) =>
      createClient({ baseUrl: 'http://platform.test', session, transport: platform.transport })
    return { platform, family, own, client: clientOf(own), sibling: clientOf(other) }
  }
  // A refused call and its refresh take about 20 ms: before, during and after the end of the refresh.
  const moments = Array.from({ length: 30 }, (_, at) => 8 + at)

  test('a log-out at any moment of a refresh leaves no session, here or on the server', async () => {
    await Promise.all(
      moments.map(async (moment) => {
        const { client, own, family } = await expired()
        const call = client.messages.getUnreadCount().catch(() => undefined)
        await wait(moment)
        await client.logout()
        expect(await own.read()).toBeUndefined()
        await call
        await wait(30)
        expect([await own.read(), family.isAlive]).toEqual([undefined, false])
      }),
    )
  })

  test('a log-in at any moment of a refresh is the session that stays, from this client or another', async () => {
    await Promise.all(
      moments.map(async (moment) => {
        const { client, sibling, own, platform } = await expired()
        const call = client.messages.getUnreadCount().catch(() => undefined)
        await wait(moment)
        await (moment % 2 === 0 ? client : sibling).login(form('second'))
        await call
        await wait(30)
        expect(await own.read()).toEqual(tokensOf(platform.families[1] as never)) // the log-in made it
        expect(await client.messages.getUnreadCount()).toEqual({ count: 1 })
      }),
    )
  })

  test('a log-out during a log-in wins over it, and the server is told', async () => {
    const { client, own, platform } = await expired()
    const login = client.login(form('second'))
    login.catch(() => undefined)
    await wait(3)
    await client.logout()
    await expect(login).rejects.toMatchObject({ kind: 'aborted' })
    await wait(30)
    expect(await own.read()).toBeUndefined()
    expect(platform.families.map(({ isAlive }) => isAlive)).toEqual([false, false])
  })

  test('of two log-ins the later one stays, and one that is refused changes nothing', async () => {
    const { client, own, platform } = await expired()
    const first = client.login(form('second')).catch((error: unknown) => error)
    await client.login(form('third'))
    await first
    const refused = client.login(form('nobody'))
    await expect(refused).rejects.toMatchObject({ kind: 'validation' })
    const last = platform.families.find(({ username }) => username === 'third')
    expect(await own.read()).toEqual(tokensOf(last as never)) // it logged in
  })
})

test('credentials are not used by a refresh that a log-out ended between two tries', async () => {
  const platform = simulatedPlatform(
    () => 0,
    (path) => (path === '/auth/refresh' ? 'unreachable' : 'none'),
  )
  const family = platform.open('first')
  family.isFresh = false
  let used = 0
  const client = createClient({
    baseUrl: 'http://platform.test',
    session: memoryStore(tokensOf(family)),
    transport: platform.transport,
    credentials: async () => {
      used += 1
      throw new Error('they are not asked for')
    },
  })
  const call = client.messages.getUnreadCount().catch((error: { kind: string }) => error.kind)
  await expect.poll(() => platform.counts['/auth/refresh']).toBe(1)
  await client.logout()
  expect(await call).toBe('session-expired')
  // Longer than the pause before the next try.
  await wait(400)
  expect([used, platform.counts['/auth/refresh']]).toEqual([0, 1])
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, fetchTransport, isXinchuError, memoryStore } from '@xinchu/sdk'
import { nodeTransport } from '@xinchu/sdk/node'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { budget, TEST_SEED } from '../../../scripts/lib/test-seed.mjs'
import { type FaultOptions, fakePlatform, withFaults } from '../src/index.ts'

const baseUrl = 'http://platform.test'
const unhandled: unknown[] = []
const note = (reason: unknown) => void unhandled.push(reason)
beforeEach(() => void process.on('unhandledRejection', note))
afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve))
  process.off('unhandledRejection', note)
  expect(unhandled.splice(0)).toEqual([])
})

/** A client without retries of a platform whose every request fails in one way. */
async function failing(options: FaultOptions) {
  const platform = fakePlatform({ projects: 0 })
  const { fetch, faults } = withFaults(platform, options)
  const session = memoryStore(platform.session())
  const client = createClient({ baseUrl, fetch, session, retry: { times: 0 } })
  const error = await client.projects
    .create({ projectName: '站', provinceCode: '640000' })
    .catch((cause) => cause)
  if (!isXinchuError(error)) throw new Error('the call did not fail', { cause: error })
  return { error, faults, made: platform.projects().length }
}

describe('a fault', () => {
  test.each<[string, FaultOptions, Record<string, unknown>, number]>([
    ['of a broken connection reaches nobody', { resets: 1 }, { kind: 'network' }, 0],
    ['of a lost reply leaves the work done', { lostReplies: 1 }, { kind: 'network', sent: true }, 1],
    ['of a truncated reply leaves the work done', { truncatedBodies: 1 }, { kind: 'network', sent: true }, 1],
    [
      'of too many calls says when to come again',
      { rateLimit: { rate: 1, retryAfter: 7 } },
      { kind: 'rate-limit', retryAfterMs: 7_000 },
      0,
    ],
    ['of the server does no work', { serverErrors: 1 }, { kind: 'server' }, 0],
    [
      'of a refused token outlasts a refresh if the storm is long enough',
      { refuse401: { rate: 1, length: 2 } },
      { kind: 'unauthenticated' },
      0,
    ],
  ])('%s', async (_what, options, expected, work) => {
    const { error, faults, made } = await failing(options)
    expect([error, made]).toMatchObject([expected, work])
    expect(faults.injected.map(({ path }) => path)).toContain('/api/esProject')
  })

  test('is the same for the same seed, and spares the requests that it is told to', async () => {
    const run = async (seed: number) => {
      const { fetch, faults } = withFaults(fakePlatform(), {
        seed,
        resets: 0.2,
        serverErrors: 0.3,
        only: ({ method }) => method === 'GET',
      })
      for (let at = 0; at < 40; at++) await fetch(`${baseUrl}/auth/code`).catch(() => undefined)
      await fetch(`${baseUrl}/auth/logout`, { method: 'DELETE' })
      return faults.injected
    }
    const [one, again, other] = [await run(3), await run(3), await run(4)]
    expect(one.length).toBeGreaterThan(10)
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    expect(one.every(({ method }) => method === 'GET')).toBe(true)
  })

  test('has a rate that can be true', () => {
    expect(() => withFaults(fakePlatform(), { resets: 0.6, lostReplies: 0.6 })).toThrow(RangeError)
  })

  test('of latency ends with its caller’s patience', async () => {
    const { fetch } = withFaults(fakePlatform(), { latency: [60_000, 60_000] })
    const client = createClient({ baseUrl, fetch, timeout: { ordinary: 20 }, retry: { times: 0 } })
    await expect(client.auth.getCaptcha()).rejects.toMatchObject({ kind: 'timeout' })
  })

  test('can be put before any transport', async () => {
    const platform = fakePlatform()
    const transport = withFaults(fetchTransport(platform.fetch), { resets: 1 })
    const client = createClient({ baseUrl, transport, retry: { times: 1, baseDelay: 1 } })
    await expect(client.auth.getCaptcha()).rejects.toMatchObject({ kind: 'network', attempts: 2 })
    expect(transport.faults.count()).toBe(2)
    transport.faults.stop()
    await client.auth.getCaptcha()
  })

  test('breaks a connection over HTTP as well, before and in the middle of a reply', async () => {
    for (const options of [{ resets: 1 }, { lostReplies: 1 }, { truncatedBodies: 1 }]) {
      const platform = withFaults(fakePlatform({ projects: 0 }), options)
      const server = createServer(platform.listener)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo // listening on TCP, so it has a port
      const session = memoryStore(platform.session())
      const address = `http://127.0.0.1:${port}`
      const client = createClient({
        baseUrl: address,
        session,
        transport: nodeTransport(),
        retry: { times: 0 },
      })
      await expect(client.projects.list()).rejects.toMatchObject({ kind: 'network' })
      server.closeAllConnections()
      server.close()
    }
  })
})

const rate = fc.integer({ min: 0, max: 12 }).map((percent) => percent / 100)
const mixes = fc.record({
  seed: fc.integer(),
  latency: fc.constantFrom(0, 2),
  refuse401: fc.record({ rate, length: fc.integer({ min: 1, max: 4 }) }),
  rateLimit: fc.record({ rate, retryAfter: fc.constant(0) }),
  serverErrors: rate,
  resets: rate,
  lostReplies: rate,
  truncatedBodies: rate,
})

test('under any mix of faults, calls with a key and retries create each project exactly once', async () => {
  let injected = 0
  const property = fc.asyncProperty(mixes, async (options) => {
    const platform = fakePlatform({ projects: 0 })
    const { fetch, faults } = withFaults(platform, options)
    const client = createClient({
      baseUrl,
      fetch,
      session: memoryStore(platform.session()),
      retry: { times: 60, baseDelay: 1, maxDelay: 1, when: ({ kind }) => kind !== 'validation' },
    })
    const names = Array.from({ length: 12 }, (_, at) => `电站${at}`)
    const made = await Promise.all(
      names.map((projectName, at) => {
        // Half of the way, every token dies.
        if (at === 6) platform.expireTokens()
        return client.projects.create(
          { projectName, provinceCode: '640000' },
          { idempotencyKey: `create-${at}` },
        )
      }),
    )
    injected += faults.count()
    const kept = platform.projects().map(({ id, draft }) => [id, draft.projectName])
    expect(kept.toSorted()).toEqual(made.map(({ id, projectName }) => [id, projectName]).toSorted())
    expect(kept.length).toBe(names.length)
  })
  await fc.assert(property, { seed: TEST_SEED, numRuns: budget(30, 90) })
  expect(injected).toBeGreaterThan(50)
})

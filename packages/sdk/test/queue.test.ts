import { describe, expect, test, vi } from 'vitest'
import type { CallOptions, TransportRequest } from '../src/index.ts'
import { answering, reply } from './support/answering.ts'
import { wait } from './support/server.ts'

/** A server that takes its time, and counts what is under way at once. */
function slow(ms: number, answer: () => Response = () => reply(200, { count: 1 })) {
  const load = { now: 0, most: 0 }
  const work = async ({ signal }: TransportRequest) => {
    load.now += 1
    load.most = Math.max(load.most, load.now)
    await wait(ms)
    load.now -= 1
    signal.throwIfAborted()
    return answer()
  }
  return { load, work }
}

describe('the wait for a place', () => {
  test('is no part of the time-out of a call', async () => {
    const { work } = slow(40)
    const { client } = answering(work, { maxConcurrency: 4, timeout: { ordinary: 150 } })
    // 25 rounds of 40 ms: seven times the time-out.
    const calls = Array.from({ length: 100 }, () => client.messages.getUnreadCount())
    expect(await Promise.all(calls)).toHaveLength(100)
  })

  test('has a limit of its own where one is wanted, and the error says that nothing was sent', async () => {
    const { work } = slow(120)
    const { client, seen } = answering(work, { maxConcurrency: 1, timeout: { queue: 30 } })
    const first = client.projects.read({ ids: [1] })
    const second = client.projects.read({ ids: [2] })
    await expect(second).rejects.toMatchObject({ kind: 'timeout', sent: false, attempts: 0 })
    await first
    expect(seen).toHaveLength(1)
  })

  test('ends with the signal, and the error says whether the call was sent', async () => {
    const { work } = slow(60)
    const { client } = answering(work, { maxConcurrency: 1 })
    const leaving = new AbortController()
    const calls = [1, 2].map((id) => client.projects.read({ ids: [id] }, { signal: leaving.signal }))
    setTimeout(() => leaving.abort(), 20)
    const errors = await Promise.allSettled(calls)
    expect(errors.map((one) => one.status === 'rejected' && one.reason)).toMatchObject([
      { kind: 'aborted', sent: true, attempts: 1 },
      { kind: 'aborted', sent: false, attempts: 0 },
    ])
  })
})

describe('no more than maxConcurrency calls are under way', () => {
  const file = (left: number, done: () => void) => {
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await wait(5)
        if (left-- > 0) controller.enqueue(new Uint8Array(10))
        else {
          done()
          controller.close()
        }
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'application/pdf' } })
  }

  test('with an Authorization of their own', async () => {
    const { work, load } = slow(5)
    const { client } = answering(work, { maxConcurrency: 4 })
    const headers = { Authorization: 'Bearer own' }
    await Promise.all(Array.from({ length: 40 }, () => client.messages.getUnreadCount({ headers })))
    expect(load.most).toBe(4)
  })

  test('down to the last byte of a download', async () => {
    let open = 0
    let most = 0
    const { client } = answering(
      () => {
        open += 1
        most = Math.max(most, open)
        return file(3, () => {
          open -= 1
        })
      },
      { maxConcurrency: 3 },
    )
    const files = await Promise.all(Array.from({ length: 12 }, () => client.files.download(1)))
    expect(files.every(({ blob }) => blob.size === 30)).toBe(true)
    expect(most).toBe(3)
  })
})

describe('a time-out', () => {
  test.each([
    ['0', 0],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['longer than a timer can be', 2 ** 40],
  ])('of %s is none', async (_what, timeout) => {
    const { work } = slow(20)
    const warned = vi.spyOn(process, 'emitWarning')
    for (const one of [answering(work, { timeout: { ordinary: timeout } }), answering(work)])
      expect(await one.client.messages.getUnreadCount({ timeout })).toEqual({ count: 1 })
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  test('that is undefined is the usual one, as are the number of retries and its like', async () => {
    const { work } = slow(20)
    const undefinedOnes = {
      timeout: { ordinary: undefined },
      retry: { times: undefined, baseDelay: 1 },
    } as object // as a script without types may write
    expect(await answering(work, undefinedOnes).client.messages.getUnreadCount()).toEqual({ count: 1 })
    const failing = answering(
      (_request, at) => (at < 3 ? reply(503) : reply(200, { count: 2 })),
      undefinedOnes,
    )
    expect(await failing.client.messages.getUnreadCount()).toEqual({ count: 2 })
  })
})

describe("the caller's signal", () => {
  const hanging = () =>
    answering(({ signal }) => {
      signal.throwIfAborted()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })

  test.each([
    ['aborts', () => AbortSignal.abort(new Error('the user went away')), 'aborted', 'the user went away'],
    ['is over in time', () => AbortSignal.timeout(20), 'timeout', 'The operation was aborted due to timeout'],
  ])('keeps its reason when it %s', async (_how, signalOf, kind, message) => {
    const { client } = hanging()
    const call = client.messages.getUnreadCount({ signal: signalOf() })
    await expect(call).rejects.toMatchObject({ kind, cause: { message } })
  })
})

describe('retries', () => {
  const draft = { projectName: '甲', provinceCode: '640000' }
  const once = (status: number) => (_request: unknown, at: number) =>
    at === 1 ? reply(status, { status, timestamp: 't', message: '稍后' }) : reply(200, { count: 1 })

  test.each([408, 429, 502, 503, 504])('a call that only reads is sent again on %d', async (status) => {
    const { client, seen } = answering(once(status))
    expect(await client.messages.getUnreadCount()).toEqual({ count: 1 })
    expect(seen).toHaveLength(2)
  })

  test.each([400, 404, 409, 500, 501])('and not on %d', async (status) => {
    const { client, seen } = answering(once(status))
    await expect(client.messages.getUnreadCount()).rejects.toMatchObject({ status, attempts: 1, sent: true })
    expect(seen).toHaveLength(1)
  })

  test('the caller decides what is tried again, for the client or for one call', async () => {
    const when = ({ status }: { status?: number | undefined }) => status === 500
    const own: CallOptions = { retry: { when, times: 1 } }
    for (const { client } of [answering(once(500), { retry: { when, baseDelay: 1 } }), answering(once(500))])
      expect(await client.messages.getUnreadCount(own)).toEqual({ count: 1 })
    const none = answering(once(503)).client.messages.getUnreadCount({ retry: { times: 0 } })
    await expect(none).rejects.toMatchObject({ kind: 'server' })
  })

  test('no predicate makes a call that writes be sent twice without its key', async () => {
    const { client, seen } = answering(once(503))
    await expect(
      client.projects.create(draft, { idempotencyKey: false, retry: { when: () => true } }),
    ).rejects.toThrow()
    expect(seen).toHaveLength(1)
    await answering(once(503)).client.projects.create(draft, { idempotencyKey: 'erp-1' })
  })

  test('a wait that the server asks for is kept in full, although it is longer than our own may be', async () => {
    const waits: number[] = []
    const { client } = answering(
      (_request, at) => (at === 1 ? reply(429, {}, { 'Retry-After': '1' }) : reply(200, { count: 1 })),
      {
        retry: { baseDelay: 1, maxDelay: 5 },
        hooks: { onRetry: ({ delayMs, attempt, error }) => waits.push(delayMs, attempt, error.status ?? 0) },
      },
    )
    const began = performance.now()
    await client.messages.getUnreadCount()
    expect(performance.now() - began).toBeGreaterThanOrEqual(990)
    expect(waits).toEqual([1_000, 0, 429])
  })

  test('a download that breaks is begun again', async () => {
    const { client } = answering((_request, at) => {
      const headers = { 'Content-Type': 'application/pdf' }
      if (at > 1) return new Response('%PDF', { headers })
      const broken = new ReadableStream({
        pull: (controller) => controller.error(new TypeError('terminated')),
      })
      return new Response(broken, { headers })
    })
    expect(await (await client.files.download(1)).blob.text()).toBe('%PDF')
  })
})

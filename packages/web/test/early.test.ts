import { operationIds, routeOf } from '@xinchu/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fetchEarly } from '../src/app/early.ts'

const PATH = '/auth/info'
const never = new Promise<Response>(() => undefined)
const asToken = (token: string) => ({ method: 'GET', headers: { Authorization: token } })
const textOf = async (reply: Promise<Response>) => (await reply).text()

/** The document has requested a path with the token `mine`. @returns the later requests */
function requested(reply: Promise<Response>) {
  globalThis.early = { token: 'mine', session: 1, replies: { [PATH]: reply }, reads: new Set() }
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('later'))
}

afterEach(() => {
  globalThis.early = undefined
  vi.restoreAllMocks()
})

describe('a response that the document has requested', () => {
  test('answers one call; the next is sent', async () => {
    const sent = requested(Promise.resolve(new Response('early')))
    expect(await textOf(fetchEarly(PATH, asToken('mine')))).toBe('early')
    expect(sent).not.toHaveBeenCalled()
    expect(await textOf(fetchEarly(PATH, asToken('mine')))).toBe('later')
  })

  test.each([
    ['with another token', asToken('other'), async () => new Response('early')],
    ['after a refusal', asToken('mine'), async () => new Response('early', { status: 400 })],
    ['after a failure', asToken('mine'), async () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is requested again %s', async (_when, init, reply) => {
    requested(reply())
    expect(await textOf(fetchEarly(PATH, init))).toBe('later')
  })

  test('that never comes ends with the time-out of its call', async () => {
    requested(never)
    vi.mocked(fetch).mockImplementation(async (_input, init) => {
      init?.signal?.throwIfAborted()
      return new Response('later')
    })
    const call = new AbortController()
    const reply = fetchEarly(PATH, { ...asToken('mine'), signal: call.signal })
    call.abort(new Error('timeout'))
    await expect(reply).rejects.toThrow('timeout')
  })
})

describe('a write', () => {
  const writes = operationIds.map(routeOf).filter(({ method }) => method !== 'get')
  const addresses = [...new Set(writes.map(({ method, path }) => `${method} ${path}`))]

  test.each(addresses)('is sent, also where its address has been read: %s', async (address) => {
    const [method = '', path = ''] = address.split(' ')
    globalThis.early = {
      token: 'mine',
      session: 1,
      replies: { [path]: Promise.resolve(new Response('early')) },
      reads: new Set(),
    }
    const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('written'))
    const write = { ...asToken('mine'), method: method.toUpperCase() }
    expect(await textOf(fetchEarly(path, write))).toBe('written')
    expect(sent).toHaveBeenCalledExactlyOnceWith(path, write)
  })

  test('lets the next read be sent, because it may have changed what was requested before', async () => {
    requested(Promise.resolve(new Response('early')))
    await fetchEarly('/api/esProject/submitProject', { ...asToken('mine'), method: 'POST' })
    expect(await textOf(fetchEarly(PATH, asToken('mine')))).toBe('later')
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { fetchEarly } from '../src/app/early.ts'

const PATH = '/auth/info'
const never = new Promise<Response>(() => undefined)
const asToken = (token: string) => ({ headers: { Authorization: token } })
const textOf = async (reply: Promise<Response>) => (await reply).text()

/** The document has requested a path with the token `mine`. @returns the later requests */
function requested(reply: Promise<Response>) {
  globalThis.early = { token: 'mine', replies: { [PATH]: reply } }
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

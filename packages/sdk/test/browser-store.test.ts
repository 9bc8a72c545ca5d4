// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { browserStore, createClient } from '../src/index.ts'
import { firstTokens, wait } from './support/server.ts'
import { simulatedPlatform, tokensOf } from './support/simulated-platform.ts'

// happy-dom puts its own switch on the window.
const at = (url: string) =>
  (window as Window & { happyDOM?: { setURL(url: string): void } }).happyDOM?.setURL(url)
const written: string[] = []

function cookieOf(object: object): PropertyDescriptor | undefined {
  const own = Object.getOwnPropertyDescriptor(object, 'cookie')
  const parent: unknown = Object.getPrototypeOf(object)
  return own ?? (typeof parent === 'object' && parent !== null ? cookieOf(parent) : undefined)
}

beforeEach(() => {
  at('http://platform.test/dashboard')
  sessionStorage.clear()
  written.length = 0
  const cookie = cookieOf(document)
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => cookie?.get?.call(document),
    set(text: string) {
      written.push(text)
      cookie?.set?.call(document, text)
    },
  })
})
afterEach(async () => {
  browserStore().write(undefined)
  browserStore({ cookieName: 'other' }).write(undefined)
  Reflect.deleteProperty(document, 'cookie')
})

test('[4.session.1, 9.limits.2, 3.login.1] the token is a cookie of the whole site, and its companions live in the tab under their exact names', () => {
  browserStore().write(firstTokens)
  expect(written).toEqual(['xinchu_token=Bearer%20t1; Path=/; SameSite=Strict'])
  expect(
    Object.fromEntries(Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key)])),
  ).toEqual({
    refreshToken: 'r1',
    randomNumber: '1',
  })
  expect(browserStore().read()).toEqual(firstTokens)
})

test('on an encrypted page the cookie stays on encrypted connections', () => {
  at('https://platform.test/')
  browserStore({ cookieName: 'other', expiresDays: 1 }).write(firstTokens)
  expect(written).toEqual(['other=Bearer%20t1; Path=/; SameSite=Strict; Secure; Max-Age=86400'])
})

test('forgetting leaves nothing behind, and nothing of others is touched', () => {
  sessionStorage.setItem('size', 'small')
  browserStore().write(firstTokens)
  browserStore().write(undefined)
  expect(browserStore().read()).toBeUndefined()
  expect(document.cookie).not.toContain('xinchu_token')
  expect(Object.keys(sessionStorage)).toEqual(['size'])
})

test('a tab that was opened by hand has the token, and no companions', () => {
  browserStore().write(firstTokens)
  sessionStorage.clear()
  expect(browserStore().read()).toEqual({
    token: 'Bearer t1',
    refreshToken: undefined,
    randomNumber: undefined,
  })
})

test('a cookie of a similar name is not mistaken for ours', () => {
  browserStore({ cookieName: 'other' }).write(firstTokens)
  expect(browserStore().read()).toBeUndefined()
})

describe('tabs', () => {
  const second = { token: 'Bearer t2', refreshToken: 'r2', randomNumber: '2' }
  /** Another tab: it shares the cookie and the channel, and has a session storage of its own. */
  let twin: BroadcastChannel
  beforeEach(() => {
    twin = new BroadcastChannel('xinchu_token:refresh')
  })
  afterEach(() => twin.close())

  const heard = () => new Promise((resolve) => twin.addEventListener('message', ({ data }) => resolve(data)))
  const refreshElsewhere = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: this is what the other tab does
    document.cookie = 'xinchu_token=Bearer%20t2; Path=/'
  }

  test('tell each other what a refresh has brought', async () => {
    const told = heard()
    browserStore().write(second)
    expect(await told).toEqual({ tokens: second })
  })

  test('answer a tab that was opened by hand, as long as they are sure', async () => {
    browserStore().write(firstTokens)
    const told = heard()
    twin.postMessage({ ask: 'Bearer t1' })
    expect(await told).toEqual({ tokens: firstTokens })
  })

  test('take over the companions of the cookie that is there', async () => {
    const store = browserStore()
    store.write(firstTokens)
    refreshElsewhere()
    twin.postMessage({ tokens: second })
    await vi.waitFor(() => expect(store.read()).toEqual(second), { timeout: 30_000 })
  })

  test('do not take over what belongs to another session', async () => {
    const store = browserStore()
    store.write(firstTokens)
    twin.postMessage({ tokens: second })
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(store.read()).toEqual(firstTokens)
  })

  test('ask before they refresh, when the cookie is newer than what they have', async () => {
    const store = browserStore()
    store.write(firstTokens)
    refreshElsewhere()
    twin.addEventListener('message', ({ data }) => {
      if ('ask' in data) twin.postMessage({ tokens: second })
    })
    expect(await store.exclusively?.(async () => store.read())).toEqual(second)
  })

  test('go on with their own companions when no other tab answers', async () => {
    browserStore().write(firstTokens)
    const reloaded = browserStore()
    expect(await reloaded.exclusively?.(async () => reloaded.read())).toEqual(firstTokens)
  })

  test('take turns also where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {})
    let inside = 0
    let most = 0
    const work = async () => {
      inside += 1
      most = Math.max(most, inside)
      await new Promise((resolve) => setTimeout(resolve, 20))
      inside -= 1
    }
    await Promise.all([1, 2, 3].map(() => browserStore().exclusively?.(work)))
    expect(most).toBe(1)
    await vi.waitFor(() => expect(localStorage.length).toBe(0), { timeout: 30_000 })
    vi.unstubAllGlobals()
  })
})

describe('at any moment of a refresh', () => {
  const moments = Array.from({ length: 12 }, (_, at) => 10 + at * 8)

  async function expired() {
    const platform = simulatedPlatform(() => 15)
    const family = platform.open('first')
    const session = browserStore()
    session.write(tokensOf(family))
    family.isFresh = false
    const client = createClient({ baseUrl: 'http://platform.test', session, transport: platform.transport })
    return { platform, session, client }
  }

  test('a log-out leaves no cookie, and a log-in its own', async () => {
    for (const [at, moment] of moments.entries()) {
      const { platform, session, client } = await expired()
      const call = client.messages.getUnreadCount().catch(() => undefined)
      await wait(moment)
      if (at % 2 === 0) await client.logout()
      else await client.login({ username: 'second', password: 'Abc12345' })
      const left = await session.read()
      await call
      await wait(60)
      const wanted = platform.families[1] && tokensOf(platform.families[1])
      expect([left, await session.read()]).toEqual([wanted, wanted])
      session.write(undefined)
    }
  })
})

test('where the lock does not come in time, or does not exist, the work is done without it', async () => {
  const locks = { request: vi.fn().mockRejectedValue(new DOMException('late', 'TimeoutError')) }
  vi.stubGlobal('navigator', { locks })
  expect(await browserStore().exclusively?.(async () => 'done')).toBe('done')
  expect(locks.request.mock.calls[0]?.[0]).toBe('xinchu_token:refresh')
  vi.stubGlobal('navigator', {})
  expect(await browserStore().exclusively?.(async () => 'done')).toBe('done')
  vi.unstubAllGlobals()
})

test('under the lock the work is done once, also when it fails', async () => {
  const request = vi.fn((_name: string, _options: object, work: () => Promise<unknown>) => work())
  vi.stubGlobal('navigator', { locks: { request } })
  const work = vi.fn().mockRejectedValue(new Error('refused'))
  await expect(browserStore().exclusively?.(work)).rejects.toThrow('refused')
  expect(work).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

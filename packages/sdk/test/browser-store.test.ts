// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserStore } from '../src/index.ts'
import { firstTokens } from './support/server.ts'

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

test('the token is a cookie of the whole site, and its companions live in the tab under their exact names', () => {
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

test('a duplicated tab is told the companions that its twin has received', async () => {
  browserStore().write(firstTokens)
  // The twin: it listens to the same channel and holds the same companions.
  const twin = new BroadcastChannel('xinchu_token:refresh')
  const told = new Promise((resolve) => twin.addEventListener('message', ({ data }) => resolve(data)))
  browserStore().write({ token: 'Bearer t2', refreshToken: 'r2', randomNumber: '2' })
  expect(await told).toEqual({
    used: 'r1',
    tokens: { token: 'Bearer t2', refreshToken: 'r2', randomNumber: '2' },
  })
  twin.close()
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

import { attempt } from '../http/attempt.ts'
import { withLock } from './browser-lock.ts'
import type { SessionStore, SessionTokens } from './store.ts'

export interface BrowserStoreOptions {
  /** Name of the token cookie. */
  cookieName?: string
  /** Days to keep the cookie after the browser closes. By default it ends with the browser session. */
  expiresDays?: number
}

const REFRESH = 'refreshToken'
const RANDOM = 'randomNumber'

// Tabs reply to each other within a few milliseconds.
const ANSWER_MS = 200

/** Messages between tabs: a request for the companion values of a token, or those values. */
type Word = { ask: string } | { tokens: SessionTokens }

function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found && attempt(decodeURIComponent, found.slice(name.length + 1))
}

function writeCookie(name: string, value: string | undefined, expiresDays: number | undefined): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age =
    value === undefined
      ? '; Expires=Thu, 01 Jan 1970 00:00:00 GMT'
      : expiresDays
        ? `; Max-Age=${expiresDays * 86_400}`
        : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser that users have
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; SameSite=Strict${secure}${age}`
}

const keep = (name: string, value: string | undefined) =>
  value === undefined ? sessionStorage.removeItem(name) : sessionStorage.setItem(name, value)

const kept = (name: string) => sessionStorage.getItem(name) ?? undefined

// Prerendering has no tabs to talk to.
const channelOf = (name: string) =>
  typeof document !== 'undefined' && typeof BroadcastChannel !== 'undefined'
    ? new BroadcastChannel(name)
    : undefined

/**
 * Keeps the token in a cookie and its companion values in the tab's session storage, as the specification requires.
 * Tabs share the cookie but not the companions. A tab broadcasts the result of a refresh, and asks the others when its
 * own companions may be stale.
 */
export function browserStore({
  cookieName = 'xinchu_token',
  expiresDays,
}: BrowserStoreOptions = {}): SessionStore {
  const channel = channelOf(`${cookieName}:refresh`)
  const say = (word: Word) => channel?.postMessage(word)
  // The token that this tab's companions belong to.
  let sureOf: string | undefined
  const keepCompanions = (tokens: SessionTokens | undefined) => {
    keep(REFRESH, tokens?.refreshToken)
    keep(RANDOM, tokens?.randomNumber)
    sureOf = tokens?.token
  }
  const read = (): SessionTokens | undefined => {
    const token = readCookie(cookieName)
    return token ? { token, refreshToken: kept(REFRESH), randomNumber: kept(RANDOM) } : undefined
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    const tokens = read()
    if (!tokens) return
    if ('ask' in data) {
      if (data.ask === sureOf && sureOf === tokens.token) say({ tokens })
    } else if (data.tokens.token === tokens.token && sureOf !== tokens.token) keepCompanions(data.tokens)
  })

  /** Asks the other tabs, and falls back to this tab's values. */
  async function becomeSure(): Promise<void> {
    const asked = channel && read()
    if (!asked || sureOf === asked.token) return
    say({ ask: asked.token })
    for (let waited = 0; waited < ANSWER_MS && sureOf !== asked.token; waited += 10)
      await new Promise((resolve) => setTimeout(resolve, 10))
    if (!sureOf && asked.refreshToken && read()?.token === asked.token) sureOf = asked.token
  }
  // A reloaded tab may have missed broadcasts. It asks again before a refresh, so that a failure is of no matter here.
  becomeSure().catch(() => undefined)

  return {
    read,
    write(tokens) {
      keepCompanions(tokens)
      writeCookie(cookieName, tokens?.token, expiresDays)
      if (tokens) say({ tokens })
    },
    exclusively: (work) => withLock(`${cookieName}:refresh`, () => becomeSure().then(work)),
  }
}

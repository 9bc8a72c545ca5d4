import { withLock } from './browser-lock.ts'
import type { SessionStore, SessionTokens } from './store.ts'

export interface BrowserStoreOptions {
  /** Name of the token cookie. */
  cookieName?: string
  /** Days that the cookie outlives the browser's session; none by default. */
  expiresDays?: number
}

const REFRESH = 'refreshToken'
const RANDOM = 'randomNumber'

// Tabs answer each other within a few milliseconds, if they answer at all.
const ANSWER_MS = 200

/** What tabs say to each other: that they look for the companions of a token, or what they are. */
type Word = { ask: string } | { tokens: SessionTokens }

function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  try {
    return found && decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return undefined
  }
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

/**
 * Keeps the token in a cookie and its companions in this tab's session storage, as the specification says.
 * The cookie is common to all tabs and its companions are not: a tab tells the others what a refresh has brought,
 * and asks them where it cannot be sure of its own.
 */
export function browserStore({
  cookieName = 'xinchu_token',
  expiresDays,
}: BrowserStoreOptions = {}): SessionStore {
  // Pages that are rendered ahead of time have no tab to talk for.
  const isTab = typeof document !== 'undefined' && typeof BroadcastChannel !== 'undefined'
  const channel = isTab ? new BroadcastChannel(`${cookieName}:refresh`) : undefined
  const say = (word: Word) => channel?.postMessage(word)
  // The token that the companions in this tab are known to belong to.
  let sureOf: string | undefined

  const keep = (name: string, value: string | undefined) =>
    value === undefined ? sessionStorage.removeItem(name) : sessionStorage.setItem(name, value)
  const keepCompanions = (tokens: SessionTokens | undefined) => {
    keep(REFRESH, tokens?.refreshToken)
    keep(RANDOM, tokens?.randomNumber)
    sureOf = tokens?.token
  }
  const read = (): SessionTokens | undefined => {
    const token = readCookie(cookieName)
    if (!token) return undefined
    return {
      token,
      refreshToken: sessionStorage.getItem(REFRESH) ?? undefined,
      randomNumber: sessionStorage.getItem(RANDOM) ?? undefined,
    }
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    const tokens = read()
    if (!tokens) return
    if ('ask' in data) {
      if (data.ask === sureOf && sureOf === tokens.token) say({ tokens })
    } else if (data.tokens.token === tokens.token && sureOf !== tokens.token) {
      keepCompanions(data.tokens)
    }
  })

  /** Asks the other tabs, and goes on with what this tab has when none of them knows better. */
  async function becomeSure(): Promise<void> {
    const asked = channel && read()
    if (!asked || sureOf === asked.token) return
    say({ ask: asked.token })
    for (let waited = 0; waited < ANSWER_MS && sureOf !== asked.token; waited += 10) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    if (sureOf === undefined && asked.refreshToken && read()?.token === asked.token) sureOf = asked.token
  }

  // A tab that was loaded anew may have missed what its siblings said meanwhile.
  void becomeSure()

  return {
    read,
    write(tokens) {
      keepCompanions(tokens)
      writeCookie(cookieName, tokens?.token, expiresDays)
      if (tokens) say({ tokens })
    },
    exclusively: (work) =>
      withLock(`${cookieName}:refresh`, async () => {
        await becomeSure()
        return work()
      }),
  }
}

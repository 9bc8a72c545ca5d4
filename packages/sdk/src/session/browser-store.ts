import type { SessionStore, SessionTokens } from './store.ts'

export interface BrowserStoreOptions {
  /** Name of the token cookie. */
  cookieName?: string
  /** Days that the cookie outlives the browser's session; none by default. */
  expiresDays?: number
}

// A refresh may take 15 seconds; who has waited so long has a reason to try alone.
const LOCK_LIMIT_MS = 16_000

const REFRESH = 'refreshToken'
const RANDOM = 'randomNumber'

interface Handover {
  /** The refresh token that was used up. */
  used: string
  tokens: SessionTokens
}

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
 * A tab that was duplicated holds the same companions: it is told when its twin has used them.
 */
export function browserStore({
  cookieName = 'xinchu_token',
  expiresDays,
}: BrowserStoreOptions = {}): SessionStore {
  const channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`${cookieName}:refresh`)
  const keep = (name: string, value: string | undefined) =>
    value === undefined ? sessionStorage.removeItem(name) : sessionStorage.setItem(name, value)
  const keepCompanions = (tokens: SessionTokens | undefined) => {
    keep(REFRESH, tokens?.refreshToken)
    keep(RANDOM, tokens?.randomNumber)
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Handover>) => {
    if (sessionStorage.getItem(REFRESH) === data.used) keepCompanions(data.tokens)
  })

  return {
    read() {
      const token = readCookie(cookieName)
      if (!token) return undefined
      return {
        token,
        refreshToken: sessionStorage.getItem(REFRESH) ?? undefined,
        randomNumber: sessionStorage.getItem(RANDOM) ?? undefined,
      }
    },
    write(tokens) {
      const used = sessionStorage.getItem(REFRESH)
      keepCompanions(tokens)
      writeCookie(cookieName, tokens?.token, expiresDays)
      if (used && tokens) channel?.postMessage({ used, tokens } satisfies Handover)
    },
    exclusively: (work) => withLock(`${cookieName}:refresh`, work),
  }
}

/** A sibling that hangs must not hang this tab: past the limit, the work is done without the lock. */
async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Web Locks are missing on pages without https; the session then notices a sibling by what it has stored.
  if (typeof navigator === 'undefined' || !navigator.locks) return work()
  let begun = false
  const begin = () => {
    begun = true
    return work()
  }
  try {
    const signal = AbortSignal.timeout(LOCK_LIMIT_MS)
    return (await navigator.locks.request(name, { signal }, begin)) as T // the lock passes on what `work` answers
  } catch (error) {
    if (begun) throw error
    return work()
  }
}

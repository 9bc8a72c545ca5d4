import { browserStore, browserTransport, connect, isXinchuError } from '@xinchu/sdk'
import { notify } from '../ui/notice.tsx'
import { fetchEarly } from './early.ts'

const POINT = 'point'
const BACK_SECONDS = 1_800

function setCookie(name: string, value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: it must outlive the session storage that a log-out clears
  document.cookie = `${name}=${value}; Path=/; SameSite=Strict; Max-Age=${seconds}`
}

/** Shows once, after a reload, the reason why the session ended. */
export function tellExpiry(): void {
  const told = /(?:^|; )point=([^;]+)/.exec(document.cookie)?.[1]
  if (!told) return
  setCookie(POINT, '', 0)
  notify(told === '401' ? '登录过期，请重新登录' : decodeURIComponent(told))
}

/** Reason given by the person who ended a session; undefined if it expired. */
const reasonOf = (cause: unknown) =>
  isXinchuError(cause) && cause.code === 'S-006' ? cause.message : undefined

/** Goes to the log-in page. After an expiry, that page shows the reason, and the user returns here afterwards. */
function leave(isExpired: boolean, reason = '401'): void {
  if (isExpired) setCookie(POINT, encodeURIComponent(reason), 60)
  setCookie('back', encodeURIComponent(location.pathname + location.search), isExpired ? BACK_SECONDS : 0)
  sessionStorage.clear()
  // What the session read is not the next one's; see `early-calls.ts`.
  localStorage.removeItem('early')
  location.assign('/login')
}

/** Logs in again in a dialog over the page. */
export interface Recovery {
  /** Whether leaving the page would lose input. */
  isNeeded(): boolean
  /** True after a log-in; false if the user refused. */
  recover(isSafe: boolean, reason: string | undefined): Promise<boolean>
}

// Public pages have none.
let recovery: Recovery | undefined

export function recoverWith(next: Recovery): void {
  recovery = next
}

// Notifies the other tabs of this browser of the log-out. Prerendered pages have none.
const channel = typeof document === 'undefined' ? undefined : new BroadcastChannel('session')
channel?.addEventListener('message', () => recovery?.isNeeded() || leave(false))

/** The connection of this page. Resources are bound to it where needed. */
export const connection = connect({
  baseUrl: '',
  session: browserStore(),
  transport: browserTransport(fetchEarly),
  hooks: {
    async recoverSession({ isSafe, cause }) {
      const reason = reasonOf(cause)
      if (recovery && (!isSafe || recovery.isNeeded())) return recovery.recover(isSafe, reason)
      leave(true, reason)
      return false
    },
  },
})

/** Ends the local session in any case and reloads an empty page. */
export async function logout(): Promise<void> {
  try {
    await connection.logout()
  } finally {
    channel?.postMessage('over')
    leave(false)
  }
}

import { browserStore, browserTransport, connect, isXinchuError, type XinchuConnection } from '@xinchu/sdk'
import { createContext, useContext } from 'react'
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

/** The connection of a document. Resources are bound to it where needed. */
export interface Connection extends XinchuConnection {
  /** Ends the local session in any case and reloads an empty page. */
  logout(): Promise<void>
  /** Sets who logs in again over the page. Public pages have nobody. */
  recoverWith(recovery: Recovery): void
  /** Aborts when the document's application closes. */
  signal: AbortSignal
  /** Listens to the other tabs no more. */
  close(): void
}

/** Opens the connection of a document. */
export function openConnection(): Connection {
  let recovery: Recovery | undefined
  const end = new AbortController()
  const connection = connect({
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
  // Notifies the other tabs of this browser of the log-out. Prerendered pages have none.
  const channel = typeof document === 'undefined' ? undefined : new BroadcastChannel('session')
  channel?.addEventListener('message', () => recovery?.isNeeded() || leave(false))
  return {
    ...connection,
    async logout() {
      try {
        await connection.logout()
      } finally {
        channel?.postMessage('over')
        leave(false)
      }
    },
    recoverWith(next) {
      recovery = next
    },
    signal: end.signal,
    close() {
      end.abort()
      channel?.close()
    },
  }
}

const ConnectionContext = createContext<Connection | undefined>(undefined)

export const ConnectionProvider = ConnectionContext.Provider

/** The connection of the page. @throws Error outside of a portal and of the public pages */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('there is no connection')
  return connection
}

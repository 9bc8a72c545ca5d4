import { browserStore, browserTransport, connect } from '@xinchu/sdk'
import { notify } from '../ui/notice.tsx'
import { fetchEarly } from './early.ts'

const POINT = 'point'

/** Stores a message for after the next page load, because a notice is lost with the page. */
const rememberExpiry = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: it must outlive the session storage that a log-out clears
  document.cookie = `${POINT}=401; Path=/; SameSite=Strict`
}

/** Shows once after a reload that the session has expired. */
export function tellExpiry(): void {
  if (!document.cookie.split('; ').includes(`${POINT}=401`)) return
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${POINT}=; Path=/; Max-Age=0`
  notify('登录过期，请重新登录')
}

function leave(): void {
  sessionStorage.clear()
  location.assign('/login')
}

// Notifies the other tabs of this browser of the log-out. Prerendered pages have none.
const channel = typeof document === 'undefined' ? undefined : new BroadcastChannel('session')
channel?.addEventListener('message', leave)

/** The connection of this page. Resources are bound to it where needed. */
export const connection = connect({
  baseUrl: '',
  session: browserStore(),
  transport: browserTransport(fetchEarly),
  hooks: {
    onExpired() {
      rememberExpiry()
      leave()
    },
  },
})

/** Ends the local session in any case and reloads an empty page. */
export async function logout(): Promise<void> {
  try {
    await connection.logout()
  } finally {
    channel?.postMessage('over')
    leave()
  }
}

import { browserStore, browserTransport, connect } from '@xinchu/sdk'
import { notify } from '../ui/notice.tsx'
import { fetchEarly } from './early.ts'

const POINT = 'point'

/** Leaves a word for the page after the next load; the notice itself would be lost with this page. */
const rememberExpiry = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: it must outlive the session storage that a log-out clears
  document.cookie = `${POINT}=401; Path=/; SameSite=Strict`
}

/** Says once after a reload that the session had expired. */
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

// Tells the other pages of this browser that nobody is logged in any more. Pages drawn at build have no others.
const channel = typeof document === 'undefined' ? undefined : new BroadcastChannel('session')
channel?.addEventListener('message', leave)

/** The one connection of this page; resources are bound to it where they are needed. */
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

/** Ends the session here in any case, and begins anew with an empty page. */
export async function logout(): Promise<void> {
  try {
    await connection.logout()
  } finally {
    channel?.postMessage('over')
    leave()
  }
}

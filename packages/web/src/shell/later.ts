import { rememberCalls } from '../app/early-calls.ts'
import { viewsOf } from '../app/views/view-store.ts'
import { watchVersion } from '../app/watch-version.ts'
import { notify } from '../ui/notice.tsx'
import type { Portal } from './portal.tsx'
import { applySettings, prefersDark, settingsOf } from './settings.ts'

const LAST_LOGIN = 'last-login'

/** Shows once what the log-in page left to say of the last log-in. */
function tellLastLogin(): void {
  const [text, isWarning] = JSON.parse(sessionStorage.getItem(LAST_LOGIN) ?? '[""]')
  sessionStorage.removeItem(LAST_LOGIN)
  notify(text, isWarning ? 'error' : 'success')
}

/** Does what a portal needs from its first screen on, and not before it. */
export function startLater({ client, signal }: Portal): void {
  tellLastLogin()
  watchVersion(client, signal)
  rememberCalls(signal)
  prefersDark.addEventListener('change', () => applySettings(settingsOf(client).get()), { signal })
  const { unsaved } = viewsOf(client)
  window.addEventListener('beforeunload', (event) => unsaved.isAny() && event.preventDefault(), { signal })
}

import { isXinchuError } from '@xinchu/sdk'
import { notify } from '../ui/notice.tsx'

/**
 * Shows a failure with the error catalogue's message, unless the page shows it itself.
 * @param leadForbidden navigates after a 403. Public pages show it like any other failure.
 */
export function tell(error: unknown, leadForbidden?: () => void): void {
  if (!isXinchuError(error)) {
    notify('接口请求失败')
    return
  }
  if (error.kind === 'aborted' || error.kind === 'session-expired') return
  if (error.kind === 'forbidden' && leadForbidden) {
    leadForbidden()
    return
  }
  notify(error.message, 'error', { code: error.code })
}

/** As `tell`, except for errors that a form shows at its fields. */
export function tellOfForm(error: unknown): void {
  if (isXinchuError(error) && error.errors.length > 0) return
  tell(error)
}

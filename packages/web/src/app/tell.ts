import { isXinchuError } from '@xinchu/sdk'
import { notify } from '../ui/notice.tsx'

/** Where a refused call leads; pages before the log-in have no such place and say it as any other failure. */
let onForbidden: (() => void) | undefined

/** Says where a call leads that the user may not make. */
export function leadForbidden(lead: () => void): void {
  onForbidden = lead
}

/** Shows a failure in the words of the error catalogue; what the page itself shows is left to the page. */
export function tell(error: unknown): void {
  if (!isXinchuError(error)) {
    notify('接口请求失败')
    return
  }
  if (error.kind === 'aborted' || error.kind === 'session-expired') return
  if (error.kind === 'forbidden' && onForbidden) {
    onForbidden()
    return
  }
  notify(error.message)
}

/** As `tell`, but for what a form shows at its fields. */
export function tellOfForm(error: unknown): void {
  if (isXinchuError(error) && error.errors.length > 0) return
  tell(error)
}

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
  // Field errors stand at their fields.
  if (error.kind === 'validation' && error.errors.length > 0) return
  notify(error.message)
}

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isXinchuError } from '@xinchu/sdk'
import { notify } from '../ui/notice.tsx'

/** Shows a failure in the words of the error catalogue; what the page itself shows is left to the page. */
export function tellFailure(error: unknown): void {
  if (!isXinchuError(error)) {
    notify('接口请求失败')
    return
  }
  if (error.kind === 'aborted' || error.kind === 'session-expired') return
  if (error.kind === 'forbidden') {
    location.assign('/401')
    return
  }
  // Field errors stand at their fields.
  if (error.kind === 'validation' && error.errors.length > 0) return
  notify(error.message)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: tellFailure }),
  mutationCache: new MutationCache({ onError: tellFailure }),
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
})

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isXinchuError } from '@xinchu/sdk'
import { notify } from '../ui/notice.tsx'

interface WriteMeta extends Record<string, unknown> {
  /** The form that sends it shows refused fields itself, and says what stands at none of them. */
  showsFieldErrors?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta
  }
}

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
  notify(error.message)
}

/** As above, but for what a form shows at its fields. */
function tellOfWrite(error: Error, meta: WriteMeta | undefined): void {
  if (meta?.showsFieldErrors && isXinchuError(error) && error.errors.length > 0) return
  tellFailure(error)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: tellFailure }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) => tellOfWrite(error, meta),
  }),
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
})

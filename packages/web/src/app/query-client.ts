import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { tell, tellOfForm } from './tell.ts'

interface WriteMeta extends Record<string, unknown> {
  /** The form that sends it shows refused fields itself, and says what stands at none of them. */
  showsFieldErrors?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: tell }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) =>
      meta?.showsFieldErrors ? tellOfForm(error) : tell(error),
  }),
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
})

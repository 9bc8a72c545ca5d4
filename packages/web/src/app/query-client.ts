import {
  MutationCache,
  type MutationOptions,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { isXinchuError } from '@xinchu/sdk'
import { tell, tellOfForm } from './tell.ts'

interface WriteMeta extends Record<string, unknown> {
  /** The form shows refused fields itself; other errors become a notice. */
  showsFieldErrors?: boolean
  /** The form itself says that somebody else has changed the record. */
  showsConflict?: boolean
  /** Prefixes of the reads that this write makes stale. */
  invalidates?: readonly QueryKey[]
  /**
   * When visible reads are fetched again:
   * - awaited (default): before the write counts as done
   * - background: at the same time
   * - on-show: when they are next shown
   * - by-caller: when the caller calls `refresh`
   */
  refetch?: 'awaited' | 'background' | 'on-show' | 'by-caller'
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta
  }
}

/** Invalidates the reads that a write makes stale, and waits until the visible ones are fetched. */
export async function refresh({ meta }: { meta?: WriteMeta | undefined }): Promise<void> {
  const refetchType = meta?.refetch === 'on-show' ? 'none' : 'active'
  const stale = meta?.invalidates ?? []
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey, refetchType })))
}

export const queryClient = new QueryClient({
  // The page says itself what it does not find.
  queryCache: new QueryCache({
    onError: (error) => (isXinchuError(error) && error.kind === 'not-found' ? undefined : tell(error)),
  }),
  mutationCache: new MutationCache({
    async onSuccess(_data, _variables, _result, { meta }) {
      if (meta?.refetch === 'by-caller') return
      const done = refresh({ meta })
      if (meta?.refetch !== 'background') await done
    },
    onError(error, _variables, _result, { meta }) {
      if (meta?.showsConflict && isXinchuError(error) && error.kind === 'conflict') return
      if (meta?.showsFieldErrors) tellOfForm(error)
      else tell(error)
    },
  }),
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
})

/**
 * Runs a write as a step of another mutation, which reports the errors of all its steps.
 * @throws Error if the write has no function
 */
export async function perform<Result, Variables>(
  { mutationFn, meta }: MutationOptions<Result, Error, Variables>,
  variables: Variables,
): Promise<Result> {
  if (!mutationFn) throw new Error('the write has no function')
  const result = await mutationFn(variables, { client: queryClient, meta })
  await refresh({ meta })
  return result
}

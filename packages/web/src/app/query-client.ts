import {
  MutationCache,
  type MutationOptions,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { type Bound, bind, isXinchuError, type ResourceSet } from '@xinchu/sdk'
import { oncePer } from '../lib/once-per.ts'
import type { Connection } from './connection.ts'
import { tell } from './tell.ts'

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

interface ReadMeta extends Record<string, unknown> {
  /** The page shows itself why a read was refused. */
  showsRefusals?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta
    queryMeta: ReadMeta
  }
}

/** Parts of the portal that reads and writes find by their query client. */
interface Surroundings {
  connection: Connection
  /** Navigates after a 403. */
  leadForbidden?: () => void
}

const surroundings = new WeakMap<QueryClient, Surroundings>()

/** The connection of a query client. @throws Error for a client that `createClient` has not made */
export function connectionOf(client: QueryClient): Connection {
  const found = surroundings.get(client)
  if (!found) throw new Error('the query client has no connection')
  return found.connection
}

/** The calls of these resources over the connection of a query client. They are bound at their first use. */
export const callsOf = <Set extends ResourceSet>(resources: Set): ((client: QueryClient) => Bound<Set>) =>
  oncePer((client) => bind(connectionOf(client), resources))

/** Shows a failure, unless the page shows it itself. A 403 leads away. */
export const tellIn = (client: QueryClient, error: unknown): void =>
  tell(error, surroundings.get(client)?.leadForbidden)

/** Invalidates the reads that a write makes stale, and waits until the visible ones are fetched. */
export async function refresh(
  client: QueryClient,
  { meta }: { meta?: WriteMeta | undefined },
): Promise<void> {
  const refetchType = meta?.refetch === 'on-show' ? 'none' : 'active'
  const stale = meta?.invalidates ?? []
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey, refetchType })))
}

/** Makes the query client of a portal. */
export function createClient(given: Surroundings): QueryClient {
  const client = new QueryClient({
    // The page says itself what it does not find.
    queryCache: new QueryCache({
      onError(error, { meta }) {
        const kind = isXinchuError(error) ? error.kind : undefined
        if (kind === 'not-found' || (kind === 'validation' && meta?.showsRefusals)) return
        tellIn(client, error)
      },
    }),
    mutationCache: new MutationCache({
      async onSuccess(_data, _variables, _result, { meta }) {
        if (meta?.refetch === 'by-caller') return
        const done = refresh(client, { meta })
        if (meta?.refetch !== 'background') await done
      },
      onError(error, _variables, _result, { meta }) {
        if (meta?.showsConflict && isXinchuError(error) && error.kind === 'conflict') return
        if (meta?.showsFieldErrors && isXinchuError(error) && error.errors.length > 0) return
        tellIn(client, error)
      },
    }),
    defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
  })
  surroundings.set(client, given)
  return client
}

/**
 * Runs a write as a step of another mutation, which reports the errors of all its steps.
 * @throws Error if the write has no function
 */
export async function perform<Result, Variables>(
  client: QueryClient,
  { mutationFn, meta }: MutationOptions<Result, Error, Variables>,
  variables: Variables,
): Promise<Result> {
  if (!mutationFn) throw new Error('the write has no function')
  const result = await mutationFn(variables, { client, meta })
  await refresh(client, { meta })
  return result
}

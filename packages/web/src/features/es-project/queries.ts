import {
  type MutationFunctionContext,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import type { CallOptions, FlowRequest, Project, ProjectDraft, ProjectRow } from '@xinchu/sdk'
import { queryKeys } from '../../app/query-keys.ts'
import { type Sdk, sdkOf } from '../../app/sdk.ts'
import type { BatchOutcome } from '../../ui/batch-result.tsx'

export type ProjectListQuery = NonNullable<Parameters<Sdk['projects']['list']>[0]>
export type CountQuery = Omit<
  ProjectListQuery,
  'page' | 'size' | 'afterId' | 'sort' | 'withSums' | 'source' | 'id' | 'year' | 'quarter'
>

// The server judges many projects one by one, which takes longer than an ordinary call.
const LONG_MS = 300_000
const MANY = 100

const THROUGH = {
  declareStatus: [DeclareStatus.passed],
  countryStatus: [CountryStatus.none],
} satisfies ProjectListQuery

/** All projects that match, of one moment. */
export async function selectProjects(query: ProjectListQuery, client: QueryClient): Promise<ProjectRow[]> {
  const { page: _page, size: _size, afterId: _after, sort: _sort, withSums: _sums, ...rest } = query
  const { source: _source, id: _id, year: _year, quarter: _quarter, ...filter } = rest
  return (await sdkOf(client).projects.select(filter, { timeout: LONG_MS })).content
}

/** Every read of projects. */
export const projectQueries = {
  list: (query: ProjectListQuery) =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'list', query],
      queryFn: ({ client, signal }) => sdkOf(client).projects.list(query, { signal }),
    }),
  /** Counts per state of the declaration and of the nation's review; `through` are past the province and not yet reviewed. */
  counts: (query: CountQuery) =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'counts', query],
      async queryFn({ client, signal }) {
        const sdk = sdkOf(client)
        const [declare, country, { totalElements }] = await Promise.all([
          sdk.projects.getDeclareStatusCounts(query, { signal }),
          sdk.projects.getCountryStatusCounts(query, { signal }),
          sdk.projects.list({ ...query, ...THROUGH, size: 1 }, { signal }),
        ])
        return { declare, country, through: totalElements }
      },
    }),
  /** Number of projects that match. */
  count: (query: CountQuery) =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'count', query],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).projects.list({ ...query, size: 1 }, { signal })).totalElements,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'one', id],
      queryFn: ({ client, signal }) => sdkOf(client).projects.get(id, { signal }),
    }),
  /** Unmasked phone number and e-mail of the contact. Each call is audited. */
  contact: (id: number) =>
    queryOptions({
      queryKey: ['project-contact', id],
      queryFn: ({ client, signal }) => sdkOf(client).projects.revealContact({ id }, { signal }),
    }),
  /** Objections to submitting these projects. */
  judge: (ids: number[]) =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'judge', ids],
      queryFn: ({ client, signal }) => sdkOf(client).projects.judgeSubmit({ ids }, { signal }),
    }),
  /** Suspected duplicates of a project. */
  pairs: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'pairs', { id }],
      queryFn: ({ client, signal }) => sdkOf(client).projects.listRepeatPairs({ id, size: 20 }, { signal }),
    }),
}

interface Saving {
  draft: ProjectDraft
  /** The stored record; a new one is created by default. */
  stored: Pick<Project, 'id' | 'version'> | undefined
  /** Options of a creation. */
  call?: CallOptions
}

type Act = FlowRequest | { action: 'READ' | 'DELETE'; ids: number[] }

async function act(request: Act, { client }: MutationFunctionContext): Promise<BatchOutcome> {
  const { projects } = sdkOf(client)
  const { ids } = request
  switch (request.action) {
    case 'DELETE':
      await projects.delete(ids)
      return { succeeded: ids, failed: [] }
    case 'READ':
      await projects.read({ ids })
      return { succeeded: ids, failed: [] }
    default:
      return projects.submit(request, ids.length > MANY ? { timeout: LONG_MS } : {})
  }
}

/** Every write of projects. */
export const projectMutations = {
  save: mutationOptions({
    mutationFn: ({ draft, stored, call }: Saving, { client }) =>
      stored
        ? sdkOf(client).projects.update({ ...draft, id: stored.id, version: stored.version })
        : sdkOf(client).projects.create(draft, call),
    meta: { invalidates: [queryKeys.projects, queryKeys.review] },
  }),
  submit: mutationOptions({
    mutationFn: (request: Omit<FlowRequest, 'action'>, { client }) =>
      sdkOf(client).projects.submit({ ...request, action: 'SUBMIT' }),
    meta: { invalidates: [queryKeys.projects, queryKeys.review] },
  }),
  /** Moves, signs in or deletes projects. Lists keep the rows until the outcome has been read. */
  act: mutationOptions({
    mutationFn: act,
    meta: { invalidates: [queryKeys.projects, queryKeys.review], refetch: 'by-caller' },
  }),
  /** Restores deleted projects. */
  restore: mutationOptions({
    mutationFn: (ids: number[], { client }) => sdkOf(client).projects.restore({ ids }),
    meta: { invalidates: [queryKeys.projects, queryKeys.review] },
  }),
}

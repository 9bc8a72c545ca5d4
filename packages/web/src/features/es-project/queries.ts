import { queryOptions } from '@tanstack/react-query'
import type { FlowRequest, ProjectDraft, ProjectUpdate } from '@xinchu/sdk'
import { queryClient } from '../../app/query-client.ts'
import { sdk } from '../../app/sdk.ts'

export type ProjectListQuery = NonNullable<Parameters<typeof sdk.projects.list>[0]>
export type CountQuery = Pick<ProjectListQuery, 'todo' | 'own'>

// Many projects at once are judged one by one by the server, which takes its time.
const LONG_MS = 300_000
const MANY = 100

const THROUGH = { declareStatus: ['7'], countryStatus: ['0'] } satisfies ProjectListQuery

/** Every read of projects; keys nest, so that `all` makes the lot stale. */
export const projectQueries = {
  all: ['projects'] as const,
  list: (query: ProjectListQuery) =>
    queryOptions({
      queryKey: [...projectQueries.all, 'list', query],
      queryFn: ({ signal }) => sdk.projects.list(query, { signal }),
    }),
  /** How many stand in each state, of the declaration and of the nation's review. */
  counts: (query: CountQuery) =>
    queryOptions({
      queryKey: [...projectQueries.all, 'counts', query],
      queryFn: async ({ signal }) => ({
        declare: await sdk.projects.getDeclareStatusCounts(query, { signal }),
        country: await sdk.projects.getCountryStatusCounts(query, { signal }),
        // Past the province, and not yet the nation's matter.
        through: (await sdk.projects.list({ ...query, ...THROUGH, size: 1 }, { signal })).totalElements,
      }),
    }),
  /** How many wait for the user's office. */
  waiting: (query: CountQuery) =>
    queryOptions({
      queryKey: [...projectQueries.all, 'waiting', query],
      queryFn: async ({ signal }) =>
        (await sdk.projects.list({ ...query, todo: true, size: 1 }, { signal })).totalElements,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...projectQueries.all, 'one', id],
      queryFn: ({ signal }) => sdk.projects.get(id, { signal }),
    }),
  /** The whole phone number and e-mail of the contact; each call is audited. */
  contact: (id: number) =>
    queryOptions({
      queryKey: ['project-contact', id],
      queryFn: ({ signal }) => sdk.projects.revealContact({ id }, { signal }),
    }),
  /** What speaks against submitting these projects. */
  judge: (ids: number[]) =>
    queryOptions({
      queryKey: [...projectQueries.all, 'judge', ids],
      queryFn: ({ signal }) => sdk.projects.judgeSubmit({ ids }, { signal }),
    }),
  /** What a project may repeat. */
  pairs: (id: number) =>
    queryOptions({
      queryKey: [...projectQueries.all, 'pairs', { id }],
      queryFn: ({ signal }) => sdk.projects.listRepeatPairs({ id, size: 20 }, { signal }),
    }),
}

const thenRefresh = async <T>(work: Promise<T>): Promise<T> => {
  const result = await work
  await queryClient.invalidateQueries({ queryKey: projectQueries.all })
  return result
}

/** Every write of projects; each makes the reads stale. */
export const projectWrites = {
  create: (draft: ProjectDraft) => thenRefresh(sdk.projects.create(draft, { idempotencyKey: true })),
  update: (update: ProjectUpdate) => thenRefresh(sdk.projects.update(update)),
  /** What was removed is not read again, only the lists that it stood in. */
  async remove(ids: number[]): Promise<void> {
    await sdk.projects.delete(ids)
    await queryClient.invalidateQueries({ queryKey: [...projectQueries.all, 'list'] })
  },
  /** Leaves the lists as they are: what became of the projects is shown before they go. Then call `refresh`. */
  send: (request: FlowRequest) =>
    sdk.projects.submit(request, request.ids.length > MANY ? { timeout: LONG_MS } : {}),
  move: (request: FlowRequest) => thenRefresh(projectWrites.send(request)),
  refresh: () => queryClient.invalidateQueries({ queryKey: projectQueries.all }),
  signIn: (ids: number[]) => thenRefresh(sdk.projects.read({ ids })),
}

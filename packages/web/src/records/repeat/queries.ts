import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { RepeatAppealRequest, RepeatRequest, RepeatVerdict } from '@xinchu/sdk'
import { queryKeys } from '../../app/query-keys.ts'
import { type Sdk, sdkOf } from '../../app/sdk.ts'

export type PairListQuery = NonNullable<Parameters<Sdk['projects']['listRepeatPairs']>[0]>
export type Decision = Pick<RepeatRequest, 'pairIds' | 'decision' | 'opinion' | 'keptId'>

// More than any project has.
const PAIRS_OF_ONE = 100

/** Reads of pairs. They nest below projects: a write of a project makes them stale too. */
export const pairQueries = {
  list: (query: PairListQuery) =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'pairs', query],
      queryFn: ({ client, signal }) => sdkOf(client).projects.listRepeatPairs(query, { signal }),
    }),
  /** The pair of two projects; null if there is none. */
  one: (id: number, otherId: number) =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'pairs', id, otherId],
      queryFn: async ({ client, signal }) => {
        const { content } = await sdkOf(client).projects.listRepeatPairs(
          { id, size: PAIRS_OF_ONE },
          { signal },
        )
        return content.find(({ a, b }) => a?.id === otherId || b.id === otherId) ?? null
      },
    }),
  contrast: (ids: number[]) =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'contrast', ids],
      queryFn: ({ client, signal }) => sdkOf(client).projects.getContrastList({ ids }, { signal }),
    }),
}

/** Decides pairs. Flags of projects and their lists change with it. */
export const decidePairs = mutationOptions({
  mutationFn: (decision: Decision, { client }) => sdkOf(client).projects.checkRepeat(decision),
  meta: { invalidates: [queryKeys.projects] },
})

export type AppealListQuery = NonNullable<Parameters<Sdk['projects']['listRepeatAppeals']>[0]>

/** Appeals of the office as author, other side or decider. */
export const appeals = (query: AppealListQuery) =>
  queryOptions({
    queryKey: [...queryKeys.projects, 'appeals', query],
    queryFn: ({ client, signal }) => sdkOf(client).projects.listRepeatAppeals(query, { signal }),
  })

/** Where pairs and appeals are decided. */
export const REPEAT_REVIEW = '/esproject/repeat/index'

/** Writes of appeals. */
export const appealMutations = {
  open: mutationOptions({
    mutationFn: (request: RepeatAppealRequest, { client }) =>
      sdkOf(client).projects.createRepeatAppeal(request),
    meta: { invalidates: [queryKeys.projects] },
  }),
  withdraw: mutationOptions({
    mutationFn: (id: number, { client }) => sdkOf(client).projects.withdrawRepeatAppeal({ id }),
    meta: { invalidates: [queryKeys.projects] },
  }),
  decide: mutationOptions({
    mutationFn: (verdict: RepeatVerdict, { client }) => sdkOf(client).projects.decideRepeatAppeal(verdict),
    meta: { invalidates: [queryKeys.projects, queryKeys.review] },
  }),
}

import { queryOptions } from '@tanstack/react-query'
import type { RepeatRequest } from '@xinchu/sdk'
import { queryClient } from '../../app/query-client.ts'
import { sdk } from '../../app/sdk.ts'

export type PairListQuery = NonNullable<Parameters<typeof sdk.projects.listRepeatPairs>[0]>
export type Decision = Pick<RepeatRequest, 'pairIds' | 'decision' | 'opinion' | 'keptId'>

// More pairs than this no project has.
const PAIRS_OF_ONE = 100

/** Every read of pairs; they hang on projects, so that a change of one makes them stale too. */
export const pairQueries = {
  all: ['projects'] as const,
  list: (query: PairListQuery) =>
    queryOptions({
      queryKey: [...pairQueries.all, 'pairs', query],
      queryFn: ({ signal }) => sdk.projects.listRepeatPairs(query, { signal }),
    }),
  /** The pair of these two projects; null when they are none. */
  one: (id: number, otherId: number) =>
    queryOptions({
      queryKey: [...pairQueries.all, 'pairs', id, otherId],
      queryFn: async ({ signal }) => {
        const { content } = await sdk.projects.listRepeatPairs({ id, size: PAIRS_OF_ONE }, { signal })
        return content.find(({ a, b }) => a?.id === otherId || b.id === otherId) ?? null
      },
    }),
  contrast: (ids: number[]) =>
    queryOptions({
      queryKey: [...pairQueries.all, 'contrast', ids],
      queryFn: ({ signal }) => sdk.projects.getContrastList({ ids }, { signal }),
    }),
}

/** Decides pairs; flags of projects and lists change with it. */
export async function decide(decision: Decision): Promise<void> {
  await sdk.projects.checkRepeat(decision)
  await queryClient.invalidateQueries({ queryKey: pairQueries.all })
}

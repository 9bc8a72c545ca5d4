import { useQuery } from '@tanstack/react-query'
import type { BatchState } from '../batch.tsx'
import { reviewQueries } from '../queries.ts'

/** The groups of the batch and stage in the address, and the current group. */
export function useGroups({ batch, search, change }: BatchState) {
  const query = useQuery(reviewQueries.groups(batch.stage))
  const groups = query.data?.groups.filter(
    ({ batchYear, batchNo }) => batchYear === batch.batchYear && batchNo === batch.batchNo,
  )
  const group = groups?.find(({ id }) => id === Number(search['group'])) ?? groups?.[0]
  return { query, groups, group, batch, change, tab: search['tab'] }
}

export type Groups = ReturnType<typeof useGroups>

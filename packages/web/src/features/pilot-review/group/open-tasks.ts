import { useQuery } from '@tanstack/react-query'
import type { ExcellentReviewTask, ReviewBatch } from '@xinchu/sdk'
import { sdkOf } from '../../../app/pilot-sdk.ts'
import { REVIEW } from '../queries.ts'
import { isOpen } from '../task-state.ts'

const MANY = 1_000

export type OpenTask = ExcellentReviewTask

/** Tasks of an expert that wait for somebody: not submitted, or left by him; undefined while loading. */
export function useOpenTasks({ batchYear, batchNo, stage }: ReviewBatch, expertId: number) {
  const { data } = useQuery({
    queryKey: [...REVIEW, 'open-tasks', batchYear, batchNo, stage],
    queryFn: async ({ client, signal }) => {
      const sdk = sdkOf(client)
      const query = { batchYear, batchNo, size: MANY }
      if (stage === 'PRIMARY') return (await sdk.demoProjects.getPrimaryExpertList(query, { signal })).content
      const { content } = await sdk.demoProjects.getExcellentExpertList(query, { signal })
      return content
    },
  })
  return data?.filter((task) => task.expert?.userId === expertId && (isOpen(task) || task.mustReassign))
}

import { useQueries } from '@tanstack/react-query'
import { RepeatFlag } from '@xinchu/contract/codes'
import type { FlowRequest, ReviewRecord } from '@xinchu/sdk'
import { repeatScores } from '@xinchu/validators'
import { pairQueries } from '../../records/repeat/queries.ts'
import { reviewQueries } from '../../records/review.ts'
import { type Passing, planPass } from './pass-model.ts'

/** Maximum number of reviews to read. Further records are checked by the list's rows and the platform. */
const MOST_READ = 50
const PAIRS_OF_ONE = 20

/** Reads the reviews of a batch. */
export function useReviews(rows: readonly Passing[]) {
  const read = rows.slice(0, MOST_READ)
  const reviews = useQueries({
    queries: read.map(({ id }) => ({
      ...reviewQueries.record({ entity: 'PROJECT' as const, entityId: id }),
      staleTime: 0,
    })),
  })
  const records = new Map(reviews.flatMap(({ data }) => (data ? [[data.task.entityId, data] as const] : [])))
  return { records, isLoading: reviews.some(({ isPending }) => isPending) }
}

/** Returns the goal of an action on a batch. */
export const goalOf = (records: ReadonlyMap<number, ReviewRecord>, action: FlowRequest['action']) =>
  [...records.values()].flatMap(({ goals }) => goals).find((goal) => goal.action === action)

/** Reads the reviews and pairs of a batch, and sorts it. */
export function usePassPlan(rows: readonly Passing[]) {
  const { records, isLoading } = useReviews(rows)
  const plan = planPass(rows, records)
  const found = useQueries({
    queries: plan.suspected.map(({ id }) => pairQueries.list({ id, size: PAIRS_OF_ONE })),
  })
  const pairs = found
    .flatMap(({ data }) => data?.content ?? [])
    .filter(
      ({ score, decision = RepeatFlag.suspected }) =>
        score >= repeatScores.suspected && decision === RepeatFlag.suspected,
    )
  return { plan, pairs, records, goal: goalOf(records, 'PASS'), isLoading }
}

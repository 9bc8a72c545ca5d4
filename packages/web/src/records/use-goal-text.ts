import { useQuery } from '@tanstack/react-query'
import { type ReviewRef, reviewQueries } from './review.ts'

const NONE: ReviewRef = { entity: 'PROJECT', entityId: 0 }

/**
 * Where a record goes by a step, in the platform's words; empty until they have come.
 * @param ref the record; undefined while no step is asked for, or for one that is not stored yet
 */
export function useGoalText(ref: ReviewRef | undefined, action: string | undefined): string {
  const { data } = useQuery({ ...reviewQueries.record(ref ?? NONE), enabled: ref !== undefined })
  const goal = data?.goals.find((each) => each.action === action)
  return goal ? `${[goal.text, goal.note].filter(Boolean).join('；')}。` : ''
}

import { useQuery } from '@tanstack/react-query'
import { type ReviewRef, reviewQueries } from './review.ts'

const NONE: ReviewRef = { entity: 'PROJECT', entityId: 0 }

/**
 * Where a record goes by a step, in the platform's words. Until they have come, and for a record that is not stored yet, it
 * only asks.
 * @param ref the record; undefined while no step is asked for
 */
export function useGoalText(ref: ReviewRef | undefined, action: string | undefined): string {
  const { data } = useQuery({ ...reviewQueries.record(ref ?? NONE), enabled: ref !== undefined })
  const goal = data?.goals.find((each) => each.action === action)
  return goal ? `${[goal.text, goal.note].filter(Boolean).join('；')}。` : '请确认是否办理。'
}

import { useQuery } from '@tanstack/react-query'
import { FILL_TYPE_OF_REVIEWED } from '@xinchu/validators'
import { today } from '../../lib/beijing.ts'
import type { ReviewEntity } from '../../records/review.ts'
import { windowQuery } from '../../records/window-status.tsx'

const DAY_MS = 86_400_000
const WEEK = 7

/** A week from a day, but not after the end of the window. @param end `yyyy-MM-dd`, later characters are ignored */
export function weekFrom(day: string, end?: string): string {
  const due = new Date(Date.parse(day) + WEEK * DAY_MS).toISOString().slice(0, 10)
  const last = end?.slice(0, 10)
  return last && last >= day && last < due ? last : due
}

/** Default deadline for the correction of a returned record. */
export function useDueDate(entity: ReviewEntity, isNeeded: boolean): string {
  const fillType = FILL_TYPE_OF_REVIEWED[entity]
  const { data } = useQuery({
    ...windowQuery(fillType ? { fillType } : {}),
    enabled: isNeeded && fillType !== undefined,
  })
  const open = data?.find((each) => each.open && each.enabled)
  return weekFrom(today(), open?.deadline ?? open?.endTime)
}

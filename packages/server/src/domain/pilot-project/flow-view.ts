import { DemoStatus } from '@xinchu/contract/codes'
import type { Caller } from '../caller.ts'
import type { FlowRow } from '../flow/history.ts'
import type { PilotRecord } from './query.ts'
import { isConcealed, REVIEW_STATES, sightOf } from './sight.ts'

/** States whose steps tell how the review goes. */
const IN_REVIEW: ReadonlySet<string> = new Set(
  REVIEW_STATES.filter((each) => each !== DemoStatus.inPrimaryReview),
)

/** The steps of a project's flow that a caller may know. An expert learns of none. */
export function readableFlow(steps: readonly FlowRow[], row: PilotRecord, user: Caller): FlowRow[] {
  if (sightOf(user, row, 'STATUS') === 'OWN' || sightOf(user, row, 'STATUS') === 'NOTHING') return []
  if (!isConcealed(user, row)) return [...steps]
  return steps.filter(
    ({ to_status, from_status }) => !IN_REVIEW.has(to_status) && !IN_REVIEW.has(from_status ?? ''),
  )
}

import { mutationOptions } from '@tanstack/react-query'
import { DemoStatus } from '@xinchu/contract/codes'
import { type Sdk, sdkOf } from '../../../app/pilot-sdk.ts'
import { queryKeys } from '../../../app/query-keys.ts'
import { REVIEW } from '../queries.ts'
import { type Group, selectionOf } from './result-model.ts'

/** What was done of a decision. */
export interface Outcome {
  succeeded: number
  failed: { message: string }[]
}

const PRIMARY_OPINION = '经初评未通过'
const OPINION = '按优选评审名次，不在入选名额之内'

type Move = Parameters<Sdk['demoProjects']['updateStatuses']>[0]

/** Moves projects step by step and counts what was done. A step without projects is left out. */
async function moveAll({ demoProjects }: Sdk, moves: readonly Move[]): Promise<Outcome> {
  const outcome: Outcome = { succeeded: 0, failed: [] }
  for (const move of moves.filter(({ ids }) => ids.length > 0)) {
    const { succeeded, failed } = await demoProjects.updateStatuses(move)
    outcome.succeeded += succeeded.length
    outcome.failed.push(...failed)
  }
  return outcome
}

const openIds = (chosen: ReturnType<typeof selectionOf>['selected']): number[] =>
  chosen.filter(({ row }) => row.status === DemoStatus.inExcellentReview).map(({ row }) => row.projectId)

type Feedback = NonNullable<Move['feedback']>

/** Each group's winners with its kind, then all that were not selected. */
const movesOf = (groups: readonly Group[], feedback: Feedback): Move[] => [
  ...groups.map(
    (group): Move => ({
      ids: openIds(selectionOf([group]).selected),
      action: 'EXCELLENT_PASS',
      ...(group.excellentType ? { excellentType: group.excellentType } : {}),
    }),
  ),
  { ids: openIds(selectionOf(groups).others), action: 'EXCELLENT_FAIL', opinion: OPINION, feedback },
]

const REFRESHED = { meta: { invalidates: [REVIEW, queryKeys.demos] } }

/** Decides the primary review of a batch. */
export const decidePrimary = mutationOptions({
  mutationFn: (
    { passed, failed, feedback }: { passed: number[]; failed: number[]; feedback: Feedback },
    { client },
  ) =>
    moveAll(sdkOf(client), [
      { ids: passed, action: 'PRIMARY_PASS' },
      { ids: failed, action: 'PRIMARY_FAIL', opinion: PRIMARY_OPINION, feedback },
    ]),
  ...REFRESHED,
})

/** Decides who is selected. */
export const confirmSelection = mutationOptions({
  mutationFn: ({ groups, feedback }: { groups: readonly Group[]; feedback: Feedback }, { client }) =>
    moveAll(sdkOf(client), movesOf(groups, feedback)),
  ...REFRESHED,
})

import { mutationOptions } from '@tanstack/react-query'
import { DemoStatus } from '@xinchu/sdk/codes'
import { sdk } from '../../../app/sdk.ts'
import { REVIEW } from '../queries.ts'
import { type Group, selectionOf } from './result-model.ts'

interface Outcome {
  succeeded: number
  failed: { message: string }[]
}

const OPINION = '按优选评审名次，不在入选名额之内'

/** Sends each group's winners with its kind, then all that were not selected. */
async function decide(groups: readonly Group[]): Promise<Outcome> {
  const outcome: Outcome = { succeeded: 0, failed: [] }
  const move = async (body: Parameters<typeof sdk.demoProjects.updateStatuses>[0]) => {
    if (body.ids.length === 0) return
    const { succeeded, failed } = await sdk.demoProjects.updateStatuses(body)
    outcome.succeeded += succeeded.length
    outcome.failed.push(...failed)
  }
  const open = ({ row }: ReturnType<typeof selectionOf>['selected'][number]) =>
    row.status === DemoStatus.inExcellentReview
  for (const group of groups) {
    const ids = selectionOf([group])
      .selected.filter(open)
      .map(({ row }) => row.projectId)
    await move({
      ids,
      action: 'EXCELLENT_PASS',
      ...(group.excellentType ? { excellentType: group.excellentType } : {}),
    })
  }
  const ids = selectionOf(groups)
    .others.filter(open)
    .map(({ row }) => row.projectId)
  await move({ ids, action: 'EXCELLENT_FAIL', opinion: OPINION })
  return outcome
}

export const confirmSelection = mutationOptions({
  mutationFn: decide,
  meta: { invalidates: [REVIEW, ['demo-projects']] },
})

import { mutationOptions } from '@tanstack/react-query'
import type { AssignPlan, ExpertGroup } from '@xinchu/sdk'
import { sdkOf } from '../../../app/pilot-sdk.ts'
import { queryKeys } from '../../../app/query-keys.ts'
import { REVIEW } from '../queries.ts'

interface Applied {
  plan: AssignPlan
  group: ExpertGroup
  deadline: string
}

/** Applies a plan exactly as it was shown; the server refuses one whose conflicts have changed since. */
export const applyPlan = mutationOptions({
  mutationFn: ({ plan, group, deadline }: Applied, { client }) =>
    plan.stage === 'PRIMARY'
      ? sdkOf(client).demoProjects.assignPrimaryExperts({
          planId: plan.id,
          groupId: group.id,
          projectIds: plan.projects.map(({ id }) => id),
          deadline,
        })
      : sdkOf(client).demoProjects.assignExcellentExperts({
          planId: plan.id,
          groupId: group.id,
          expertIds: group.experts.map(({ userId }) => userId),
          deadline,
        }),
  meta: { invalidates: [REVIEW, queryKeys.demos] },
})

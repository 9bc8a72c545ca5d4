import { mutationOptions } from '@tanstack/react-query'
import type { AssignPlan, ExpertGroup } from '@xinchu/sdk'
import { sdk } from '../../../app/demo-sdk.ts'
import { REVIEW } from '../queries.ts'

interface Applied {
  plan: AssignPlan
  group: ExpertGroup
  deadline: string
}

/** Applies a plan exactly as it was shown; the server refuses one whose conflicts have changed since. */
export const applyPlan = mutationOptions({
  mutationFn: ({ plan, group, deadline }: Applied) =>
    plan.stage === 'PRIMARY'
      ? sdk.demoProjects.assignPrimaryExperts({
          planId: plan.id,
          groupId: group.id,
          projectIds: plan.projects.map(({ id }) => id),
          deadline,
        })
      : sdk.demoProjects.assignExcellentExperts({
          planId: plan.id,
          groupId: group.id,
          expertIds: group.experts.map(({ userId }) => userId),
          deadline,
        }),
  meta: { invalidates: [REVIEW, ['demo-projects']] },
})

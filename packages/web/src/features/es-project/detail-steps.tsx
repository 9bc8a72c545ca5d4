import { useQuery } from '@tanstack/react-query'
import type { Project } from '@xinchu/sdk'
import { reviewQueries } from '../../app/review.ts'
import { FlowSteps } from '../../ui/review/flow-steps.tsx'

/** The way of a project through the offices, once it has been submitted. */
export function DetailSteps({ project: { id, flow } }: { project: Project }) {
  const { data } = useQuery({
    ...reviewQueries.record({ entity: 'PROJECT', entityId: id }),
    enabled: flow.history.some(({ action }) => action === 'SUBMIT'),
  })
  return data ? <FlowSteps steps={data.steps} /> : null
}

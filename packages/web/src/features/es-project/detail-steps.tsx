import { useQuery } from '@tanstack/react-query'
import type { Project } from '@xinchu/sdk'
import { reviewQueries } from '../../app/review.ts'
import { FlowSteps } from '../../ui/review/flow-steps.tsx'

/** The way of a project through the offices, once it has been submitted. */
export function DetailSteps({ project: { id, flow } }: { project: Project }) {
  const { data, isLoading } = useQuery({
    ...reviewQueries.record({ entity: 'PROJECT', entityId: id }),
    enabled: flow.history.some(({ action }) => action === 'SUBMIT'),
  })
  // As high as the steps, so that the page below does not move when they come.
  if (isLoading) return <div role="status" aria-label="正在加载" className="card h-16 sm:h-[104px]" />
  return data ? <FlowSteps steps={data.steps} /> : null
}

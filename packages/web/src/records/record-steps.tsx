import { useQuery } from '@tanstack/react-query'
import type { FlowInfo } from '@xinchu/sdk'
import { FlowSteps } from '../ui/review/flow-steps.tsx'
import { type ReviewEntity, reviewQueries } from './review.ts'
import { StepNews } from './step-news.tsx'
import { useWatch } from './watched.ts'

interface RecordStepsProps {
  entity: ReviewEntity
  id: number
  history: FlowInfo['history']
}

/** The flow steps of a record, once it has been submitted. */
export function RecordSteps({ entity, id, history }: RecordStepsProps) {
  useWatch(entity, id)
  const { data, isLoading } = useQuery({
    ...reviewQueries.record({ entity, entityId: id }),
    enabled: history.some(({ action }) => action === 'SUBMIT'),
  })
  // As high as the steps, so that the page below does not move when they are loaded.
  if (isLoading) return <div role="status" aria-label="正在加载" className="card h-16 sm:h-[104px]" />
  if (!data) return null
  return (
    <div>
      <StepNews entity={entity} id={id} steps={data.steps} history={history} />
      <FlowSteps steps={data.steps} />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { FlowInfo } from '@xinchu/sdk'
import { NewsOfRecord } from './news-of-record.tsx'
import { type ReviewEntity, reviewQueries } from './review.ts'
import { StepNews } from './step-news.tsx'
import { useChanged, useWatch } from './watched.ts'

interface RecordNewsProps {
  entity: ReviewEntity
  id: number
  history: FlowInfo['history']
  /** Input from before the last step of somebody else is still in the form of the page. */
  isHeld?: boolean
}

/** Keeps a record fresh while its page is open, and says what others did with it. For pages without its flow steps. */
export function RecordNews({ entity, id, history, isHeld = false }: RecordNewsProps) {
  useWatch(entity, id)
  const { isChanged } = useChanged(entity, id)
  const { data, isLoading } = useQuery({
    ...reviewQueries.record({ entity, entityId: id }),
    enabled: isChanged,
  })
  return (
    <div>
      <div className="has-[p]:mb-4">
        <NewsOfRecord bizType={entity} bizId={id} />
      </div>
      {/* One sentence is announced, with the office that has the record now. */}
      <StepNews entity={entity} id={id} steps={data?.steps ?? []} history={isLoading ? [] : history} />
      <div role="status">
        {isHeld && <p className="mb-4 text-s text-warning">您填写的内容已保留，提交前请核对。</p>}
      </div>
    </div>
  )
}

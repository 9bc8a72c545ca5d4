import { useQueryClient } from '@tanstack/react-query'
import { paragraphsOf } from '../lib/rich-text.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { dismissArrivals, useArrival } from './arrivals.ts'

interface NewsOfRecordProps {
  bizType: string
  bizId: number
}

/** Reports changes of a record while it was open. The page around it has been refreshed. */
export function NewsOfRecord({ bizType, bizId }: NewsOfRecordProps) {
  const client = useQueryClient()
  const message = useArrival(bizType, bizId)
  return (
    <div role="status">
      {message && (
        <div className="flex items-start gap-2 rounded-lg border border-warning-line bg-warning-soft py-2 pr-2 pl-4 text-s text-warning">
          <Icon name="alert" className="mt-1" />
          <div className="min-w-0 flex-1 py-0.5">
            <p className="font-medium">{message.title}</p>
            {paragraphsOf(message.content ?? '').map((line) => (
              <p key={line}>{line}</p>
            ))}
            <p>页面已更新。</p>
          </div>
          <IconButton icon="close" label="知道了" onClick={() => dismissArrivals(client, bizType, bizId)} />
        </div>
      )}
    </div>
  )
}

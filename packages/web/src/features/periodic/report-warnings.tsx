import { useQuery } from '@tanstack/react-query'
import type { GeneralItem } from '@xinchu/sdk'
import { type ReviewEntity, reviewQueries } from '../../records/review.ts'

interface Warning {
  message: string
  reason?: string
}

/** Warnings on a report with the reasons that its author gave. */
export function ReportWarnings({ entity, item }: { entity: ReviewEntity; item: GeneralItem }) {
  const { data } = useQuery({
    ...reviewQueries.record({ entity, entityId: item.id }),
    enabled: item.flow.history.length > 0,
  })
  const plain = (item.warnings ?? []).map((message): Warning => ({ message }))
  const warnings: readonly Warning[] = data?.warnings.length ? data.warnings : plain
  if (warnings.length === 0) return null
  return (
    <ul
      aria-label="警告"
      className="grid gap-1 rounded-lg border border-warning-line bg-warning-soft px-4 py-2.5 text-s text-warning"
    >
      {warnings.map(({ message, reason }) => (
        <li key={message}>
          {message}
          {reason && <span className="block text-ink-soft">填报单位说明：{reason}</span>}
        </li>
      ))}
    </ul>
  )
}

import type { ReactNode } from 'react'

/** One flow step of a record; compatible with the contract's FlowStep. */
export interface HistoryStep {
  time: string
  userName: string
  orgName: string
  action: string
  actionLabel?: string
  toStatus: string
  toStatusLabel?: string
  opinion?: string
}

interface FlowHistoryProps {
  history: readonly HistoryStep[]
  /** A link beside the heading. */
  link?: ReactNode
}

/** Timeline of a record's flow. The last step is emphasized. */
export function FlowHistory({ history, link }: FlowHistoryProps) {
  return (
    <section className="card">
      <div className="flex items-baseline justify-between gap-2 border-line border-b px-4 py-2.5">
        <h2 className="font-medium">办理记录</h2>
        {link}
      </div>
      {history.length === 0 ? (
        <p className="px-4 py-6 text-ink-faint text-s">暂无办理记录</p>
      ) : (
        <ol className="px-5 py-4 text-s">
          {history.map((step, index) => (
            <li
              key={`${step.time}-${step.action}-${step.toStatus}`}
              className="relative border-line pb-4 pl-5 not-last:border-l-2 last:border-transparent last:border-l-2 last:pb-0"
            >
              <span
                className={`absolute top-1.5 -left-[6px] size-2.5 rounded-full border-2 border-surface ${index === history.length - 1 ? 'bg-brand' : 'bg-line-control'}`}
                aria-hidden="true"
              />
              <p className="font-medium">
                {step.orgName}　{step.actionLabel ?? step.action}
              </p>
              <p className="text-ink-faint text-xs">
                {step.time}　{step.userName}　{step.toStatusLabel}
              </p>
              {step.opinion && (
                <p className="mt-1.5 whitespace-pre-line break-words rounded bg-sunken px-2.5 py-1.5">
                  意见：{step.opinion}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

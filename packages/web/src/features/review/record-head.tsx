import type { ReviewTask } from '@xinchu/sdk'
import { type RefObject, useMemo } from 'react'
import { GrantedLink } from '../../app/granted-link.tsx'
import { isFar, leftText, shortDay, waitingText } from '../../lib/due.ts'
import type { PortalKind } from '../../records/portal-kind.ts'
import { useOrigin } from '../../records/project-name.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'

/** Position and state of the record for screen readers, after a move to it. */
const spokenState = ({ statusLabel, waitingDays, warningCount }: ReviewTask) =>
  [`，${statusLabel}`, `已等 ${waitingDays} 天`, warningCount > 0 ? `警告 ${warningCount}` : '']
    .filter(Boolean)
    .join('，')

function Deadline({ task: { dueTime, overdue, waitingSince } }: { task: ReviewTask }) {
  if (!dueTime || isFar(dueTime)) return <span>{waitingText(waitingSince)}</span>
  return (
    <span className={overdue ? 'text-danger' : ''}>
      应于 {shortDay(dueTime)} 办结，{leftText(dueTime)}
    </span>
  )
}

interface RecordHeadProps {
  kind: PortalKind
  task: ReviewTask
  /** 第 3 件，共 8 件. */
  position: string
  heading: RefObject<HTMLHeadingElement | null>
}

/** Name, state, code, company, number of the submission and deadline. */
export function RecordHead({ kind, task, position, heading }: RecordHeadProps) {
  const { title, statusLabel, stored, code, orgName, submissionNo, period } = task
  const page = kind.open?.(task.entityId)
  const origin = useOrigin()
  const facts = useMemo(() => [code, orgName, period].filter(Boolean), [code, orgName, period])
  return (
    <header>
      <div className="flex items-start gap-2">
        <h2
          ref={heading}
          tabIndex={-1}
          className="mr-auto min-w-0 text-pretty break-words text-[17px] leading-[25px] outline-none"
        >
          {position && <span className="sr-only">{position}，</span>}
          {page ? (
            <GrantedLink
              {...page}
              search={origin}
              className="hover:text-brand-ink hover:underline"
              tabIndex={-1}
            >
              {title}
            </GrantedLink>
          ) : (
            title
          )}
          <span className="sr-only">{spokenState(task)}</span>
        </h2>
        <span className="flex shrink-0 gap-1.5 pt-0.5">
          <StatusTag label={statusLabel} />
          {stored && (
            <span className="rounded border border-line px-1.5 text-ink-soft text-xs leading-5">变更</span>
          )}
        </span>
      </div>
      <p className="mt-0.5 flex flex-wrap gap-x-4 text-ink-soft text-s">
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {submissionNo > 0 && !kind.steps && <span>第 {submissionNo} 次报送</span>}
        <Deadline task={task} />
      </p>
    </header>
  )
}

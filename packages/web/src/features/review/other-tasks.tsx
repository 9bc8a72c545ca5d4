import type { ReviewTaskPage } from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { GrantedLink } from '../../app/granted-link.tsx'
import { waitedDays } from '../../lib/due.ts'
import { figure } from '../../lib/figures.ts'
import { kindChip } from './filter-chip.ts'

type OtherTask = ReviewTaskPage['others'][number]

interface WayProps {
  task: OtherTask
  className: string
  children: ReactNode
}

const Way = ({ task: { link }, className, children }: WayProps) =>
  link === undefined ? (
    <span className={className}>{children}</span>
  ) : (
    <GrantedLink to={link} className={className}>
      {children}
    </GrantedLink>
  )

/** Ways to what waits for the office and is no record of the queue, each with its number. */
export const OtherChips = ({ others }: { others: readonly OtherTask[] }) =>
  others.map((task) => (
    <Way key={task.source} task={task} className={kindChip(false)}>
      {task.label} <span>{figure(task.count)}</span>
    </Way>
  ))

/** The same with what has waited longest, and from whom. */
export function OtherTasks({ others }: { others: readonly OtherTask[] }) {
  if (others.length === 0) return null
  return (
    <section
      aria-labelledby="other-tasks"
      className="w-full shrink-0 border-line border-t px-3 py-2 text-left text-s"
    >
      <h2 id="other-tasks" className="text-ink-soft text-xs">
        其他待办，在各自页面办理
      </h2>
      {others.map((task) => (
        <div key={task.source} className="py-1">
          <Way task={task} className="font-medium text-brand-ink hover:underline">
            {task.label} {figure(task.count)} 件
          </Way>
          <p className="text-pretty break-words text-ink-soft text-xs leading-5">{oldestWords(task)}</p>
        </div>
      ))}
    </section>
  )
}

/** What has waited longest, for how long, and from whom unless its title says so. */
function oldestWords({ oldestDays, title, orgName }: OtherTask): string {
  const from = orgName === undefined || title.includes(orgName) ? '' : `，来自${orgName}`
  return `最久 ${waitedDays(oldestDays)}：${title}${from}`
}

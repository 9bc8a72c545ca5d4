import { useQuery } from '@tanstack/react-query'
import type { DemoTask } from '@xinchu/sdk'
import { GrantedLink } from '../../app/granted-link.tsx'
import { isFar, leftText, shortDay } from '../../lib/due.ts'
import { figure } from '../../lib/figures.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { homeQueries } from './queries.ts'
import { useGranted } from './use-granted.ts'
import { DESK, WorkCard } from './work-card.tsx'

/** Pages for work on demonstration projects, by office. */
const PAGES = [
  '/demonstration/apply/index',
  '/demonstration/recommend/province',
  '/demonstration/recommend/group',
  '/demonstration/platform/index',
  '/demonstration/national/index',
] as const

/** The page that deals with a task, and its record. */
function TaskLink({ task: { link, title } }: { task: DemoTask }) {
  const [to = '', query] = link.split('?')
  const search = Object.fromEntries(new URLSearchParams(query))
  return (
    <GrantedLink
      to={to as never} // an address of the portal, as the platform names it
      search={search as never}
      className="font-medium text-brand-ink hover:underline"
    >
      {title}
    </GrantedLink>
  )
}

/** Deadline of a task. A date too far away is not shown. */
function Due({ day }: { day: string }) {
  if (isFar(day)) return null
  return (
    <span className="text-warning">
      {shortDay(day)} 截止，{leftText(day)}
    </span>
  )
}

/** Demonstration projects that wait for the office, the most urgent first. */
export function PilotWork() {
  const granted = useGranted()
  const page = granted.find(({ path }) => PAGES.some((each) => each === path))?.path
  // 待我办 has one number, that of the desk: tasks that are no reviews, such as assigning experts, are not in it.
  const hasDesk = granted.some(({ path }) => path === DESK)
  const { data, error, refetch } = useQuery({ ...homeQueries.pilotTasks(), enabled: page !== undefined })
  if (page === undefined) return null
  const rows = data?.content.map((task) => ({
    id: `${task.bizType} ${task.link}`, // reports that are not begun have no id
    name: <TaskLink task={task} />,
    note: (
      <>
        <StatusTag label={task.statusLabel} />
        {task.deadline && <Due day={task.deadline} />}
      </>
    ),
    since: task.waitingSince,
  }))
  return (
    <WorkCard
      title="示范项目"
      to={page}
      all={
        !hasDesk && data && data.totalElements > 0
          ? `全部待办（${figure(data.totalElements)}）`
          : '查看示范项目'
      }
      fillType="DEMO_APPLY"
      rows={rows}
      empty="没有待办理的示范项目"
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

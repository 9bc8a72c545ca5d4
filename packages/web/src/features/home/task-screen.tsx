import { useQuery } from '@tanstack/react-query'
import { leavesOf, menuTree } from '../../app/menus.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { figure } from '../../lib/figures.ts'
import { ProjectTasks } from './project-tasks.tsx'
import { homeQueries } from './queries.ts'
import { Shortcuts } from './shortcuts.tsx'
import { Unread } from './unread.tsx'
import { Windows } from './windows.tsx'

const GROUP = 1008

function Counts({ hasProjects, hasReports }: { hasProjects: boolean; hasReports: boolean }) {
  const projects = useQuery({ ...homeQueries.projects(), enabled: hasProjects })
  const reports = useQuery({ ...homeQueries.reports(), enabled: hasReports })
  const windows = useQuery(homeQueries.windows())
  const unread = useQuery(homeQueries.unread())
  const counts = [
    ...(hasProjects ? [['待办项目', projects.data?.totalElements, '个'] as const] : []),
    ...(hasReports ? [['待审季度报送', reports.data?.totalElements, '份'] as const] : []),
    ['开放的填报', windows.data?.filter(({ open }) => open).length, '项'] as const,
    ['未读消息', unread.data?.totalElements, '条'] as const,
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(140px,1fr))] gap-px overflow-hidden rounded-lg border border-line bg-line">
      {counts.map(([caption, value, unit]) => (
        <div key={caption} className="bg-surface px-4 py-3">
          <dt className="text-ink-faint text-xs">{caption}</dt>
          <dd className="font-semibold text-xl">
            {figure(value)} <span className="font-normal text-ink-faint text-xs">{unit}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** 任务管理: what waits for the user's office, since when, until when, and the pages where it is done. */
export function TaskScreen() {
  const { data: info } = useQuery(sessionQueries.info)
  const { data: routes = [] } = useQuery(sessionQueries.menus)
  const granted = new Set(leavesOf(menuTree(routes)).map(({ path }) => path))
  const canReview = granted.has('/esproject/audit/index')
  const hasReports = granted.has('/decision/quarter/government/index')
  const isGroup = info?.user.deptId === GROUP
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="font-semibold text-lg">{isGroup ? '央企任务管理' : '任务管理'}</h1>
        <p className="text-ink-faint text-s">{info?.user.orgName}</p>
      </header>
      <Counts hasProjects={canReview} hasReports={hasReports} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {canReview && <ProjectTasks />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Windows />
          <Unread />
        </div>
        {!canReview && <Shortcuts />}
      </div>
      {canReview && <Shortcuts />}
    </div>
  )
}

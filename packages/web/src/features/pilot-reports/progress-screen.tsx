import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import { sessionQueries } from '../../app/session-queries.ts'
import { useCan } from '../../app/use-can.ts'
import { WindowStatus, windowQuery } from '../../records/window-status.tsx'
import { usePorts } from '../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { BackToOverview, ReportOverview } from './overview/report-overview.tsx'
import { PilotChoice, useChosenPilot } from './pilot-choice.tsx'
import { isOf, type Quarter, quarterFrom, quartersSince, textOf } from './progress-model.ts'
import { progressQueries } from './progress-queries.ts'
import { ProgressSheet } from './progress-sheet.tsx'
import { QuarterStrip } from './quarter-strip.tsx'
import { pilotReportQueries } from './queries.ts'

/** Whether the user reports this quarter now. */
function useMayWrite(period: Quarter | undefined): boolean {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const isAuthor = useCan(['progress:add']) && isAmong(user, ['ENT'])
  const query = { fillType: 'DEMO_PROGRESS' as const, ...period }
  const windows = useQuery({ ...windowQuery(query), enabled: isAuthor && period !== undefined })
  return isAuthor && (windows.data?.some(({ open, enabled }) => open && enabled) ?? false)
}

/** The reports of one project: the quarters as a strip, and the chosen one below it. */
function ProjectProgress({ projectId }: { projectId: number }) {
  const [search, setSearch] = usePorts().useSearch()
  const project = useQuery(pilotReportQueries.project(projectId))
  const plan = useQuery(progressQueries.plan(projectId))
  const reports = useQuery(progressQueries.ofProject(projectId))
  const quarters = quartersSince(project.data?.announceDate)
  const period = quarterFrom(search['quarter']) ?? quarters.at(-1)
  const mayWrite = useMayWrite(period)
  const failed = [project, plan, reports].find(({ data, error }) => error && !data)
  if (failed?.error) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />
  if (!project.data || !plan.data || !reports.data) return <Loading rows={10} />
  if (!period) return <Empty>公布后的第一个完整季度结束后开始报送</Empty>
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <QuarterStrip
          quarters={quarters}
          reports={reports.data}
          period={period}
          onPeriod={(quarter) => setSearch({ ...search, quarter })}
        />
        <WindowStatus query={{ fillType: 'DEMO_PROGRESS', ...period }} />
      </div>
      <ProgressSheet
        key={`${projectId} ${textOf(period)}`}
        projectId={projectId}
        period={period}
        quarters={quarters}
        plan={plan.data}
        reports={reports.data}
        stored={reports.data.find(isOf(period))}
        buildStatus={project.data.buildStatus}
        recommender={project.data.recommendOrgName ?? '推荐单位'}
        mayWrite={mayWrite}
        hasStation={project.data.esProjectId !== undefined}
      />
    </>
  )
}

/** 示范项目进展报送: the quarterly progress of announced projects, or of one of them. */
export function ProgressScreen() {
  const { projects, project, isOpen } = useChosenPilot()
  if (isOpen) return <ReportOverview kind="PROGRESS" />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-semibold text-lg">示范项目进展报送</h1>
        <PilotChoice />
        <BackToOverview kind="PROGRESS" projects={projects.data?.length} />
      </header>
      {projects.error && <Failed error={projects.error} onRetry={() => void projects.refetch()} />}
      {projects.isPending && <Loading rows={10} />}
      {projects.data?.length === 0 && <Empty>没有已公布的试点示范项目，公布后按季报送进展</Empty>}
      {project && <ProjectProgress key={project.id} projectId={project.id} />}
    </div>
  )
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import { isXinchuError } from '@xinchu/sdk'
import { firstDueQuarter } from '@xinchu/validators'
import { sessionQueries } from '../../app/session-queries.ts'
import { useCan } from '../../app/use-can.ts'
import { today } from '../../lib/beijing.ts'
import { WindowStatus, windowQuery } from '../../records/window-status.tsx'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { annualQueries } from './annual-queries.ts'
import { AnnualSheet } from './annual-sheet.tsx'
import { BackToOverview, ReportOverview } from './overview/report-overview.tsx'
import { PilotChoice, useChosenPilot } from './pilot-choice.tsx'
import { pilotReportQueries } from './queries.ts'

/** The years that a project reports, the last one first: from that of its first due quarter to the one that has ended. */
function yearsSince(announceDate: string | undefined): number[] {
  const last = Number(today().slice(0, 4)) - 1
  const first = announceDate ? firstDueQuarter(announceDate).year : last
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index)
}

interface ProjectReportProps {
  projectId: number
  year: number
  recommender: string
}

/** The report of one project and year. */
function ProjectReport({ projectId, year, recommender }: ProjectReportProps) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const isAuthor = isAmong(user, ['ENT'])
  const canWrite = useCan(['annual:add'])
  const report = useQuery(annualQueries.one({ demoProjectId: projectId, year }))
  const windows = useQuery({ ...windowQuery({ fillType: 'DEMO_ANNUAL', year }), enabled: isAuthor })
  const failure = report.data ? null : report.error
  if (isXinchuError(failure) && failure.status === 404)
    return (
      <div className="card">
        <Empty>项目单位尚未提交 {year} 年度报告</Empty>
      </div>
    )
  if (failure) return <Failed error={failure} onRetry={() => void report.refetch()} />
  if (!report.data || (isAuthor && windows.isPending)) return <Loading rows={10} />
  const isWindowOpen = windows.data?.some(({ open, enabled }) => open && enabled) ?? false
  return (
    <AnnualSheet
      key={`${projectId} ${year}`}
      projectId={projectId}
      year={year}
      stored={report.data}
      isAuthor={isAuthor}
      mayWrite={isAuthor && canWrite && isWindowOpen}
      recommender={recommender}
    />
  )
}

/** 示范项目年度报告: the annual reports of announced projects, or of one of them. */
export function AnnualScreen() {
  return useChosenPilot().isOpen ? <ReportOverview kind="ANNUAL" /> : <ProjectReports />
}

/** The annual reports of one project. */
function ProjectReports() {
  const [search, setSearch] = usePorts().useSearch()
  const { projects, project } = useChosenPilot()
  const detail = useQuery({ ...pilotReportQueries.project(project?.id ?? 0), enabled: project !== undefined })
  const years = yearsSince(detail.data?.announceDate)
  const year = years.find((each) => each === Number(search['year'])) ?? years[0]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-semibold text-lg">示范项目年度报告</h1>
        <PilotChoice />
        <BackToOverview kind="ANNUAL" projects={projects.data?.length} />
        {years.length > 1 && (
          <div className="w-28">
            <Select
              aria-label="年度"
              placeholder=""
              value={String(year ?? '')}
              options={years.map((each) => ({ value: String(each), label: `${each} 年` }))}
              onValue={(chosen) => setSearch({ ...search, year: Number(chosen) })}
            />
          </div>
        )}
        {year !== undefined && <WindowStatus query={{ fillType: 'DEMO_ANNUAL', year }} />}
      </header>
      {projects.error && <Failed error={projects.error} onRetry={() => void projects.refetch()} />}
      {projects.isPending && <Loading rows={10} />}
      {projects.data?.length === 0 && <Empty>没有已公布的试点示范项目，公布后按年提交报告</Empty>}
      {project && detail.data && year === undefined && (
        <Empty>公布后的第一个完整季度所在年度结束后开始提交</Empty>
      )}
      {project && detail.data && year !== undefined && (
        <ProjectReport
          key={`${project.id} ${year}`}
          projectId={project.id}
          year={year}
          recommender={detail.data.recommendOrgName ?? '推荐单位'}
        />
      )}
    </div>
  )
}

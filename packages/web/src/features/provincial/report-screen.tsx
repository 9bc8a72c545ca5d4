import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import { useState } from 'react'
import { sessionQueries } from '../../app/session-queries.ts'
import { RecordNews } from '../../records/record-news.tsx'
import { useWatch } from '../../records/watched.ts'
import { Button } from '../../ui/button.tsx'
import { usePorts } from '../../ui/ports.ts'
import { FlowHistory } from '../../ui/record/flow-history.tsx'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { provincialQueries, type ReportKey, type WorkReport } from './queries.ts'
import { ReportForm } from './report-form.tsx'
import { ReportList } from './report-list.tsx'
import { CHAPTERS, chapterText } from './report-model.ts'
import { ReportHead, ReportSteps, Stats } from './report-parts.tsx'
import { PeriodHead, useReportPeriod } from './report-period.tsx'
import { ProjectTable } from './report-projects.tsx'

/** What others did with a stored report while it is open. */
const ReportNews = ({ report: { id, flow } }: { report: WorkReport }) =>
  id !== undefined && <RecordNews key={id} entity="WORK_REPORT" id={id} history={flow.history} />

/** A report that is only read, with the steps that the office may take. */
function ReportView({ report }: { report: WorkReport }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <ReportHead report={report} />
      <Stats stats={report.stats} />
      {CHAPTERS.map(({ name, caption }) => (
        <section key={name} className="card" aria-label={caption}>
          <h3 className="border-line border-b px-4 py-2.5 font-medium">{caption}</h3>
          <p className="whitespace-pre-wrap break-words px-4 py-3">{chapterText(report, name)}</p>
          {name === 'projectProgress' && <ProjectTable projects={report.projects ?? []} />}
        </section>
      ))}
      {report.stampedFile && (
        <section aria-label="盖章扫描件" className="card px-4 py-3 text-s">
          <RecordFiles files={[report.stampedFile]} />
        </section>
      )}
      <FlowHistory history={report.flow.history} />
      <ReportSteps report={report} />
    </div>
  )
}

/** The report of the caller's province, of one period: its form while the province may write it. */
function ReportOfPeriod({ of }: { of: ReportKey }) {
  const { data, error, refetch } = useQuery({ ...provincialQueries.ownReport(of), staleTime: Infinity })
  // A step of others does not take the form away while it holds input.
  const [isTyped, setTyped] = useState(false)
  // Beyond the form and the view: the step that exchanges them is told in the next.
  useWatch('WORK_REPORT', data?.id)
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={10} />
  return (
    <div>
      {isTyped || data.flow.actions.includes('SAVE') ? (
        <ReportForm of={of} report={data} onTyped={setTyped} />
      ) : (
        <>
          <ReportNews report={data} />
          <ReportView report={data} />
        </>
      )}
    </div>
  )
}

/** The report of the caller's province, of the chosen period. */
function OwnReport() {
  const of = useReportPeriod()
  return (
    <>
      <PeriodHead period={of} />
      <ReportOfPeriod key={`${of.year} ${of.reportType}`} of={of} />
    </>
  )
}

/** The list of all provinces, or the report that is open. */
function AllReports() {
  const [search, setSearch] = usePorts().useSearch()
  const id = Number(search['id']) || undefined
  const { data, error, refetch } = useQuery({
    ...provincialQueries.report(id ?? 0),
    enabled: id !== undefined,
  })
  if (id === undefined) return <ReportList />
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-semibold text-lg">省级工作报告</h1>
        <Button icon="chevronLeft" onClick={() => setSearch({ ...search, id: undefined })}>
          返回列表
        </Button>
      </header>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={10} />}
      {data && (
        <div>
          <ReportNews report={data} />
          <ReportView report={data} />
        </div>
      )}
    </>
  )
}

/** 省级工作报告: the own report for a province, the reports of all for those above. */
export function WorkReportScreen() {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {isAmong(user, ['PRV']) ? <OwnReport /> : <AllReports />}
    </div>
  )
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { WorkReportType } from '@xinchu/sdk/codes'
import { isAmong } from '@xinchu/sdk/rights'
import { sessionQueries } from '../../app/session-queries.ts'
import { WindowStatus } from '../../app/window-status.tsx'
import { today } from '../../lib/beijing.ts'
import { Button } from '../../ui/button.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import { FlowHistory } from '../../ui/record/flow-history.tsx'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { OpenButton } from '../../ui/table/open-button.tsx'
import { QueryTable } from '../../ui/table/query-table.tsx'
import {
  provincialQueries,
  type ReportKey,
  type ReportListQuery,
  type WorkReport,
  type WorkReportRow,
} from './queries.ts'
import { ReportForm } from './report-form.tsx'
import { CHAPTERS, captionOf } from './report-model.ts'
import { ReportHead, ReportSteps, Stats } from './report-parts.tsx'
import { ProjectTable } from './report-projects.tsx'

/** A report that is only read, with the steps that the office may take. */
function ReportView({ report }: { report: WorkReport }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <ReportHead report={report} />
      <Stats stats={report.stats} />
      {CHAPTERS.map((name) => (
        <section key={name} className="card" aria-label={captionOf(name)}>
          <h3 className="border-line border-b px-4 py-2.5 font-medium">{captionOf(name)}</h3>
          <p className="whitespace-pre-wrap break-words px-4 py-3">{report[name] || '无'}</p>
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

const EARLIER_YEARS = 2

/** The report of the caller's province, of the chosen period. */
function OwnReport() {
  const [search, setSearch] = usePorts().useSearch()
  const now = Number(today().slice(0, 4))
  const years = Array.from({ length: EARLIER_YEARS + 1 }, (_, index) => now - index)
  const year = years.find((each) => each === Number(search['year'])) ?? now
  const types = Object.values(WorkReportType)
  const reportType = types.find((each) => each === String(search['reportType'])) ?? WorkReportType.year
  const of: ReportKey = { year, reportType }
  const { data, error, refetch } = useQuery({ ...provincialQueries.ownReport(of), staleTime: Infinity })
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-medium text-lg">省级工作报告</h1>
        <div className="w-28">
          <Select
            aria-label="年度"
            placeholder=""
            value={String(year)}
            options={years.map((each) => ({ value: String(each), label: `${each} 年` }))}
            onValue={(chosen) => setSearch({ ...search, year: Number(chosen) })}
          />
        </div>
        <fieldset className="flex gap-1.5">
          <legend className="sr-only">报告类型</legend>
          {types.map((each) => (
            <Button
              key={each}
              look={each === reportType ? 'primary' : 'plain'}
              aria-pressed={each === reportType}
              onClick={() => setSearch({ ...search, reportType: each })}
            >
              <DictText dict="work_report_type" value={each} />
            </Button>
          ))}
        </fieldset>
        <WindowStatus query={{ fillType: 'PROV_REPORT', year }} />
      </header>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={10} />}
      {data &&
        (data.flow.actions.includes('SAVE') ? (
          <ReportForm key={`${year} ${reportType}`} of={of} report={data} />
        ) : (
          <ReportView report={data} />
        ))}
    </>
  )
}

const filters: readonly Filter<Extract<keyof ReportListQuery, string>>[] = [
  { kind: 'year', name: 'year', label: '年度' },
  { kind: 'dict', name: 'reportType', label: '报告类型', dict: 'work_report_type' },
  { kind: 'dicts', name: 'status', label: '状态', dict: 'report_status' },
  { kind: 'flag', name: 'reported', label: '只看已报' },
]

const columnsFor = (onOpen: (id: number) => void) =>
  columnsOf<WorkReportRow>([
    {
      key: 'provinceName',
      title: '省份',
      width: 180,
      cell: ({ id, provinceName }) =>
        id === undefined ? (
          <span className="text-ink-soft">{provinceName}</span>
        ) : (
          <OpenButton onOpen={() => onOpen(id)}>{provinceName}</OpenButton>
        ),
    },
    { key: 'year', title: '年度', width: 80, cell: ({ year }) => year },
    {
      key: 'reportType',
      title: '类型',
      width: 80,
      cell: ({ reportType }) => <DictText dict="work_report_type" value={reportType} />,
    },
    { key: 'title', title: '标题', width: 320 },
    {
      key: 'status',
      title: '状态',
      width: 110,
      cell: ({ reported, statusLabel }) => <StatusTag label={reported ? statusLabel : '未报'} />,
    },
    { key: 'submitTime', title: '提交时间', width: 160 },
  ])

/** The reports of all provinces, with those that have handed in none, and the one that is open. */
function AllReports() {
  const [search, setSearch] = usePorts().useSearch()
  const id = Number(search['id']) || undefined
  const { data, error, refetch } = useQuery({
    ...provincialQueries.report(id ?? 0),
    enabled: id !== undefined,
  })
  if (id === undefined)
    return (
      <QueryTable
        id="work-reports"
        title="省级工作报告"
        query={provincialQueries.reports}
        columns={columnsFor((chosen) => setSearch({ ...search, id: chosen }))}
        filters={filters}
        rowId={({ provinceCode, reportType }) => `${provinceCode} ${reportType}`}
        rowLabel={({ provinceName = '' }) => provinceName}
        empty="没有报告"
      />
    )
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-medium text-lg">省级工作报告</h1>
        <Button icon="chevronLeft" onClick={() => setSearch({ ...search, id: undefined })}>
          返回列表
        </Button>
      </header>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={10} />}
      {data && <ReportView report={data} />}
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

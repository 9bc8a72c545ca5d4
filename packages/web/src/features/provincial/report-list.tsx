import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '../../app/use-can.ts'
import { usePorts } from '../../ui/ports.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { OpenButton } from '../../ui/table/open-button.tsx'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { exportReports, provincialQueries, type ReportListQuery, type WorkReportRow } from './queries.ts'
import { RemindReportsButton } from './remind-reports.tsx'
import { CHAPTERS } from './report-model.ts'
import { PeriodHead, useReportPeriod } from './report-period.tsx'
import { ReportSummaryCard } from './report-summary.tsx'

const filters: readonly Filter<Extract<keyof ReportListQuery, string>>[] = [
  {
    kind: 'options',
    name: 'reported',
    label: '报送',
    options: [
      { value: 'true', label: '已报' },
      { value: 'false', label: '未报' },
    ],
  },
  { kind: 'dicts', name: 'status', label: '状态', dict: 'report_status' },
]

/** All provinces fit on the first page. */
const ROWS = 50

const columnsFor = (onOpen: (id: number) => void) =>
  columnsOf<WorkReportRow>([
    {
      key: 'provinceName',
      title: '省份',
      width: 180,
      sort: 'provinceCode',
      cell: ({ id, provinceName }) =>
        id === undefined ? (
          <span className="text-ink-soft">{provinceName}</span>
        ) : (
          <OpenButton onOpen={() => onOpen(id)}>{provinceName}</OpenButton>
        ),
    },
    {
      key: 'status',
      title: '状态',
      width: 110,
      cell: ({ reported, statusLabel }) => <StatusTag label={reported ? statusLabel : '未报'} />,
    },
    {
      key: 'filledChapters',
      title: '已填章节',
      width: 100,
      value: ({ filledChapters }) =>
        filledChapters === undefined ? undefined : `${filledChapters}/${CHAPTERS.length}`,
    },
    { key: 'submitTime', title: '提交时间', width: 160, sort: true },
    { key: 'remindTime', title: '最近催报', width: 160 },
    { key: 'title', title: '标题', width: 320, grows: true },
  ])

/** The reports of all provinces for a period, with those that have submitted none. */
export function ReportList() {
  const [search, setSearch] = usePorts().useSearch()
  const canRemind = useCan(['workReport:audit'])
  const { data: latest } = useQuery(provincialQueries.reports({ size: 1 }))
  const period = useReportPeriod(latest?.summary?.year)
  const { data } = useQuery({
    ...provincialQueries.reports({ ...period, size: 1 }),
    enabled: latest !== undefined,
  })
  const columns = useMemo(() => columnsFor((id) => setSearch({ ...search, id })), [search, setSearch])
  const summary = data?.summary
  return (
    <>
      <PeriodHead period={period}>
        {canRemind && (
          <span className="ml-auto">
            <RemindReportsButton reminder={period} count={summary ? summary.due - summary.reported : 0} />
          </span>
        )}
      </PeriodHead>
      <ReportSummaryCard summary={summary} />
      <QueryTable
        id="work-reports"
        title="各省报告"
        isPart
        query={provincialQueries.reports}
        fixed={period}
        pageSize={ROWS}
        columns={columns}
        filters={filters}
        onExport={exportReports}
        rowId={({ provinceCode }) => provinceCode}
        rowLabel={({ provinceName = '' }) => provinceName}
        noun="报告"
        empty="没有报告"
        {...(canRemind && {
          batch: (rows: readonly WorkReportRow[], clear: () => void) => (
            <RemindReportsButton
              reminder={{ ...period, provinceCodes: rows.map(({ provinceCode }) => provinceCode) }}
              count={rows.length}
              onDone={clear}
            />
          ),
        })}
      />
    </>
  )
}

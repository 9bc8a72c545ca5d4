import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import { useMemo } from 'react'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { sessionQueries } from '../../../app/session-queries.ts'
import { useCan } from '../../../app/use-can.ts'
import { waitedText } from '../../../lib/due.ts'
import { BatchFilter, useBatchFilter } from '../../../records/batch-filter.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { type Column, columnsOf } from '../../../ui/table/column.ts'
import type { Filter } from '../../../ui/table/filters.ts'
import { QueryTable } from '../../../ui/table/query-table.tsx'
import { PAGES, ReportCell } from './cell.tsx'
import { DecideButtons } from './decide.tsx'
import {
  type Period,
  PeriodChoice,
  periodKey,
  periodName,
  useIsOutside,
  usePeriod,
} from './period-choice.tsx'
import {
  AUDIT_RIGHTS,
  exportOverview,
  type OverviewKind,
  type OverviewQuery,
  type OverviewRow,
  overviewQueries,
} from './queries.ts'
import { RemindButton } from './remind.tsx'

const TITLES: Readonly<Record<OverviewKind, string>> = {
  PROGRESS: '示范项目进展报送',
  ANNUAL: '示范项目年度报告',
}

const FILTERS: readonly Filter<Extract<keyof OverviewQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '项目名称、编号或单位' },
  { kind: 'region', label: '地区' },
  { kind: 'dicts', name: 'techType', label: '技术路线', dict: 'tech_type' },
  { kind: 'dicts', name: 'state', label: '报送情况', dict: 'demo_report_cell' },
  { kind: 'flag', name: 'mine', label: '待我办' },
]

const facts = (kind: OverviewKind): readonly Column<OverviewRow>[] =>
  columnsOf<OverviewRow>([
    {
      key: 'projectName',
      title: '示范项目名称',
      width: 260,
      grows: true,
      sort: true,
      value: ({ projectName }) => projectName,
      cell: ({ projectId, projectName }) => (
        <GrantedLink
          to={PAGES[kind]}
          search={{ project: projectId }}
          className="text-brand-ink hover:underline"
        >
          {projectName}
        </GrantedLink>
      ),
    },
    { key: 'demoCode', title: '编号', width: 150, sort: true, hidden: true },
    { key: 'companyName', title: '申报单位', width: 180, sort: true },
    { key: 'recommendOrgName', title: '推荐单位', width: 180 },
    { key: 'provinceName', title: '省份', width: 110, hidden: true },
    { key: 'techTypeLabel', title: '技术路线', width: 110 },
    {
      key: 'waitingSince',
      title: '等待',
      width: 90,
      sort: true,
      value: ({ waitingSince }) => (waitingSince ? waitedText(waitingSince) : undefined),
    },
  ])

const columnsFor = (kind: OverviewKind, periods: readonly Period[], isAuthor: boolean) => [
  ...facts(kind),
  ...periods.map(
    (period, at): Column<OverviewRow> => ({
      key: periodKey(period),
      title: period.quarter === undefined ? `${period.year}年` : `${period.year}Q${period.quarter}`,
      width: 124,
      value: ({ cells }) => cells[at]?.stateLabel,
      cell: ({ projectId, projectName, cells }) => {
        const cell = cells[at]
        return cell && <ReportCell {...{ kind, projectId, projectName, cell, isAuthor }} />
      },
    }),
  ),
]

interface TableProps {
  kind: OverviewKind
  periods: readonly Period[]
}

/** The projects with the states of their reports. */
function OverviewTable({ kind, periods }: TableProps) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  // The role of the platform's operator has no right to lists of storage projects.
  const canExport = useCan(['esProject:export']) || isAmong(user, ['PLT'])
  const isAuthor = isAmong(user, ['ENT'])
  const canRemind = useCan([AUDIT_RIGHTS[kind]])
  const batch = useBatchFilter()
  const period = usePeriod(periods)
  const remindedOf = period ?? periods[0]
  const columns = useMemo(() => columnsFor(kind, periods, isAuthor), [kind, periods, isAuthor])
  const query = useMemo(() => overviewQueries.page(kind), [kind])
  return (
    <QueryTable
      id={`demo-overview-${kind.toLowerCase()}`}
      title={period ? `已公布项目（情况按 ${periodName(period)}）` : '已公布项目'}
      isPart
      query={query}
      fixed={{ ...batch, ...period }}
      columns={columns}
      filters={FILTERS}
      {...(canExport && { onExport: exportOverview(kind) })}
      {...(canRemind && {
        batch: (rows: readonly OverviewRow[], clear: () => void) => (
          <>
            <DecideButtons kind={kind} rows={rows} period={period} onDone={clear} />
            {remindedOf && (
              <RemindButton
                kind={kind}
                period={remindedOf}
                projectIds={rows.map(({ projectId }) => projectId)}
                onDone={clear}
              />
            )}
          </>
        ),
      })}
      actions={canRemind && remindedOf && <RemindButton kind={kind} period={remindedOf} />}
      rowId={({ projectId }) => projectId}
      rowLabel={({ projectName }) => projectName}
      counter="项"
      noun="项目"
      empty="没有已公布的试点示范项目"
    />
  )
}

/** Says that the period of the address is none of the table, where a reminder may lead to an older one. */
function OutsideNote({ periods }: { periods: readonly Period[] }) {
  if (!useIsOutside(periods)) return null
  return (
    <p role="status" className="text-ink-soft">
      表中只列最近 {periods.length} 期，不含所查的期间；请点项目名称，在该项目的页面选择期间查看。
    </p>
  )
}

/** All announced projects in the user's scope, with the state of each report of the last periods. */
export function ReportOverview({ kind }: { kind: OverviewKind }) {
  const batch = useBatchFilter()
  // The table stays while another batch is counted.
  const { data, error, refetch } = useQuery({
    ...overviewQueries.page(kind)({ size: 1, ...batch }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-semibold text-lg">{TITLES[kind]}</h1>
        <p className="mr-auto text-ink-soft text-s">
          {data && data.mine > 0 ? `待我办 ${data.mine} 份` : ''}
        </p>
        <BatchFilter />
        {data && <PeriodChoice periods={data.periods} />}
      </header>
      {data && <OutsideNote periods={data.periods} />}
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={10} />}
      {data && <OverviewTable kind={kind} periods={data.periods} />}
    </div>
  )
}

/** Leads from the report of one project to all projects, if there are more. */
export function BackToOverview({ kind, projects = 0 }: { kind: OverviewKind; projects: number | undefined }) {
  if (projects < 2) return null
  return (
    <GrantedLink to={PAGES[kind]} className="text-brand-ink text-s hover:underline">
      全部项目
    </GrantedLink>
  )
}

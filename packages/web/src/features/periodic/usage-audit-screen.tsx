import { useQuery } from '@tanstack/react-query'
import { deptKinds } from '@xinchu/contract/rights'
import type { DueItem, GeneralItem } from '@xinchu/sdk'
import { roundTo, usageDerived } from '@xinchu/validators'
import { useState } from 'react'
import { AuditLink } from '../../app/audit-link.tsx'
import { sessionQueries } from '../../app/session-queries.ts'
import { StartLink } from '../../app/start-link.tsx'
import { ProjectName } from '../../records/project-name.tsx'
import { RecordSteps } from '../../records/record-steps.tsx'
import { RemindButton } from '../../records/remind-button.tsx'
import { isDueStatus } from '../../records/report-status.ts'
import { WindowStatus } from '../../records/window-status.tsx'
import { FlowHistory } from '../../ui/record/flow-history.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { lastPeriod, PeriodPicker, periodName, usePeriod } from './period.tsx'
import { type DueQuery, periodicQueries } from './queries.ts'
import { ReportWarnings } from './report-warnings.tsx'
import { ReviewBar } from './review-bar.tsx'
import { SidePanel } from './side-panel.tsx'
import { UsageFigures } from './usage-figures.tsx'
import { facilityOf, type Period } from './usage-model.ts'
import { Indicators } from './usage-panel.tsx'
import { ProvinceFlag, StateTabs, useDueConditions, useShownStates, useStates } from './usage-states.tsx'
import { useItemNow } from './use-item-now.ts'
import { LimitButton } from './windows/limit-button.tsx'

const twoDecimals = (value: number | undefined) => (value === undefined ? undefined : roundTo(value, 2))

const columns = columnsOf<DueItem>([
  {
    key: 'projectName',
    title: '项目名称',
    width: 250,
    cell: ({ projectId, projectName = '' }) =>
      projectId ? <ProjectName id={projectId} projectName={projectName} /> : projectName,
  },
  { key: 'companyName', title: '项目单位', width: 200 },
  {
    key: 'status',
    title: '报送状态',
    width: 150,
    value: ({ item }) => item?.statusLabel ?? '未填报',
    cell: ({ item }) => <StatusTag label={item?.statusLabel ?? '未填报'} />,
  },
  {
    key: 'warnings',
    title: '提示',
    width: 80,
    value: ({ item }) => item?.warnings?.length ?? 0,
    cell: ({ item }) =>
      item?.warnings?.length ? (
        <span className="text-warning" title={item.warnings.join('\n')}>
          {item.warnings.length} 条
        </span>
      ) : (
        '—'
      ),
  },
  {
    key: 'charge',
    title: '充电量',
    unit: '万kWh',
    kind: 'number',
    value: ({ item }) => item?.usage?.chargeEnergy,
  },
  {
    key: 'discharge',
    title: '放电量',
    unit: '万kWh',
    kind: 'number',
    value: ({ item }) => item?.usage?.dischargeEnergy,
  },
  {
    key: 'hours',
    title: '等效利用小时',
    unit: 'h',
    kind: 'number',
    value: ({ item }) => twoDecimals(item?.derived?.equivalentUtilizationHours),
  },
  {
    key: 'efficiency',
    title: '转换效率',
    unit: '%',
    kind: 'number',
    value: ({ item }) => twoDecimals(item?.derived?.conversionEfficiency),
  },
  {
    key: 'availability',
    title: '可用系数',
    unit: '%',
    kind: 'number',
    value: ({ item }) => twoDecimals(item?.derived?.availabilityFactor),
  },
  { key: 'remindedOn', title: '最近催报', width: 120 },
  { key: 'ratedPower', title: '额定功率', unit: 'MW', kind: 'number', hidden: true },
  { key: 'ratedEnergy', title: '额定能量', unit: 'MWh', kind: 'number', hidden: true },
])

const filters: readonly Filter<Extract<keyof DueQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '项目或单位名称' },
  { kind: 'region', label: '地区' },
]

const query = (asked: DueQuery) => periodicQueries.due({ ...lastPeriod(), ...asked, itemType: 'USAGE' })

/** A report next to the list: findings, indicators, figures, history and actions. */
function UsageDetail({ due, opened, onClose }: { due: DueItem; opened: GeneralItem; onClose: () => void }) {
  const item = useItemNow(opened)
  const { derived = {} } = item
  const isReviewed = [opened, item].some(({ flow }) => flow.actions.length > 0)
  const before = due.previous && usageDerived({ ...due.previous }, facilityOf(due))
  return (
    <SidePanel
      title={`${due.projectName ?? ''}　${item.usage ? periodName(item.usage) : ''}`}
      onClose={onClose}
      footer={isReviewed && <ReviewBar items={[item]} onDone={onClose} />}
    >
      <RecordSteps entity="USAGE" id={item.id} history={item.flow.history} />
      <ReportWarnings entity="USAGE" item={item} />
      <section className="card p-4">
        <Indicators derived={derived} before={before} />
      </section>
      <UsageFigures due={due} item={item} />
      <FlowHistory history={item.flow.history} link={<AuditLink kind="USAGE" id={item.id} />} />
    </SidePanel>
  )
}

const GOVERNMENT: ReadonlySet<number> = new Set([deptKinds.province, deptKinds.city, deptKinds.county])

/** Offices that may send reminders and whose progress the province sees. */
const useIsGovernment = () => GOVERNMENT.has(Number(useQuery(sessionQueries.info).data?.user.deptId))

/** Header of the page: deadline, progress, reminder and quarter. */
function Head({ period, onPeriod }: { period: Period; onPeriod: (text: string) => void }) {
  const query = { ...period, fillType: 'QUARTER' as const }
  const conditions = useDueConditions()
  const { states = [], reporting } = useStates(period) ?? {}
  const count = states.reduce((sum, state) => sum + (isDueStatus(state.value) ? state.count : 0), 0)
  return (
    <>
      <WindowStatus query={query} />
      <LimitButton query={query} />
      {useIsGovernment() && (
        <RemindButton reminder={{ ...period, ...conditions }} count={count} reporting={reporting} />
      )}
      <PeriodPicker period={period} onPeriod={onPeriod} />
    </>
  )
}

/** Actions on selected stations: a reminder if none has reported, otherwise the actions their reports allow. */
function Chosen({ rows, period, onDone }: { rows: readonly DueItem[]; period: Period; onDone: () => void }) {
  const isGovernment = useIsGovernment()
  if (isGovernment && rows.every(({ item }) => isDueStatus(item?.status))) {
    const projectIds = rows.flatMap(({ projectId }) => projectId ?? [])
    return <RemindButton reminder={{ ...period, projectIds }} count={rows.length} onDone={onDone} />
  }
  const items = rows.flatMap(({ item }) => item ?? [])
  return <ReviewBar items={items.length === rows.length ? items : []} onDone={onDone} />
}

/** 季度报送审核: all stations in the office's scope that have to report. */
export function UsageAuditScreen() {
  const [period, choose] = usePeriod()
  const [shown, setShown] = useState<DueItem>()
  const states = useShownStates()
  return (
    <>
      <QueryTable
        id="usage-audit"
        title="季度报送审核"
        query={query}
        fixed={{ ...period, ...(states ? { status: states } : {}) }}
        columns={columns}
        filters={filters}
        rowId={({ projectId = 0 }) => projectId}
        noun="项目"
        empty="本期没有应报的项目，已投运的项目入库后才需要报送"
        emptyAction={<StartLink to="/esproject/query/index">查看全部项目</StartLink>}
        actions={<Head period={period} onPeriod={choose} />}
        above={
          <>
            <ProvinceFlag period={period} />
            <StateTabs period={period} />
          </>
        }
        rowActions={(due) =>
          due.item && (
            <button
              type="button"
              className="text-brand-ink text-s hover:underline"
              onClick={() => setShown(due)}
            >
              查看
            </button>
          )
        }
        actionsWidth={72}
        batch={(rows, clear) => <Chosen rows={rows} period={period} onDone={clear} />}
      />
      {shown?.item && <UsageDetail due={shown} opened={shown.item} onClose={() => setShown(undefined)} />}
    </>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import type { DemoProjectRow } from '@xinchu/sdk'
import { GrantedLink } from '../../app/granted-link.tsx'
import { sessionQueries } from '../../app/session-queries.ts'
import { useCan } from '../../app/use-can.ts'
import { figure } from '../../lib/figures.ts'
import { BatchFilter, useBatchFilter } from '../../records/batch-filter.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { exportPilots, type PilotListQuery, pilotQueries } from './queries.ts'

const FILTERS: readonly Filter<Extract<keyof PilotListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '项目名称、编号或单位' },
  { kind: 'dicts', name: 'status', label: '状态', dict: 'demo_status' },
  { kind: 'region', label: '地区' },
  { kind: 'text', name: 'recommender', label: '推荐单位', placeholder: '单位名称' },
  { kind: 'dicts', name: 'techType', label: '技术路线', dict: 'tech_type' },
]

const columns = columnsOf<DemoProjectRow>([
  {
    key: 'projectName',
    title: '示范项目名称',
    width: 260,
    grows: true,
    sort: true,
    value: ({ projectName }) => projectName,
    cell: ({ id, projectName }) => (
      <GrantedLink
        to="/demonstration/detail/$id"
        params={{ id: String(id) }}
        className="text-brand-ink hover:underline"
      >
        {projectName}
      </GrantedLink>
    ),
  },
  { key: 'demoCode', title: '编号', width: 150 },
  {
    key: 'batch',
    title: '批次',
    width: 120,
    value: ({ batchYear, batchNo }) => `${batchYear}年第${batchNo}批`,
  },
  {
    key: 'statusLabel',
    title: '状态',
    width: 150,
    value: ({ statusLabel }) => statusLabel,
    cell: ({ statusLabel }) => <StatusTag label={statusLabel} />,
  },
  { key: 'companyName', title: '申报单位', width: 180 },
  { key: 'recommendOrgName', title: '推荐单位', width: 180 },
  { key: 'provinceName', title: '省份', width: 110 },
  { key: 'techTypeLabel', title: '技术路线', width: 110 },
  {
    key: 'ratedPower',
    title: '额定功率',
    unit: 'MW',
    kind: 'number',
    width: 110,
    sort: true,
    value: ({ ratedPower }) => figure(ratedPower),
  },
  {
    key: 'ratedEnergy',
    title: '额定能量',
    unit: 'MWh',
    kind: 'number',
    width: 120,
    sort: true,
    value: ({ ratedEnergy }) => figure(ratedEnergy),
  },
  { key: 'announceNo', title: '公布文号', width: 180, hidden: true },
  { key: 'announceDate', title: '公布日期', width: 110, hidden: true },
])

/** 示范项目查询: the submitted demonstration projects in the user's scope. */
export function PilotQueryScreen() {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  // The role of the platform's operator has no right to lists of storage projects.
  const canExport = useCan(['esProject:export']) || isAmong(user, ['PLT'])
  const batch = useBatchFilter()
  return (
    <QueryTable
      id="demo-query"
      title="示范项目查询"
      query={pilotQueries.list}
      fixed={{ ...batch }}
      columns={columns}
      filters={FILTERS}
      {...(canExport && { onExport: exportPilots })}
      actions={<BatchFilter />}
      rowId={({ id }) => id}
      rowLabel={({ projectName }) => projectName}
      counter="项"
      noun="项目"
      empty="还没有提交的示范项目"
    />
  )
}

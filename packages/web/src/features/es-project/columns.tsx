import type { ProjectRow } from '@xinchu/sdk'
import { CountryStatus } from '@xinchu/sdk/codes'
import { ProjectName } from '../../app/project-name.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import type { ProjectListQuery } from './queries.ts'

const placeOf = ({ provinceName, cityName, countyName }: ProjectRow) =>
  [provinceName, cityName, countyName].filter(Boolean).join(' ')

/** State of a project: the nation's once it is beyond the province. */
const statusOf = ({ countryStatus, countryStatusLabel, declareStatusLabel }: ProjectRow) =>
  countryStatus === CountryStatus.none ? declareStatusLabel : countryStatusLabel

export const projectColumns = columnsOf<ProjectRow>([
  {
    key: 'projectName',
    title: '项目名称',
    sort: true,
    width: 300,
    cell: ProjectName,
  },
  {
    key: 'buildStatusLabel',
    title: '建设状态',
    width: 96,
    cell: ({ buildStatusLabel }) => (buildStatusLabel ? <StatusTag label={buildStatusLabel} /> : '—'),
  },
  {
    key: 'status',
    title: '申报状态',
    width: 170,
    value: statusOf,
    cell: (row) => <StatusTag label={statusOf(row) ?? ''} />,
  },
  { key: 'place', title: '建设地点', value: placeOf, width: 200 },
  { key: 'companyName', title: '项目单位', width: 190 },
  { key: 'techTypeLabel', title: '技术路线', width: 130 },
  { key: 'appSubScenarioLabel', title: '应用场景', width: 130 },
  { key: 'ratedPower', title: '额定功率', unit: 'MW', kind: 'number', sort: true },
  { key: 'ratedEnergy', title: '额定能量', unit: 'MWh', kind: 'number', sort: true },
  { key: 'durationHours', title: '储能时长', unit: 'h', kind: 'number', hidden: true },
  { key: 'commissionDate', title: '投运日期', sort: true, width: 120 },
  { key: 'ownerGroupName', title: '投资主体（集团）', hidden: true, width: 200 },
  { key: 'projectCode', title: '平台项目编号', hidden: true, width: 170 },
  { key: 'updateTime', title: '更新时间', sort: true, hidden: true, width: 170 },
])

type ProjectFilter = Filter<Extract<keyof ProjectListQuery, string>>

export const projectFilters: readonly ProjectFilter[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '项目名称、单位或编号' },
  { kind: 'region', label: '建设地点' },
  { kind: 'dicts', name: 'techType', label: '技术路线', dict: 'tech_type' },
  { kind: 'dicts', name: 'buildStatus', label: '建设状态', dict: 'build_status' },
  { kind: 'dicts', name: 'appSubScenario', label: '应用场景', dict: 'app_sub_scenario' },
  { kind: 'dicts', name: 'declareStatus', label: '申报状态', dict: 'declare_status' },
  { kind: 'dicts', name: 'countryStatus', label: '国家审核状态', dict: 'country_status' },
  { kind: 'flag', name: 'todo', label: '待本单位办理' },
  { kind: 'owner', name: 'ownerGroupId', label: '投资主体（集团）' },
  { kind: 'numbers', names: ['powerMin', 'powerMax'], label: '额定功率', unit: 'MW' },
  { kind: 'numbers', names: ['energyMin', 'energyMax'], label: '额定能量', unit: 'MWh' },
  { kind: 'dates', names: ['commissionFrom', 'commissionTo'], label: '投运日期' },
]

/** Without the filter for waiting projects, for lists that show only those. */
export const todoFilters: readonly ProjectFilter[] = projectFilters.filter(({ kind }) => kind !== 'flag')

import type { ProjectRow } from '@xinchu/sdk'
import { momentOf } from '../../lib/moment.ts'
import { ProjectName } from '../../records/project-name.tsx'
import { isReturned, stateLabel } from '../../records/returned-states.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type Column, columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import type { CountQuery } from './queries.ts'

const placeOf = ({ provinceName, cityName, countyName }: ProjectRow) =>
  [provinceName, cityName, countyName].filter(Boolean).join(' ')

/** Counts of remarks that wait for an answer or for being closed. */
const remarksOf = ({ remarkCount = 0, answeredCount = 0 }: ProjectRow) => {
  if (remarkCount === 0) return undefined
  return answeredCount > 0 ? `已答复 ${answeredCount}/${remarkCount}` : `${remarkCount} 处`
}

/** State of a project, with the number of remarks of a returned one. The tooltip says since when. */
function State({ row }: { row: ProjectRow }) {
  // The remark in brackets is in the tooltip.
  const label = stateLabel(row)?.replace(/（.*）$/, '') ?? ''
  const { remarkCount = 0, waitingSince } = row
  if (!isReturned(row) || remarkCount === 0) return <StatusTag label={label} />
  const since = waitingSince ? `${momentOf(waitingSince)} 退回，` : ''
  return (
    <span title={`${since}意见 ${remarkCount} 处`}>
      <StatusTag label={`${label} · ${remarkCount} 处`} />
    </span>
  )
}

function Remarks({ row }: { row: ProjectRow }) {
  const text = remarksOf(row)
  if (!text) return '—'
  const look = (row.answeredCount ?? 0) > 0 ? 'bg-success-soft text-success' : 'bg-sunken text-ink-soft'
  return (
    <span className={`inline-block whitespace-nowrap rounded px-1.5 text-xs leading-5 ${look}`}>{text}</span>
  )
}

const SUSPECTED = 70

/** Best score of an undecided pair. */
function Repeat({ score }: { score: number | undefined }) {
  if (score === undefined) return '—'
  const look = score >= SUSPECTED ? 'bg-danger-soft text-danger' : 'bg-sunken text-ink-soft'
  return (
    <span className={`inline-block whitespace-nowrap rounded px-1.5 text-xs leading-5 ${look}`}>
      {score >= SUSPECTED ? '疑似' : '相似'} {Math.min(score, 100)}
    </span>
  )
}

const waiting = (days: number | undefined) => {
  if (days === undefined) return undefined
  return days === 0 ? '今天' : `${days} 天`
}

/** Columns of any project list, by their keys. Together with those hidden they fit 1,138 px. */
const shared = {
  name: { key: 'projectName', title: '项目名称', sort: true, width: 240, grows: true, cell: ProjectName },
  power: { key: 'ratedPower', title: '功率', unit: 'MW', kind: 'number', sort: true, width: 88 },
  energy: { key: 'ratedEnergy', title: '能量', unit: 'MWh', kind: 'number', sort: true, width: 96 },
  status: {
    key: 'status',
    title: '申报状态',
    width: 130,
    value: stateLabel,
    cell: (row) => <State row={row} />,
  },
  waiting: {
    key: 'waitingDays',
    title: '等待',
    kind: 'number',
    sort: true,
    width: 78,
    value: ({ waitingDays }) => waiting(waitingDays),
  },
  repeat: {
    key: 'repeatScore',
    title: '重复',
    width: 82,
    value: ({ repeatScore }) => repeatScore,
    cell: ({ repeatScore }) => <Repeat score={repeatScore} />,
  },
  warning: {
    key: 'warningCount',
    title: '警告',
    width: 60,
    value: ({ warningCount }) => warningCount || undefined,
    cell: ({ warningCount = 0 }) =>
      warningCount > 0 ? <span className="text-warning">{warningCount}</span> : '—',
  },
  remark: {
    key: 'remarkCount',
    title: '意见',
    width: 94,
    value: remarksOf,
    cell: (row) => <Remarks row={row} />,
  },
  county: { key: 'countyName', title: '县（区）', width: 86 },
  company: { key: 'companyName', title: '项目单位', width: 136 },
  commission: { key: 'commissionDate', title: '投运日期', sort: true, width: 110 },
  update: {
    key: 'updateTime',
    title: '更新时间',
    sort: true,
    width: 110,
    value: ({ updateTime }) => updateTime?.slice(0, 10),
  },
} as const satisfies Readonly<Record<string, Column<ProjectRow>>>

const decisive = [
  shared.name,
  shared.power,
  shared.energy,
  shared.status,
  shared.waiting,
  shared.repeat,
  shared.warning,
  shared.remark,
]

const further: readonly Column<ProjectRow>[] = [
  {
    key: 'buildStatusLabel',
    title: '建设状态',
    width: 96,
    hidden: true,
    cell: ({ buildStatusLabel }) => (buildStatusLabel ? <StatusTag label={buildStatusLabel} /> : '—'),
  },
  { key: 'place', title: '建设地点', value: placeOf, hidden: true, width: 200 },
  { key: 'techTypeLabel', title: '技术路线', hidden: true, width: 130 },
  { key: 'appSubScenarioLabel', title: '应用场景', hidden: true, width: 130 },
  { key: 'durationHours', title: '储能时长', unit: 'h', kind: 'number', hidden: true },
  { key: 'ownerGroupName', title: '投资主体（集团）', hidden: true, width: 200 },
  { key: 'projectCode', title: '平台项目编号', hidden: true, width: 170 },
]
const hidden = (column: Column<ProjectRow>): Column<ProjectRow> => ({ ...column, hidden: true })

/** Columns by which offices decide. */
export const projectColumns = columnsOf<ProjectRow>([
  ...decisive,
  shared.county,
  shared.company,
  ...further,
  hidden(shared.commission),
  hidden(shared.update),
])

/** Columns for an enterprise, whose projects are all of one company and mostly of one place. */
export const ownColumns = columnsOf<ProjectRow>([
  ...decisive,
  shared.commission,
  shared.update,
  ...further,
  hidden(shared.county),
  hidden(shared.company),
])

type ProjectFilter = Filter<Extract<keyof CountQuery, string>>

export const projectFilters: readonly ProjectFilter[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '项目名称、单位或编号' },
  { kind: 'region', label: '建设地点' },
  { kind: 'dicts', name: 'techType', label: '技术路线', dict: 'tech_type' },
  { kind: 'dicts', name: 'techSubType', label: '细分技术', dict: 'tech_sub_type' },
  { kind: 'dicts', name: 'buildStatus', label: '建设状态', dict: 'build_status' },
  { kind: 'dicts', name: 'appSubScenario', label: '应用场景', dict: 'app_sub_scenario' },
  { kind: 'dicts', name: 'declareStatus', label: '申报状态', dict: 'declare_status' },
  { kind: 'dicts', name: 'countryStatus', label: '国家审核状态', dict: 'country_status' },
  { kind: 'flag', name: 'todo', label: '待本单位办理' },
  { kind: 'flag', name: 'suspected', label: '疑似重复', isChip: true },
  { kind: 'flag', name: 'warned', label: '有警告', isChip: true },
  { kind: 'flag', name: 'remarked', label: '有意见', isChip: true },
  { kind: 'dict', name: 'repeatFlag', label: '查重标识', dict: 'repeat_flag' },
  { kind: 'owner', name: 'ownerGroupId', label: '投资主体（集团）' },
  { kind: 'numbers', names: ['powerMin', 'powerMax'], label: '额定功率', unit: 'MW' },
  { kind: 'numbers', names: ['energyMin', 'energyMax'], label: '额定能量', unit: 'MWh' },
  { kind: 'dates', names: ['commissionFrom', 'commissionTo'], label: '投运日期' },
]

/** Without the filter for waiting projects, for lists that show only those. */
export const todoFilters: readonly ProjectFilter[] = projectFilters.filter(
  (filter) => !('name' in filter && filter.name === 'todo'),
)

import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import type { ProjectRow } from '@xinchu/sdk'
import { momentOf } from '../../lib/moment.ts'
import { presetOf, projectPlace, projectColumns as shared } from '../../records/project-columns.tsx'
import { placeReader, type Reader } from '../../records/reader.ts'
import { isReturned, stateLabel } from '../../records/returned-states.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import type { Column } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { Marks, markWords } from './marks.tsx'
import type { CountQuery } from './queries.ts'

/** How long a project is in its state. One that nobody has to act on has no such time. */
function waitWords(row: ProjectRow): string | undefined {
  const { waitingDays: days, declareStatus, countryStatus } = row
  if (days === undefined) return undefined
  if (isReturned(row)) return days === 0 ? '今天退回' : `退回 ${days} 天`
  const isToSend = declareStatus === DeclareStatus.passed && countryStatus === CountryStatus.none
  if (isToSend) return days === 0 ? '今天待上报' : `待上报 ${days} 天`
  return days === 0 ? '今天收到' : `已等 ${days} 天`
}

/** State of a project, and since when it is in it. */
function State({ row }: { row: ProjectRow }) {
  // The remark in brackets is in the tooltip.
  const label = stateLabel(row)?.replace(/（.*）$/, '') ?? ''
  const wait = waitWords(row)
  const { waitingSince } = row
  return (
    <span title={waitingSince && `${momentOf(waitingSince)} 起`}>
      <StatusTag label={label} />
      {wait && <span className="block text-ink-faint text-xs leading-[17px]">{wait}</span>}
    </span>
  )
}

/** All columns of a list of projects, in their one order. */
const columnsFor = (reader: Reader): readonly Column<ProjectRow>[] => [
  shared.name,
  shared.province,
  shared.power,
  shared.energy,
  projectPlace(placeReader(reader)),
  shared.company,
  shared.technology,
  {
    key: 'buildStatusLabel',
    title: '建设状态',
    width: 92,
    cell: ({ buildStatusLabel }) => (buildStatusLabel ? <StatusTag label={buildStatusLabel} /> : '—'),
  },
  shared.commission,
  {
    key: 'waitingDays',
    title: '等待',
    sort: true,
    width: 104,
    value: waitWords,
  },
  {
    key: 'status',
    title: '申报状态',
    width: 116,
    tight: 112,
    value: (row) => [stateLabel(row), waitWords(row)].filter(Boolean).join('，'),
    cell: (row) => <State row={row} />,
  },
  {
    key: 'marks',
    title: '提示',
    kind: 'chips',
    width: 112,
    value: (row) => markWords(row, reader === 'enterprise'),
    cell: (row) => <Marks row={row} isOwn={reader === 'enterprise'} />,
  },
  {
    key: 'updateTime',
    title: '更新时间',
    sort: true,
    width: 108,
    value: ({ updateTime }) => updateTime && momentOf(updateTime),
  },
  shared.duration,
  shared.owner,
  shared.code,
]

type Ranks = Readonly<Record<string, 1 | 2 | 3 | 4>>

const ALWAYS: Ranks = { projectName: 1, ratedPower: 1, ratedEnergy: 1, marks: 1 }
const REVIEW: Ranks = { ...ALWAYS, waitingDays: 1 }
const QUERY: Ranks = { ...ALWAYS, status: 1, commissionDate: 4 }

/** What each reader sees of the projects that he reviews, and of all that he may see. */
const RANKS: Readonly<Record<Reader, { review: Ranks; query: Ranks }>> = {
  enterprise: {
    review: REVIEW,
    query: { ...QUERY, techTypeLabel: 3, buildStatusLabel: 4, updateTime: 4 },
  },
  county: {
    review: { ...REVIEW, companyName: 3, techTypeLabel: 3 },
    query: { ...QUERY, companyName: 3, techTypeLabel: 3 },
  },
  city: {
    review: { ...REVIEW, place: 2, companyName: 3 },
    query: { ...QUERY, place: 2, companyName: 3, techTypeLabel: 3 },
  },
  province: {
    review: { ...REVIEW, place: 2, companyName: 3 },
    query: { ...QUERY, place: 2, companyName: 3, techTypeLabel: 3 },
  },
  nation: {
    review: { ...REVIEW, provinceName: 2, place: 3, techTypeLabel: 3 },
    query: { ...QUERY, provinceName: 2, place: 3, techTypeLabel: 3 },
  },
  group: {
    review: REVIEW,
    query: { ...QUERY, provinceName: 2, place: 3, companyName: 3 },
  },
}

export type ProjectListKind = 'review' | 'query'

const presets = new Map<string, readonly Column<ProjectRow>[]>()

/** The columns of a list of projects for a reader, the same for each call. */
export function projectPreset(reader: Reader, kind: ProjectListKind): readonly Column<ProjectRow>[] {
  const name = `${reader} ${kind}`
  const known = presets.get(name) ?? presetOf(columnsFor(reader), RANKS[reader][kind])
  presets.set(name, known)
  return known
}

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

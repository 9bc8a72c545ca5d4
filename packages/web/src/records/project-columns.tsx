import type { ProjectRow } from '@xinchu/sdk'
import { fullPlace, type PlaceReader, placeOf, shortProvince } from '../lib/place.ts'
import type { Column } from '../ui/table/column.ts'
import { TwoLines } from '../ui/table/two-lines.tsx'
import { ProjectName } from './project-name.tsx'

const placeColumn = (reader: PlaceReader): Column<ProjectRow> => ({
  key: 'place',
  title: reader === 'city' ? '县（区）' : '市、县',
  width: 116,
  tight: 96,
  value: fullPlace,
  cell: (row) => {
    const { name, within } = placeOf(row, reader)
    return <TwoLines first={name} second={within} />
  },
})

const technologyOf = ({ techTypeLabel, appSubScenarioLabel }: ProjectRow) =>
  [techTypeLabel, appSubScenarioLabel].filter((label) => label !== undefined).join('，')

/** Columns that lists of projects share, by their keys. */
export const projectColumns = {
  name: { key: 'projectName', title: '项目名称', kind: 'name', sort: true, rank: 1, cell: ProjectName },
  province: {
    key: 'provinceName',
    title: '省',
    width: 64,
    value: ({ provinceName }) => provinceName,
    cell: ({ provinceName }) => (provinceName ? shortProvince(provinceName) : '—'),
  },
  power: {
    key: 'ratedPower',
    title: '功率',
    unit: 'MW',
    kind: 'number',
    sort: true,
    width: 94,
    tight: 82,
    rank: 1,
  },
  energy: {
    key: 'ratedEnergy',
    title: '能量',
    unit: 'MWh',
    kind: 'number',
    sort: true,
    width: 102,
    tight: 92,
    rank: 1,
  },
  company: {
    key: 'companyName',
    title: '项目单位',
    width: 176,
    cell: ({ companyName }) => (
      <span className="line-clamp-2 whitespace-normal leading-[18px]">{companyName ?? '—'}</span>
    ),
  },
  technology: {
    key: 'techTypeLabel',
    title: '技术、场景',
    width: 116,
    value: technologyOf,
    cell: ({ techTypeLabel, appSubScenarioLabel }) => (
      <TwoLines first={techTypeLabel} second={appSubScenarioLabel} />
    ),
  },
  commission: { key: 'commissionDate', title: '投运日期', sort: true, width: 104 },
  duration: { key: 'durationHours', title: '时长', unit: 'h', kind: 'number', isPublished: true, width: 76 },
  owner: { key: 'ownerGroupName', title: '投资主体（集团）', width: 200 },
  code: { key: 'projectCode', title: '平台项目编号', width: 170 },
} as const satisfies Readonly<Record<string, Column<ProjectRow>>>

const PLACES: Readonly<Record<PlaceReader, Column<ProjectRow>>> = {
  nation: placeColumn('nation'),
  province: placeColumn('province'),
  city: placeColumn('city'),
}

/** The place of a project, for a reader who knows his own city or province. */
export const projectPlace = (reader: PlaceReader): Column<ProjectRow> => PLACES[reader]

/** Columns of a preset by their rank. Those without a rank are not shown at first. */
export const presetOf = (
  columns: readonly Column<ProjectRow>[],
  ranks: Readonly<Record<string, Column<ProjectRow>['rank']>>,
): readonly Column<ProjectRow>[] =>
  columns.map(({ rank: _rank, ...column }) => {
    const rank = ranks[column.key]
    return rank ? { ...column, rank } : { ...column, rank: 4, hidden: true }
  })

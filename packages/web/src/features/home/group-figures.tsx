import { useQuery } from '@tanstack/react-query'
import type { ScaleLayoutRow } from '@xinchu/sdk'
import { GrantedLink } from '../../app/granted-link.tsx'
import { FigureStrip } from '../../ui/figure-strip.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'
import { homeQueries } from './queries.ts'

const columns = columnsOf<ScaleLayoutRow>([
  {
    key: 'label',
    title: '地区',
    width: 180,
    cell: ({ key = '', label = '' }) => (
      <GrantedLink
        to="/esproject/query/index"
        search={{ provinceCode: key }}
        className="text-brand-ink hover:underline"
      >
        {label}
      </GrantedLink>
    ),
  },
  { key: 'projectCount', title: '在运项目', unit: '个', kind: 'number', isPublished: true },
  { key: 'ratedPower', title: '功率', unit: 'MW', kind: 'number', isPublished: true },
  { key: 'ratedEnergy', title: '能量', unit: 'MWh', kind: 'number', isPublished: true },
  { key: 'avgDuration', title: '平均时长', unit: 'h', kind: 'number', isPublished: true },
  { key: 'powerShare', title: '功率占比', unit: '%', kind: 'number', isPublished: true },
])

/** Capacity and use of a group's stations. */
export function GroupFigures() {
  const { data: [scale] = [] } = useQuery(homeQueries.scale())
  const { data: usage } = useQuery(homeQueries.usageRate())
  return (
    <FigureStrip
      figures={[
        { caption: '在运项目', value: scale?.projectCount, unit: '个' },
        { caption: '累计功率', value: scale?.ratedPower, unit: 'MW' },
        { caption: '累计能量', value: scale?.ratedEnergy, unit: 'MWh' },
        { caption: '平均时长', value: scale?.avgDuration, unit: 'h' },
        { caption: '上季度报送率', value: usage?.reportRate, unit: '%' },
        { caption: '上季度等效利用小时', value: usage?.equivalentUtilizationHours, unit: 'h' },
      ]}
    />
  )
}

/** A group's stations by province, linked to their projects. */
export function GroupRegions() {
  const { data, error, refetch, isFetching } = useQuery(homeQueries.scaleByRegion())
  return (
    <LocalTable
      id="group-regions"
      title="在运项目分布"
      columns={columns}
      rows={data}
      rowId={({ key = '' }) => key}
      sort="ratedPower,desc"
      isFetching={isFetching}
      error={error}
      onRetry={() => void refetch()}
      empty="没有在运项目"
    />
  )
}

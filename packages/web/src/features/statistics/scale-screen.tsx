import { useQuery } from '@tanstack/react-query'
import type { ScaleLayoutRow } from '@xinchu/sdk'
import { useMemo } from 'react'
import { Failed } from '../../ui/states.tsx'
import { Chart } from './chart.tsx'
import { ChartCard } from './chart-card.tsx'
import { FigureStrip } from './figure-strip.tsx'
import { MapCard } from './map-card.tsx'
import { barsOption, trendOption } from './options.ts'
import { PlaceList } from './place-list.tsx'
import { statisticsQueries } from './queries.ts'
import { ScaleFilters } from './scale-filters.tsx'
import { type ScaleFilter, type ScaleLevel, useScale } from './use-scale.ts'

const HEIGHT = 230
const YEARS = 8

function Totals({ row }: { row: ScaleLayoutRow | undefined }) {
  return (
    <FigureStrip
      figures={[
        { caption: '在运项目', value: row?.projectCount, unit: '个' },
        { caption: '累计功率', value: row?.ratedPower, unit: 'MW' },
        { caption: '累计能量', value: row?.ratedEnergy, unit: 'MWh' },
        { caption: '平均时长', value: row?.avgDuration, unit: 'h' },
        { caption: '当年新增功率', value: row?.addPower, unit: 'MW' },
        { caption: '较上年末增长', value: row?.yoyPower, unit: '%' },
      ]}
    />
  )
}

function Trend({ filter }: { filter: ScaleFilter }) {
  const { data } = useQuery(statisticsQueries.scale({ ...filter, groupBy: ['year'] }))
  const rows = useMemo(() => data?.slice(-YEARS), [data])
  const option = useMemo(() => trendOption(rows ?? []), [rows])
  return (
    <ChartCard title="历年规模" group="年度" rows={rows}>
      <Chart option={option} label="历年新增与累计功率，数据见表格" height={HEIGHT} />
    </ChartCard>
  )
}

interface SharesProps {
  title: string
  group: string
  by: 'statTechGroup' | 'durationBand' | 'appScenario'
  filter: ScaleFilter
}

function Shares({ title, group, by, filter }: SharesProps) {
  const { data } = useQuery(statisticsQueries.scale({ ...filter, groupBy: [by] }))
  const option = useMemo(() => barsOption(data ?? []), [data])
  return (
    <ChartCard title={title} group={group} rows={data}>
      <Chart option={option} label={`${title}，数据见表格`} height={HEIGHT} />
    </ChartCard>
  )
}

function Scale({ title, level }: { title: string; level: ScaleLevel }) {
  const state = useScale(level)
  const { filter, set } = state
  const { data: totals, error, refetch } = useQuery(statisticsQueries.scale(filter))
  const { data: places } = useQuery(statisticsQueries.scale({ ...filter, groupBy: ['region'] }))
  const open = (code: string) => set(filter.provinceCode ? 'cityCode' : 'provinceCode', code)
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ScaleFilters title={title} state={state} />
      <Totals row={totals?.[0]} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <MapCard rows={places} filter={filter} onPlace={open} />
        <PlaceList rows={places} onPlace={filter.cityCode ? undefined : open} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        <Trend filter={filter} />
        <Shares title="技术路线占比" group="技术路线" by="statTechGroup" filter={filter} />
        <Shares title="储能时长占比" group="时长" by="durationBand" filter={filter} />
        <Shares title="应用场景占比" group="应用场景" by="appScenario" filter={filter} />
      </div>
    </div>
  )
}

/** 国家规模布局统计: what is in operation in the caller's reach, where, since when and of what kind. */
export const ScaleScreen = () => <Scale title="规模布局统计" level="nation" />

/** 区域规模布局统计: the provinces of a region. */
export const RegionScaleScreen = () => <Scale title="区域规模布局统计" level="region" />

/** 省级规模布局统计: one province with its cities and counties. */
export const ProvinceScaleScreen = () => <Scale title="省级规模布局统计" level="province" />

import { useQuery } from '@tanstack/react-query'
import type { ScaleLayoutRow } from '@xinchu/sdk'
import { useMemo } from 'react'
import { quantity } from '../../lib/quantity.ts'
import { FigureStrip } from '../../ui/figure-strip.tsx'
import { Failed } from '../../ui/states.tsx'
import { Chart, type ChartOption } from './chart.tsx'
import { ChartCard } from './chart-card.tsx'
import { corpsNote } from './corps-note.ts'
import { scaleColumns, yearColumns } from './figure-columns.ts'
import { MapCard } from './map-card.tsx'
import { PlaceList } from './place-list.tsx'
import { statisticsQueries } from './queries.ts'
import { ScaleFilters } from './scale-filters.tsx'
import { sharesOf } from './share-bars.ts'
import { rowsIn, type Unit } from './units.ts'
import { type AreaLevel, OUTSIDE } from './use-area.ts'
import { type ScaleFilter, useScale } from './use-scale.ts'

const HEIGHT = 230
const LOW = 190
const YEARS = 8

type GroupBy = NonNullable<Parameters<typeof statisticsQueries.scale>[0]['groupBy']>

/** Rows of scale in the chosen unit, with the loading state for a card. */
function useRows(filter: ScaleFilter, unit: Unit, groupBy: GroupBy) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    statisticsQueries.scale({ ...filter, groupBy }),
  )
  const rows = useMemo(() => data && rowsIn(data, unit), [data, unit])
  return { rows, error, isStale: isPlaceholderData, onRetry: () => void refetch() }
}

function Totals({ row, unit }: { row: ScaleLayoutRow | undefined; unit: Unit }) {
  const year = row?.year ? `${row.year}年` : '当年'
  return (
    <FigureStrip
      figures={[
        { caption: '在运项目', value: row?.projectCount, unit: '个' },
        { caption: '累计功率', value: row?.ratedPower, unit: unit.power },
        { caption: '累计能量', value: row?.ratedEnergy, unit: unit.energy },
        { caption: '平均时长', value: row?.avgDuration, unit: 'h' },
        { caption: `${year}新增功率`, value: row?.addPower, unit: unit.power },
        { caption: '较上年末增长', value: row?.yoyPower, unit: '%' },
      ]}
    />
  )
}

interface PartProps {
  filter: ScaleFilter
  unit: Unit
}

function Trend({ filter, unit }: PartProps) {
  const { rows: all, ...states } = useRows(filter, unit, ['year'])
  const rows = useMemo(() => all?.slice(-YEARS), [all])
  const option: ChartOption = useMemo(
    () => (palette, library) => library.trendOption(rows ?? [], unit.power)(palette),
    [rows, unit],
  )
  return (
    <ChartCard
      title="历年规模"
      group="年度"
      rows={rows}
      nameOf={({ label = '' }) => label}
      columns={yearColumns(unit)}
      height={HEIGHT}
      {...states}
    >
      <Chart option={option} label="历年新增与累计功率，数据见表格" height={HEIGHT} />
    </ChartCard>
  )
}

interface SharesProps extends PartProps {
  title: string
  group: string
  by: 'statTechGroup' | 'durationBand' | 'appScenario' | 'scaleBand' | 'regionGroup'
  height?: number
}

function Shares({ title, group, by, filter, unit, height = LOW }: SharesProps) {
  const { rows, ...states } = useRows(filter, unit, [by])
  const option: ChartOption = useMemo(
    () => (palette, library) => library.barsOption(sharesOf(rows ?? []), unit.power)(palette),
    [rows, unit],
  )
  return (
    <ChartCard
      title={title}
      group={group}
      rows={rows}
      nameOf={({ label = '' }) => label}
      columns={scaleColumns(unit)}
      height={height}
      {...states}
    >
      <Chart option={option} label={`${title}，数据见表格`} height={height} />
    </ChartCard>
  )
}

function Scale({ level }: { level: AreaLevel }) {
  const state = useScale(level)
  const { filter, unit, area } = state
  const totals = useRows(filter, unit, [])
  const places = useRows(filter, unit, ['region'])
  const nothing = filter.source === 'warehouse' ? '没有符合条件的入库数据' : '没有符合条件的项目'
  const empty = area.isOutside ? OUTSIDE : nothing
  const total = totals.rows?.[0]?.ratedPower
  const ranked = places.rows?.map((row) => ({
    code: row.key ?? '',
    name: row.label ?? '',
    value: row.ratedPower,
    figure: quantity(row.ratedPower, unit.power, total),
    text: `${quantity(row.powerShare, '%')}%`,
  }))
  const part = { filter, unit }
  const isWhole = level === 'nation' && area.path.length === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ScaleFilters state={state} />
      {totals.error ? (
        <Failed error={totals.error} onRetry={totals.onRetry} />
      ) : (
        <Totals row={totals.rows?.[0]} unit={unit} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <MapCard {...places} {...part} area={area} empty={empty} />
          {isWhole && <Shares title="区域占比" group="区域" by="regionGroup" {...part} />}
        </div>
        <PlaceList
          by={`${unit.power} ／ 占比`}
          rows={ranked}
          onPlace={area.open}
          empty={empty}
          note={`占比因四舍五入，合计可能不等于 100%。${corpsNote(places.rows, unit.power) ?? ''}${filter.source === 'warehouse' ? '各期按现行区划归并。' : ''}`}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        <Trend {...part} />
        <Shares title="技术路线占比" group="技术路线" by="statTechGroup" height={HEIGHT} {...part} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Shares title="应用场景占比" group="应用场景" by="appScenario" {...part} />
        <Shares title="储能时长占比" group="时长" by="durationBand" {...part} />
        <Shares title="单站规模占比" group="规模" by="scaleBand" {...part} />
      </div>
    </div>
  )
}

/** 国家规模布局统计: operating capacity in the caller's scope by place, year and kind. */
export const ScaleScreen = () => <Scale level="nation" />

/** 区域规模布局统计: the provinces of a region. */
export const RegionScaleScreen = () => <Scale level="region" />

/** 省级规模布局统计: one province with its cities and counties. */
export const ProvinceScaleScreen = () => <Scale level="province" />

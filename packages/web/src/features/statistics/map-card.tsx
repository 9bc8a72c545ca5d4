import { useQuery } from '@tanstack/react-query'
import type { ChinaDictNode, ScaleLayoutRow } from '@xinchu/sdk'
import { useCallback, useMemo } from 'react'
import { regionQuery, sessionQueries } from '../../app/session-queries.ts'
import { Chart } from './chart.tsx'
import { ChartCard } from './chart-card.tsx'
import { barsOption, type MapFigure, mapOption } from './options.ts'
import type { ScaleFilter } from './use-scale.ts'

const NATION = '100000'
const MAP_HEIGHT = 460

/** Figures by the names that the map's parts have; the Corps is counted where it lies. */
function figuresOf(rows: readonly ScaleLayoutRow[], places: readonly ChinaDictNode[]): MapFigure[] {
  const names = new Map(places.map(({ value, label, mapName }) => [value, mapName ?? label]))
  const sums = new Map<string, number>()
  for (const { key = '', label = '', ratedPower } of rows) {
    const name = names.get(key) ?? label
    sums.set(name, (sums.get(name) ?? 0) + ratedPower)
  }
  return [...sums].map(([name, value]) => ({ name, value }))
}

interface MapCardProps {
  rows: readonly ScaleLayoutRow[] | undefined
  filter: ScaleFilter
  /** Opens the division of this code. */
  onPlace: (code: string) => void
  className?: string
}

/** The map of the nation or of a province; a province without cities, and a city, as bars. */
export function MapCard({ rows, filter: { provinceCode, cityCode }, onPlace, className = '' }: MapCardProps) {
  const { data: tree } = useQuery(regionQuery)
  const { data: platform } = useQuery(sessionQueries.platform)
  const parent = tree?.find(({ value }) => value === provinceCode)
  const places = provinceCode ? parent?.children : tree
  // Outlines of the four municipalities are those of their districts.
  const isMap = cityCode === undefined && (!provinceCode || (places?.[0]?.children?.length ?? 0) > 0)
  const code = provinceCode ?? NATION
  const option = useMemo(
    () =>
      isMap
        ? mapOption(provinceCode ?? 'china', figuresOf(rows ?? [], places ?? []))
        : barsOption(rows ?? []),
    [isMap, provinceCode, rows, places],
  )
  const open = useCallback(
    (name: string) => {
      const place = places?.find(({ label }) => label === name)
      if (place) onPlace(place.value)
    },
    [places, onPlace],
  )
  return (
    <ChartCard
      title={`${parent?.label ?? '全国'}在运规模分布`}
      group="地区"
      rows={rows}
      className={className}
      note={
        isMap
          ? `${platform?.demo ? '演示数据。' : ''}底图仅作示意，公开使用须换用经审核的地图并标注审图号。`
          : ''
      }
    >
      <Chart
        key={isMap ? code : 'bars'}
        option={option}
        label={`${parent?.label ?? '全国'}各地区在运功率，数据见表格`}
        height={MAP_HEIGHT}
        {...(isMap ? { map: code, onPart: open } : {})}
      />
    </ChartCard>
  )
}

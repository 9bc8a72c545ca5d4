import { useQuery } from '@tanstack/react-query'
import type { ChinaDictNode, ScaleLayoutRow } from '@xinchu/sdk'
import { useCallback, useEffect, useMemo } from 'react'
import { regionQuery, sessionQueries } from '../../app/session-queries.ts'
import { Chart } from './chart.tsx'
import { ChartCard } from './chart-card.tsx'
import { scaleColumns } from './figure-columns.ts'
import { fetchOutlines, hasMap, mapName, NATION } from './map-name.ts'
import { useMapNote } from './map-note.ts'
import { barsOption } from './options/bars.ts'
import { type MapFigure, mapOption } from './options/map.ts'
import { sharesOf } from './share-bars.ts'
import type { Unit } from './units.ts'
import type { Area } from './use-area.ts'

const HEIGHT = 470

type Places = readonly Pick<ChinaDictNode, 'value' | 'label' | 'mapName'>[]

/** Figures by the names of the map's parts. The Corps counts in its region. */
function figuresOf(rows: readonly ScaleLayoutRow[], places: Places): MapFigure[] {
  const names = new Map(places.map(({ value, label, mapName: name }) => [value, name ?? label]))
  const sums = new Map<string, number>()
  for (const { key = '', label = '', ratedPower } of rows) {
    const name = names.get(key) ?? label
    sums.set(name, (sums.get(name) ?? 0) + ratedPower)
  }
  return [...sums].map(([name, value]) => ({ name, value }))
}

/** Parts of the shown division, with the names of their outlines. */
function usePlaces({ codes }: Area): Places {
  const { data: tree } = useQuery(regionQuery)
  return (codes.provinceCode ? tree?.find(({ value }) => value === codes.provinceCode)?.children : tree) ?? []
}

interface MapCardProps {
  rows: readonly ScaleLayoutRow[] | undefined
  error: Error | null
  onRetry: () => void
  isStale: boolean
  area: Area
  unit: Unit
  empty: string
}

/** Map of the nation or a province by power of its parts. A city without outlines is shown as bars. */
export function MapCard({ rows, area, unit, ...states }: MapCardProps) {
  const { codes, name, open } = area
  const { data: platform } = useQuery(sessionQueries.platform)
  const places = usePlaces(area)
  const code = codes.provinceCode ?? NATION
  const note = useMapNote(code)
  const isMap = codes.cityCode === undefined && codes.countyCode === undefined && hasMap(code, platform?.maps)
  const isOwn = platform?.maps?.includes(code)
  useEffect(() => {
    if (isMap && !isOwn) fetchOutlines(code)
  }, [isMap, isOwn, code])
  const option = useMemo(
    () =>
      isMap
        ? mapOption(mapName(code), figuresOf(rows ?? [], places), unit.power)
        : barsOption(sharesOf(rows ?? []), unit.power),
    [isMap, code, rows, places, unit],
  )
  const openPart = useCallback(
    (label: string) => {
      const place = places.find((each) => each.label === label)
      if (place) open?.(place.value)
    },
    [places, open],
  )
  return (
    <ChartCard
      title={`${name}在运规模分布`}
      group="地区"
      rows={rows}
      nameOf={({ label = name }) => label}
      columns={scaleColumns(unit)}
      note={isMap ? note : undefined}
      height={HEIGHT}
      {...states}
    >
      <Chart
        key={isMap ? code : 'bars'}
        option={option}
        label={`${name}各地区在运功率，数据见表格`}
        height={HEIGHT}
        map={isMap ? code : undefined}
        onPart={isMap ? openPart : undefined}
      />
    </ChartCard>
  )
}

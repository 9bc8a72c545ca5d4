import { useQuery } from '@tanstack/react-query'
import type { ChinaDictNode, ScaleLayoutRow } from '@xinchu/sdk'
import { useCallback, useEffect, useMemo } from 'react'
import { regionQuery, sessionQueries } from '../../app/session-queries.ts'
import type { Unit } from '../../lib/units.ts'
import { CORPS } from '../../ui/form/regions.ts'
import { Chart, type ChartOption } from './chart.tsx'
import { ChartCard } from './chart-card.tsx'
import { scaleColumns } from './figure-columns.ts'
import { fetchOutlines, hasMap, mapCode, mapName, NATION } from './map-name.ts'
import { useMapNote } from './map-note.ts'
import type { MapFigure, PlacePoint } from './options/map-areas.ts'
import { useGroupRows } from './rows/figure-link.tsx'
import { sharesOf } from './share-bars.ts'
import type { Area } from './use-area.ts'
import { useCorpsPoints } from './use-corps-points.ts'
import type { ScaleFilter } from './use-scale.ts'

const HEIGHT = 470

type Places = readonly Pick<
  ChinaDictNode,
  'value' | 'label' | 'shortName' | 'parentCode' | 'regionGroup' | 'lng' | 'lat'
>[]

/** Tells if a division has no outlines: the Corps and its divisions. */
const isPoint = ({ value, parentCode }: Places[number]) => value === CORPS || parentCode === CORPS

/** Figures of the map's parts, and of the divisions that are drawn as points. */
export function drawnFigures(rows: readonly ScaleLayoutRow[], places: Places) {
  const byCode = new Map(places.map((place) => [place.value, place]))
  const figures: MapFigure[] = []
  const points: PlacePoint[] = []
  for (const { key = '', label: name = '', ratedPower: value } of rows) {
    const place = byCode.get(key)
    if (!place || !isPoint(place)) figures.push({ name, label: place?.shortName ?? name, value })
    else if (place.lng !== undefined && place.lat !== undefined)
      points.push({ name, value, label: place.shortName ?? name, position: [place.lng, place.lat] })
  }
  return { figures, points }
}

/** Names of divisions on a map. */
export const labelsIn = (places: Places) =>
  new Map(places.map(({ label, shortName = label }) => [label, shortName]))

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
  filter: ScaleFilter
  unit: Unit
  empty: string
}

/** Map of the nation or a province by power of its parts. A city without outlines is shown as bars. */
export function MapCard({ rows, area, filter, unit, ...states }: MapCardProps) {
  const { codes, name, open, regionGroup } = area
  const { data: platform } = useQuery(sessionQueries.platform)
  const places = usePlaces(area)
  const code = codes.provinceCode ?? NATION
  const note = useMapNote(code)
  const corps = useCorpsPoints(filter, unit)
  const isMap = codes.cityCode === undefined && codes.countyCode === undefined && hasMap(code, platform?.maps)
  const isOwn = platform?.maps?.includes(mapCode(code))
  useEffect(() => {
    if (isMap && !isOwn) fetchOutlines(code)
  }, [isMap, isOwn, code])
  const option = useMemo(() => {
    if (!isMap)
      return ((palette, { barsOption }) =>
        barsOption(sharesOf(rows ?? []), unit.power)(palette)) satisfies ChartOption
    const { figures, points } = drawnFigures(rows ?? [], places)
    const within = regionGroup ? places.filter((each) => each.regionGroup === regionGroup) : undefined
    const subject = {
      map: mapName(code),
      unit: unit.power,
      figures,
      points: [...points, ...corps],
      labels: labelsIn(places),
      within: within?.map(({ label }) => label),
    }
    return ((palette, { mapOption }, takeKey) => mapOption(subject)(palette, takeKey)) satisfies ChartOption
  }, [isMap, code, regionGroup, rows, places, corps, unit])
  const openPart = useCallback(
    (label: string) => {
      const place = places.find((each) => each.label === label)
      if (place) open?.(place.value)
    },
    [places, open],
  )
  const openRows = useGroupRows(rows, 'region', 'ratedPower')
  return (
    <ChartCard
      title={`${name}在运规模分布`}
      pin="map"
      group="地区"
      rows={rows}
      nameOf={({ label = name }) => label}
      columns={scaleColumns(unit)}
      cellsOf={({ key = '' }) => [`region:${key}`]}
      note={isMap ? note : undefined}
      height={HEIGHT}
      {...states}
    >
      <Chart
        key={isMap ? code : 'bars'}
        option={option}
        label={`${name}各地区在运功率，数据见表格`}
        height={HEIGHT}
        map={isMap ? mapCode(code) : undefined}
        onPart={isMap && open ? openPart : openRows}
        onRows={openRows}
      />
    </ChartCard>
  )
}

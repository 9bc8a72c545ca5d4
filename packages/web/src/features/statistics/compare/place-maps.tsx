import { useQuery } from '@tanstack/react-query'
import type { ScaleLayoutRow } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import { useMemo } from 'react'
import { regionQuery, sessionQueries } from '../../../app/session-queries.ts'
import type { Unit } from '../../../lib/units.ts'
import type { CardState } from '../card-frame.tsx'
import type { ChartOption } from '../chart.tsx'
import { scaleColumns } from '../figure-columns.ts'
import { drawnFigures, labelsIn } from '../map-card.tsx'
import { hasMap, mapCode, mapName, NATION } from '../map-name.ts'
import { useMapNote } from '../map-note.ts'
import { withinCell } from '../rows/counted.ts'
import { useOpenRows } from '../rows/figure-link.tsx'
import { mapFinding } from '../scale/card-findings.ts'
import { sharesOf } from '../share-bars.ts'
import type { Area } from '../use-area.ts'
import { useCorpsPoints } from '../use-corps-points.ts'
import { useRows } from '../use-scale-rows.ts'
import { CompareCard } from './card.tsx'
import type { Facts } from './facts.ts'
import { HALF_MAP } from './map-room.ts'
import { halfMapOption } from './options/half-map.ts'
import { periodCell, type Side } from './sides.ts'

const HEIGHT = 480

/** Conditions of the parts of a side's division: below the one that the page shows. */
function filterWithin({ filter, place }: Side, { codes }: Area) {
  if (place === undefined) return filter
  return codes.provinceCode ? { ...filter, cityCode: place } : { ...filter, provinceCode: place }
}

/** Parts of a side's division, with the loading state. */
function useParts(side: Side, { area, unit }: Pick<Facts, 'area' | 'unit'>) {
  const filter = filterWithin(side, area)
  return { filter, ...useRows({ filter, unit, isReady: true }, ['region']) }
}

interface PlaceMapProps extends CardState {
  side: Side
  filter: Side['filter']
  rows: readonly ScaleLayoutRow[] | undefined
  /** Values of both maps, which have the same classes. */
  among: readonly number[] | undefined
  unit: Unit
  area: Area
}

/** Parts of one side on its own outlines; as bars where there are none. */
function PlaceMap({ side, filter, rows, among, unit, area, ...state }: PlaceMapProps) {
  const { data: platform } = useQuery(sessionQueries.platform)
  const { data: tree } = useQuery(regionQuery)
  const code = filter.provinceCode ?? NATION
  const isMap = filter.cityCode === undefined && hasMap(code, platform?.maps)
  const mapNote = useMapNote(code)
  const corps = useCorpsPoints(filter, unit)
  const open = useOpenRows()
  const within = area.regionGroup
  const option: ChartOption = useMemo(() => {
    if (!isMap) return (palette, { barsOption }) => barsOption(sharesOf(rows ?? []), unit.power)(palette)
    const places = (code === NATION ? tree : tree?.find(({ value }) => value === code)?.children) ?? []
    const { figures, points } = drawnFigures(rows ?? [], places)
    const inRegion = within && places.filter(({ regionGroup }) => regionGroup === within)
    const subject = {
      map: mapName(code),
      unit: unit.power,
      figures,
      points: [...points, ...corps],
      among,
      labels: labelsIn(places),
      room: HALF_MAP,
      within: code === NATION && inRegion ? inRegion.map(({ label }) => label) : undefined,
    }
    return (palette, { mapOption }, takeKey) =>
      halfMapOption(mapOption(subject)(palette, takeKey), palette, subject)
  }, [isMap, code, tree, rows, corps, unit, among, within])
  const before = [...periodCell(side.period), ...(side.place ? [withinCell(side.place)] : [])]
  const openPart = ({ key = '' }: ScaleLayoutRow) => open('ratedPower', ...before, `region:${key}`)
  const columns = scaleColumns(unit)
  const title = `${side.name}各地区在运功率`
  const shares = rows?.map(({ label: name = '', ratedPower: value, powerShare: share = 0 }) => ({
    ...{ name, value, share },
  }))
  return (
    <CompareCard
      {...state}
      title={title}
      option={option}
      map={isMap ? mapCode(code) : undefined}
      height={HEIGHT}
      note={`${among ? '两图分级相同。' : ''}${isMap ? mapNote : ''}` || undefined}
      marks={
        rows?.map((row) => ({
          text: `${row.label} ${quantity(row.ratedPower, unit.power)} ${unit.power}`,
          open: () => openPart(row),
        })) ?? []
      }
      onPart={(name) => {
        const row = rows?.find(({ label }) => label === name)
        if (row) openPart(row)
      }}
      table={
        rows && {
          title,
          group: '地区',
          finding: mapFinding(shares ?? [], unit.power),
          columns,
          rows: rows.map((row) => ({
            name: row.label ?? '',
            values: columns.map(({ of }) => of(row)),
            cells: [...before, `region:${row.key}`],
          })),
        }
      }
    />
  )
}

/** Tells if a division has parts. */
const hasParts = ({ place }: Side, { children }: Area) =>
  place === undefined || (children.find(({ value }) => value === place)?.children?.length ?? 0) > 0

/**
 * Maps of both places side by side. Two places of one level have the same classes; a place and the whole, whose parts
 * are of different levels, have their own.
 */
export function PlaceMaps({ facts }: { facts: Facts }) {
  const { sides, area, unit, mode } = facts
  const [base, current] = sides
  const [one, other] = [useParts(base, facts), useParts(current, facts)]
  const among = useMemo(
    () =>
      mode === 'places' && one.rows && other.rows
        ? [...one.rows, ...other.rows].map(({ ratedPower }) => ratedPower)
        : undefined,
    [mode, one.rows, other.rows],
  )
  if (!sides.every((side) => hasParts(side, area))) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <PlaceMap {...one} side={base} among={among} unit={unit} area={area} />
      <PlaceMap {...other} side={current} among={among} unit={unit} area={area} />
    </div>
  )
}

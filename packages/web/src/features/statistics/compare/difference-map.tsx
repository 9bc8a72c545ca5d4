import { useQuery } from '@tanstack/react-query'
import type { GroupPair } from '@xinchu/validators'
import { useMemo } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import type { Unit } from '../../../lib/units.ts'
import { CORPS } from '../../../ui/form/regions.ts'
import { usePorts } from '../../../ui/ports.ts'
import type { CardState } from '../card-frame.tsx'
import { changeText, signed } from '../change.ts'
import type { ChartOption } from '../chart.tsx'
import { hasMap, mapCode, mapName, NATION } from '../map-name.ts'
import { useMapNote } from '../map-note.ts'
import { useOpenRows } from '../rows/figure-link.tsx'
import type { Area } from '../use-area.ts'
import { CompareCard } from './card.tsx'
import { placesFinding } from './finding.ts'
import { pairColumns, pairValues } from './growth-card.tsx'
import { HALF_MAP } from './map-room.ts'
import { halfMapOption } from './options/half-map.ts'
import { Segments } from './segments.tsx'
import type { Side } from './sides.ts'
import type { PlaceName } from './use-names.ts'

const HEIGHT = 470

interface DifferenceMapProps extends CardState {
  sides: readonly [base: Side, current: Side]
  pairs: readonly GroupPair[] | undefined
  names: ReadonlyMap<string, PlaceName>
  area: Area
  unit: Unit
}

/** What the map shows: the difference, or the change in percent. */
const MEASURES = [
  { value: 'difference', label: '增量' },
  { value: 'change', label: '增速' },
] as const

const shownOf = (pair: GroupPair, isRate: boolean) => (isRate ? pair.change : pair.difference)

/** Values of the map's parts, and of the divisions that are drawn as points. */
function figuresOf(pairs: readonly GroupPair[], names: DifferenceMapProps['names'], isRate: boolean) {
  const shown = pairs.flatMap((pair) => {
    const value = shownOf(pair, isRate)
    const place = names.get(pair.key)
    return value === undefined ? [] : [{ place, code: pair.key, label: pair.name, value }]
  })
  const isPoint = (code: string, place: PlaceName | undefined) => code === CORPS || place?.parent === CORPS
  return {
    figures: shown
      .filter(({ code, place }) => !isPoint(code, place))
      .map(({ place, label, value }) => ({ name: place?.name ?? label, label, value })),
    points: shown.flatMap(({ code, place, label, value }) =>
      isPoint(code, place) && place?.position
        ? [{ name: place.name, label, value, position: place.position }]
        : [],
    ),
  }
}

interface Drawing {
  names: DifferenceMapProps['names']
  isRate: boolean
  unit: string
  /** Code of the outlines; bars without. */
  map: string | undefined
  regionGroup: string | undefined
}

function optionOf(
  pairs: readonly GroupPair[],
  { names, isRate, unit, map, regionGroup }: Drawing,
): ChartOption {
  const { figures, points } = figuresOf(pairs, names, isRate)
  if (map === undefined) {
    const bars = [...figures, ...points].map(({ label, value }) => ({
      name: label,
      value: Math.abs(value),
      text: signed(value, unit),
    }))
    return (palette, { barsOption }) => barsOption(bars, unit)(palette)
  }
  const within = regionGroup && [...names.values()].filter(({ group }) => group?.key === regionGroup)
  const values = [...figures, ...points].map(({ value }) => value)
  const subject = {
    map: mapName(map),
    unit,
    measure: isRate ? '增速' : '增量',
    isSigned: values.some((value) => value < 0),
    figures,
    points,
    room: HALF_MAP,
    labels: new Map([...names.values()].map(({ name, short }) => [name, short])),
    within: within ? within.map(({ name }) => name) : undefined,
  }
  return (palette, { mapOption }, takeKey) =>
    halfMapOption(mapOption(subject)(palette, takeKey), palette, subject)
}

/** 各地区增量: map of the differences, or bars where there are no outlines. */
export function DifferenceMap({ sides, pairs, names, area, unit, ...state }: DifferenceMapProps) {
  const [search, change] = usePorts().useSearch()
  const isRate = search['growth'] === 'change'
  const { data: platform } = useQuery(sessionQueries.platform)
  const { codes, regionGroup } = area
  const code = codes.provinceCode ?? NATION
  const isMap = codes.cityCode === undefined && codes.countyCode === undefined && hasMap(code, platform?.maps)
  const note = useMapNote(code)
  const shownUnit = isRate ? '%' : unit.power
  const open = useOpenRows()
  const option = useMemo(
    () =>
      optionOf(pairs ?? [], { names, isRate, unit: shownUnit, map: isMap ? code : undefined, regionGroup }),
    [pairs, names, isRate, isMap, code, regionGroup, shownUnit],
  )
  const [base, current] = sides
  const openPlace = (pair: GroupPair, side = current) =>
    open('ratedPower', ...side.cells, `region:${pair.key}`)
  const marks = pairs?.map((pair) => ({
    text: `${pair.name} ${signed(pair.difference, unit.power)} ${unit.power}${
      pair.change === undefined ? '' : `（${changeText(pair.change)}）`
    }`,
    open: () => openPlace(pair),
    base: { name: base.name, open: () => openPlace(pair, base) },
  }))
  return (
    <CompareCard
      {...state}
      title="各地区增量"
      replacement={pairs?.every(({ difference }) => difference === 0) ? '各地区没有变化' : undefined}
      option={option}
      map={isMap ? mapCode(code) : undefined}
      height={HEIGHT}
      note={isMap ? note : undefined}
      marks={marks ?? []}
      onPart={(name) => {
        const pair = pairs?.find((each) => each.name === name || names.get(each.key)?.name === name)
        if (pair) openPlace(pair)
      }}
      switches={
        <Segments
          label="地图显示"
          value={isRate ? 'change' : 'difference'}
          options={MEASURES}
          onValue={(value) => change({ ...search, growth: value === 'change' ? value : undefined })}
        />
      }
      table={
        pairs && {
          title: '各地区增量',
          group: '地区',
          finding: placesFinding(pairs, unit.power),
          columns: pairColumns(sides, unit.power, true),
          rows: pairs.map((pair) => ({
            name: pair.name,
            values: pairValues(pair, true),
            cells: [`region:${pair.key}`],
          })),
        }
      }
    />
  )
}

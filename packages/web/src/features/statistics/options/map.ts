import { quantity } from '@xinchu/validators'
import { type EChartsCoreOption, getMap } from 'echarts/core'
import { diverging, type Palette } from '../palette.ts'
import { classesAmong, differenceClasses } from './classes.ts'
import { tooltip } from './common.ts'
import {
  areaOf,
  blankArea,
  insetArea,
  type MapFigure,
  marks,
  neighbour,
  type PlacePoint,
  type Shades,
} from './map-areas.ts'
import { around, type Box, labelsOf, type MapPart, type MapRoom, scaleOf, shortNameOf } from './map-labels.ts'
import { drawnKey, KEY_WIDTH, keyHeight, keyOf, type MapKey } from './map-legend.ts'
import { markup } from './markup.ts'
import { INSET, isNation, outlines } from './outlines.ts'

export interface MapSubject {
  /** Registered name of the outlines. */
  map: string
  unit: string
  figures: readonly MapFigure[]
  points: readonly PlacePoint[]
  /** Name of the measure; by default 在运功率. */
  measure?: string
  /** Values that decide the classes, if not the map's own. */
  among?: readonly number[] | undefined
  /** Names on the map of divisions without a figure. */
  labels?: ReadonlyMap<string, string>
  /** Size of the outlines, if not of the page's map. */
  room?: MapRoom | undefined
  /** Whether the values have both signs. */
  isSigned?: boolean
  /** Names of the divisions in the scope, to which the map is fitted; undefined for all of it. */
  within?: readonly string[] | undefined
}

/** Width in px below which a map has no labels. */
const LABELS_FROM = 500
/** Width in px below which the key is below the map; `map-key.tsx` has the same. */
export const KEY_ASIDE_FROM = 600
/** Size in px of outlines beside their key on the map of a page. */
const BESIDE_KEY: MapRoom = { width: 450, height: 430 }
/** Room around a fitted scope, as a part of its size. */
const MARGIN = 0.04

/** Fits a map to a box. */
function boundsOf([west, south, east, north]: Box) {
  const [aside, above] = [(east - west) * MARGIN, (north - south) * MARGIN]
  return {
    boundingCoords: [
      [west - aside, north + above],
      [east + aside, south - above],
    ],
  }
}

interface Feature {
  properties: { name: string; box?: MapPart['box']; cp?: MapPart['cp'] }
}

/** Parts of registered outlines. */
const partsOf = (map: string): MapPart[] =>
  ((getMap(map)?.geoJSON?.features ?? []) as Feature[]) // registered as such
    .map(({ properties: { name, box, cp } }) => ({ name, box, cp }))
    .filter(({ name }) => name !== INSET)

/** Place of the outlines in a wide card. Only the nation leaves a corner for the key. */
const placeOf = (map: string, within: MapSubject['within']) =>
  // Below the nation there is room for the caption of the inset.
  isNation(map) && !within
    ? { left: 0, right: 0, top: 0, bottom: 20 }
    : { left: KEY_WIDTH, right: 8, top: 20, bottom: 20 }

/** Drawing of a subject: the outlines' room, the divisions in their colours, and those without a figure. */
function drawnOf(subject: MapSubject, shades: Shades) {
  const { map, unit, figures, points, within, room, labels: names } = subject
  const { palette } = shades
  const parts = partsOf(map)
  const inScope = (name: string) => within === undefined || within.includes(name)
  const fit = around(parts.flatMap(({ name, box }) => (box && inScope(name) ? [box] : [])))
  const partOf = new Map(parts.map((part) => [part.name, part]))
  const known = new Set([...figures, ...points].map(({ name }) => name))
  const blank = parts.filter(({ name }) => inScope(name) && !known.has(name))
  const isOutline = ({ name }: MapPart) =>
    !inScope(name) || (known.has(name) && !figures.some((each) => each.name === name))
  const ranked = figures.toSorted((a, b) => b.value - a.value)
  const hasFigures = points.length > 1
  const labels = labelsOf(
    [
      ...ranked.map((each) => ({ ...each, part: partOf.get(each.name) })),
      ...points.map((each) => ({ ...each, value: hasFigures ? each.value : undefined })),
      ...blank.map((part) => ({
        name: part.name,
        label: names?.get(part.name) ?? shortNameOf(part.name),
        part,
      })),
    ],
    unit,
    fit ? scaleOf(fit, room ?? (isNation(map) && !within ? undefined : BESIDE_KEY)) : 0,
    room !== undefined,
  )
  return {
    // The neighbours of a fitted scope end with its frame, so that they run neither under the key nor over the edge.
    room: {
      ...outlines(palette, map),
      ...placeOf(map, within),
      ...(within && fit && { ...boundsOf(fit), clip: true }),
    },
    labels,
    blank: blank.length,
    areas: [
      ...figures.map((each) => areaOf(shades, each, partOf.get(each.name), labels)),
      ...blank.map(({ name }) => blankArea(palette, name, labels)),
      ...parts.filter(isOutline).map(({ name }) => neighbour(name)),
    ],
  }
}

const tooltipOf = (palette: Palette, unit: string) => ({
  tooltip: tooltip(palette, {
    trigger: 'item',
    formatter: ({ name, value: shown }: { name: string; value: number | readonly number[] }) => {
      const value = typeof shown === 'number' ? shown : shown?.at(-1)
      return name === '' || name === INSET
        ? markup``
        : markup`${name}　${Number.isFinite(value) ? `${quantity(value, unit)} ${unit}` : '无数据'}`
    },
  }),
})

/**
 * Divisions coloured by class, those without outlines as points, those without a figure hatched.
 * @param takeKey takes the key, which is a part of the drawing without it
 */
export const mapOption =
  (subject: MapSubject) =>
  (colours: Palette, takeKey?: (key: MapKey) => void): EChartsCoreOption => {
    const { map, unit, figures, points, among, measure = '在运功率', isSigned = false } = subject
    const palette = isSigned ? diverging(colours) : colours
    const values = [...figures, ...points].flatMap(({ value }) => value ?? [])
    const classes = isSigned ? differenceClasses(values) : classesAmong(among, values)
    const shades = { palette, classes }
    const { room, labels, blank, areas } = drawnOf(subject, shades)
    // With points alone, such as the divisions of the Corps, the outlines are only their background.
    const isBackground = figures.length === 0 && points.length > 0
    const series = [
      {
        type: 'map',
        ...room,
        label: { ...room.label, show: !isBackground, lineHeight: 14 },
        emphasis: { label: { show: !isBackground }, itemStyle: { areaColor: palette.sunken } },
        data: [...(isBackground ? [] : areas), ...(map === 'china' ? [insetArea(palette)] : [])],
      },
      ...(points.length > 0 ? [marks(shades, points, labels)] : []),
    ]
    const isPointed = points.length > 0
    const further = { blank: isBackground ? 0 : blank, points: points.map(({ value }) => value) }
    const key = keyOf(palette, classes, further, `${measure}（${unit}）`)
    takeKey?.(key)
    const drawn = takeKey ? undefined : drawnKey(key)
    const layout = (place: object, graphic: readonly object[] | undefined, hasLabels: boolean) => ({
      ...(isPointed && { geo: place }),
      ...(graphic && { graphic }),
      series: series.map(({ label }) => ({ ...place, label: { show: hasLabels && label.show } })),
    })
    const below = { left: 4, right: 4, top: 4, bottom: keyHeight(key) }
    return {
      ...tooltipOf(palette, unit),
      // The points' coordinates, under the drawn outlines and of the same size.
      ...(isPointed && { geo: { ...room, show: false } }),
      series,
      media: [
        { query: { maxWidth: LABELS_FROM - 1 }, option: layout(below, drawn?.below, false) },
        {
          query: { minWidth: LABELS_FROM, maxWidth: KEY_ASIDE_FROM - 1 },
          option: layout(below, drawn?.below, true),
        },
        {
          query: { minWidth: KEY_ASIDE_FROM },
          option: layout(placeOf(map, subject.within), drawn?.aside, true),
        },
      ],
    }
  }

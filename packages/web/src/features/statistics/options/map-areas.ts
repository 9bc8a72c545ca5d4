import type { Palette } from '../palette.ts'
import { classAt, type MapClass, shadeOf } from './classes.ts'
import { SMALL } from './common.ts'
import { isBeside, type MapPart } from './map-labels.ts'
import { hatch } from './map-legend.ts'
import { INSET } from './outlines.ts'

export interface MapFigure {
  name: string
  /** Name on the map. */
  label: string
  value: number
}

/** A division without outlines. */
export interface PlacePoint {
  name: string
  /** Undefined for one without a figure. */
  value: number | undefined
  label: string
  /** Degrees. */
  position: readonly [lng: number, lat: number]
}

type Labels = ReadonlyMap<string, string>

export interface Shades {
  palette: Palette
  classes: readonly MapClass[]
}

/** Colour of a value and of text on it. */
function shadeAt({ palette, classes }: Shades, value: number) {
  const shade = shadeOf(classAt(classes, value), classes.length)
  return { fill: palette.steps[shade] ?? palette.surface, text: palette.onSteps[shade] ?? palette.ink }
}

/** Divisions without outlines, coloured by the same classes. */
export const marks = (shades: Shades, points: readonly PlacePoint[], labels: Labels) => ({
  type: 'scatter',
  coordinateSystem: 'geo',
  symbol: 'diamond',
  symbolSize: 14,
  label: {
    show: true,
    position: 'right',
    fontSize: SMALL,
    ...besideLook(shades.palette),
    formatter: ({ name }: { name: string }) => labels.get(name) ?? '',
  },
  emphasis: { itemStyle: { borderColor: shades.palette.ink, borderWidth: 1.5 } },
  data: points.map(({ name, value = Number.NaN, position }) => ({
    name,
    value: [...position, value],
    itemStyle: {
      color: Number.isFinite(value) ? shadeAt(shades, value).fill : shades.palette.surface,
      borderColor: shades.palette.ink,
      borderWidth: 1,
      opacity: 1,
    },
  })),
})

/** Text on the card or across an outline. */
const besideLook = (palette: Palette) => ({
  color: palette.ink,
  textBorderColor: palette.surface,
  textBorderWidth: 3,
})

/** A mark under the pointer is outlined; its colour stays, because it is its class. */
const underPointer = (palette: Palette, areaColor: string, label: object) => ({
  label,
  itemStyle: { areaColor, borderColor: palette.ink, borderWidth: 1.5 },
})

/** A division in the colour of its class. */
export function areaOf(
  shades: Shades,
  { name, value }: MapFigure,
  part: MapPart | undefined,
  labels: Labels,
) {
  const { fill, text } = shadeAt(shades, value)
  const look = part && isBeside(part) ? besideLook(shades.palette) : { color: text }
  return {
    name,
    value,
    itemStyle: { areaColor: fill },
    label: { ...look, formatter: labels.get(name) ?? '' },
    emphasis: underPointer(shades.palette, fill, look),
  }
}

/** A division without a figure. */
export const blankArea = (palette: Palette, name: string, labels: Labels) => ({
  name,
  itemStyle: { areaColor: palette.surface, decal: hatch(palette) },
  label: { ...besideLook(palette), formatter: labels.get(name) ?? '' },
  emphasis: underPointer(palette, palette.surface, besideLook(palette)),
})

/** A division of which only the outline is shown: outside of the scope, or drawn as a point. */
export const neighbour = (name: string) => ({ name, label: { show: false }, emphasis: { disabled: true } })

/** The inset's frame and dashes, with its name below. */
export const insetArea = (palette: Palette) => ({
  name: INSET,
  itemStyle: { areaColor: palette.inkFaint, borderColor: palette.inkFaint, borderWidth: 1 },
  label: { show: true, color: palette.inkSoft },
  emphasis: { disabled: true },
})

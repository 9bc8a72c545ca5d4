import type { EChartsCoreOption } from 'echarts/core'
import { figure } from '../../../lib/figures.ts'
import { mixed, type Palette } from '../palette.ts'
import { SMALL, tooltip } from './common.ts'
import { markup } from './markup.ts'
import { outlines } from './outlines.ts'

export interface MapFigure {
  name: string
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

export interface MapClass {
  min: number
  /** Exclusive upper bound; undefined for the highest class. */
  max?: number
}

const STEPS = [8, 4, 2]
const SHADES = [0.16, 0.38, 0.66, 1]
const ROUND_TO = [1, 2, 5, 10]

/** Largest 1, 2 or 5 times a power of ten up to a value. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * (ROUND_TO.findLast((each) => each * power <= value) ?? 1)
}

/** Four classes, each twice as wide as the one below, because scale is unevenly distributed. None without figures. */
export function classesOf(values: readonly number[]): MapClass[] {
  const most = Math.max(0, ...values)
  if (most <= 0) return []
  const top = roundBelow(most)
  const bounds = [0, ...STEPS.map((step) => top / step)]
  return bounds.map((min, at) => {
    const max = bounds[at + 1]
    return max === undefined ? { min } : { min, max }
  })
}

/** Name of a point, with its figure where the points are the subject of the map. */
export const labelOf = (point: PlacePoint | undefined, hasFigure: boolean): string =>
  point ? `${point.label}${hasFigure && point.value !== undefined ? ` ${figure(point.value)}` : ''}` : ''

/** Divisions without outlines, coloured by the same classes. */
const marks = (palette: Palette, points: readonly PlacePoint[]) => ({
  type: 'scatter',
  coordinateSystem: 'geo',
  symbol: 'circle',
  symbolSize: 13,
  itemStyle: { borderColor: palette.ink, borderWidth: 1 },
  label: {
    show: true,
    position: 'right',
    color: palette.ink,
    fontSize: SMALL,
    textBorderColor: palette.surface,
    textBorderWidth: 2,
    formatter: ({ dataIndex }: { dataIndex: number }) => labelOf(points[dataIndex], points.length > 1),
  },
  labelLayout: { hideOverlap: true },
  data: points.map(({ name, value = Number.NaN, position }) => ({ name, value: [...position, value] })),
})

/** Divisions coloured by class, those without outlines as points. Those without a figure stay blank. */
export const mapOption =
  (map: string, figures: readonly MapFigure[], unit: string, points: readonly PlacePoint[] = []) =>
  (palette: Palette): EChartsCoreOption => ({
    tooltip: tooltip(palette, {
      trigger: 'item',
      formatter: ({ name, value: shown }: { name: string; value: number | readonly number[] }) => {
        const value = typeof shown === 'number' ? shown : shown?.at(-1)
        return name === ''
          ? markup``
          : markup`${name}　${Number.isFinite(value) ? `${figure(value)} ${unit}` : '无数据'}`
      },
    }),
    // The points' coordinates, under the drawn outlines and of the same size.
    ...(points.length > 0 && { geo: { ...outlines(palette, map), show: false } }),
    visualMap: {
      type: 'piecewise',
      left: 4,
      bottom: 4,
      itemWidth: 14,
      itemHeight: 10,
      itemSymbol: 'rect',
      selectedMode: false,
      text: [unit],
      showLabel: true,
      textStyle: { color: palette['ink-soft'], fontSize: SMALL },
      pieces: classesOf([...figures, ...points].flatMap(({ value }) => value ?? [])).map(
        ({ min, max }, at) => ({
          gte: min,
          ...(max === undefined ? {} : { lt: max }),
          label:
            max === undefined
              ? `≥ ${figure(min)}`
              : min === 0
                ? `< ${figure(max)}`
                : `${figure(min)}–${figure(max)}`,
          color: mixed(palette.surface, palette.brand, SHADES[at] ?? 1),
        }),
      ),
    },
    series: [
      {
        type: 'map',
        ...outlines(palette, map),
        ...(figures.length === 0 && { label: { show: false } }),
        emphasis: {
          label: { show: true, color: palette.ink },
          itemStyle: { areaColor: palette.highlight },
        },
        data: figures,
      },
      ...(points.length > 0 ? [marks(palette, points)] : []),
    ],
  })

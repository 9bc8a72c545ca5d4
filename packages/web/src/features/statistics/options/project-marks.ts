import type { MapPoint } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { figure } from '../../../lib/figures.ts'
import type { Palette } from '../palette.ts'
import { legend } from './common.ts'
import type { Box } from './map-labels.ts'
import { groundOption, POINT_GROUPS } from './points.ts'

/** A mark with its place in the frame of the map. */
export interface PlacedMark {
  point: MapPoint
  /** Degrees. */
  position: readonly [lng: number, lat: number]
  /** In px. */
  radius: number
  /** Short name of the division that the mark stands for. */
  name?: string | undefined
}

interface MarksSubject {
  map: string
  box: Box
  /** Names of outlines of provinces that are drawn on those of the nation. */
  details: readonly string[]
  marks: readonly PlacedMark[]
}

/** Font sizes of a cluster's text in px, the preferred one first. */
const FONTS = [11, 9] as const
/** Width of a digit, as a part of the font size. */
const DIGIT = 0.58
const LEGEND = 26
const CLUSTER = '多个项目'

/** Whether lines of digits lie in a circle of this radius. */
const fits = (lines: readonly string[], font: number, radius: number) =>
  Math.hypot(
    (Math.max(...lines.map(({ length }) => length)) * font * DIGIT) / 2,
    (lines.length * font) / 2,
  ) <= radius

/**
 * Text of a cluster: projects and power in its circle, only the projects if it is small, or beside if it is tiny.
 * @param fonts sizes in px, the preferred one first; those of files and paper by default
 */
export function clusterLabel(
  { point: { count = 0, ratedPower }, radius }: Pick<PlacedMark, 'point' | 'radius'>,
  fonts: readonly [number, number] = FONTS,
) {
  const projects = figure(count)
  for (const lines of [[projects, quantity(ratedPower, 'MW')], [projects]])
    for (const fontSize of fonts)
      if (fits(lines, fontSize, radius))
        return { position: 'inside', fontSize, lineHeight: fontSize + 2, formatter: lines.join('\n') }
  return { position: 'right', distance: 1, fontSize: fonts[1], formatter: projects }
}

/** Text of a division around the middle of its circle. */
const divisionLabel = (name: string, { count, ratedPower }: MapPoint) => ({
  position: 'inside',
  fontSize: FONTS[1],
  lineHeight: FONTS[1] + 2,
  formatter: [name, figure(count), quantity(ratedPower, 'MW')].join('\n'),
})

/** Projects and clusters on their outlines, for files and paper. */
export const projectMarksOption =
  ({ map, box, details, marks }: MarksSubject) =>
  (palette: Palette): EChartsCoreOption => {
    const { geo, ...ground } = groundOption(map, box, details)(palette)
    const series = (name: string, symbol: string, itemStyle: object, own: readonly PlacedMark[]) => ({
      type: 'scatter',
      name,
      coordinateSystem: 'geo',
      symbol,
      itemStyle,
      data: own.map((mark) => ({
        value: [...mark.position, mark.point.ratedPower],
        symbolSize: 2 * mark.radius,
        label: {
          show: mark.point.count !== undefined,
          color: palette.ink,
          textBorderColor: palette.surface,
          textBorderWidth: 2,
          ...(mark.name === undefined ? clusterLabel(mark) : divisionLabel(mark.name, mark.point)),
        },
      })),
    })
    const kinds = POINT_GROUPS.map(({ name, symbol, group, states }) =>
      series(
        name,
        symbol,
        { color: palette.groups[group], opacity: 0.85, borderColor: palette.surface, borderWidth: 1 },
        marks.filter(
          ({ point: { count, buildStatus } }) =>
            count === undefined && states.some((each) => each === buildStatus),
        ),
      ),
    )
    const clusters = series(
      CLUSTER,
      'circle',
      { color: palette.base, opacity: 0.88, borderColor: palette.groups[0], borderWidth: 1.2 },
      marks.filter(({ point }) => point.count !== undefined),
    )
    const shown = [clusters, ...kinds].filter(({ data }) => data.length > 0)
    return {
      ...ground,
      // The outlines just made, which end with the frame and do not run under the legend.
      geo: [geo].flat().map((each) => ({ ...(each as object), bottom: LEGEND, clip: true })),
      legend: {
        ...legend(palette),
        top: undefined,
        right: undefined,
        left: 0,
        bottom: 0,
        selectedMode: false,
        data: shown.map(({ name }) => name),
      },
      series: shown,
    }
  }

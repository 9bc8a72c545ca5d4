import { BuildStatus } from '@xinchu/contract/codes'
import type { EChartsCoreOption } from 'echarts/core'
import type { Palette } from '../palette.ts'
import { insetArea } from './map-areas.ts'
import type { Box } from './map-labels.ts'
import { outlines } from './outlines.ts'

/** Construction statuses distinguished on the map by colour and shape. */
export const POINT_GROUPS = [
  {
    code: 'operating',
    name: '已投运（含停运）',
    states: [BuildStatus.operating, BuildStatus.stopped],
    symbol: 'circle',
    group: 0,
  },
  { code: 'building', name: '在建', states: [BuildStatus.building], symbol: 'triangle', group: 1 },
  {
    code: 'planned',
    name: '规划、已备案',
    states: [BuildStatus.planned, BuildStatus.filed],
    symbol: 'diamond',
    group: 2,
  },
  {
    code: 'ended',
    name: '退役、终止',
    states: [BuildStatus.retired, BuildStatus.terminated],
    symbol: 'rect',
    group: 4,
  },
] as const

/** Fills the whole element with a frame of the same shape. */
const framed = ([west, south, east, north]: Box) => ({
  ...{ left: 0, right: 0, top: 0, bottom: 0 },
  boundingCoords: [
    [west, north],
    [east, south],
  ],
})

/**
 * Outlines below the marks of projects.
 * @param details names of the outlines of provinces that are drawn on those of the nation
 */
export const groundOption =
  (map: string, box: Box, details: readonly string[]) =>
  (palette: Palette): EChartsCoreOption => ({
    animation: false,
    geo: [
      {
        ...outlines(palette, map),
        ...framed(box),
        // The borders of the nation's outlines are coarser.
        ...(details.length > 0 && { itemStyle: { areaColor: palette.sunken, borderWidth: 0 } }),
        emphasis: {
          label: { show: true, color: palette.inkSoft },
          itemStyle: { areaColor: palette.grid, borderColor: palette.ink, borderWidth: 1.2 },
        },
        regions: map === 'china' ? [insetArea(palette)] : [],
      },
      ...details.map((each) => ({
        ...outlines(palette, each),
        ...framed(box),
        silent: true,
        itemStyle: { areaColor: 'transparent', borderColor: palette.outline, borderWidth: 0.5 },
      })),
    ],
  })

import type { MapPoint } from '@xinchu/sdk'
import { BuildStatus } from '@xinchu/sdk/codes'
import type { EChartsCoreOption } from 'echarts/core'
import { figure } from '../../../lib/figures.ts'
import type { Palette } from '../palette.ts'
import { legend, tooltip } from './common.ts'
import { markup } from './markup.ts'
import { outlines } from './outlines.ts'

/** Construction statuses distinguished on the map by colour and shape. */
export const POINT_GROUPS = [
  {
    name: '已投运（含停运）',
    states: [BuildStatus.operating, BuildStatus.stopped],
    symbol: 'circle',
    group: 0,
  },
  { name: '在建', states: [BuildStatus.building], symbol: 'triangle', group: 1 },
  {
    name: '规划、已备案',
    states: [BuildStatus.planned, BuildStatus.filed],
    symbol: 'diamond',
    group: 2,
  },
  {
    name: '退役、终止',
    states: [BuildStatus.retired, BuildStatus.terminated],
    symbol: 'rect',
    group: 4,
  },
] as const

const SMALLEST = 5
const LARGEST = 26
const PER_ROOT_MW = 0.75

const sizeOf = (power: number) => Math.min(LARGEST, SMALLEST + Math.sqrt(power) * PER_ROOT_MW)

const dataOf = (points: readonly MapPoint[]) =>
  points.map((point) => ({
    name: point.projectName ?? '',
    value: [point.longitude, point.latitude, point.ratedPower],
    id: point.id,
    count: point.count,
  }))

interface Shown {
  name: string
  value: readonly number[]
  data: { count?: number }
}

const told = ({ name, value, data }: Shown) =>
  markup`${data.count === undefined ? name : `${figure(data.count)} 个项目`}　${figure(value[2])} MW`

/** Projects as points sized by power, or grid cells if there are too many. */
export const pointsOption =
  (map: string, points: readonly MapPoint[]) =>
  (palette: Palette): EChartsCoreOption => {
    const series = {
      type: 'scatter',
      coordinateSystem: 'geo',
      symbolSize: ([, , power = 0]: number[]) => sizeOf(power),
    }
    const isGathered = points.some(({ count }) => count !== undefined)
    return {
      tooltip: tooltip(palette, {
        trigger: 'item',
        formatter: (shown: Shown | { name: string; value?: undefined }) =>
          shown.value ? told(shown) : markup`${shown.name}`,
      }),
      legend: { ...legend(palette), show: !isGathered, itemWidth: 12, itemHeight: 12 },
      geo: {
        ...outlines(palette, map),
        label: { show: false },
        roam: true,
        scaleLimit: { min: 1, max: 20 },
        top: 28,
      },
      series: isGathered
        ? [
            {
              ...series,
              name: '项目',
              itemStyle: { color: palette.groups[0], opacity: 0.75 },
              data: dataOf(points),
            },
          ]
        : POINT_GROUPS.map(({ name, states, symbol, group }) => ({
            ...series,
            name,
            symbol,
            itemStyle: {
              color: palette.groups[group],
              opacity: 0.8,
              borderColor: palette.surface,
              borderWidth: 0.8,
            },
            data: dataOf(points.filter(({ buildStatus }) => states.some((state) => state === buildStatus))),
          })),
    }
  }

import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { axis, SMALL } from '../../options/common.ts'
import type { Palette } from '../../palette.ts'
import type { Course } from '../courses.ts'

const COLUMNS = 6
/** Height of a row of small charts in px. */
export const MULTIPLE_ROW = 96

/** Courses of divisions side by side, for files and paper. */
export const multiplesOption =
  (courses: readonly Course[], most: number | undefined, unit: string) =>
  (palette: Palette): EChartsCoreOption => {
    const rows = Math.max(1, Math.ceil(courses.length / COLUMNS))
    const place = (at: number) => ({
      left: `${((at % COLUMNS) * 100) / COLUMNS + 1}%`,
      width: `${100 / COLUMNS - 5}%`,
      top: `${(Math.floor(at / COLUMNS) * 100) / rows + 34 / rows}%`,
      height: `${46 / rows}%`,
    })
    return {
      grid: courses.map((_, at) => place(at)),
      graphic: courses.map(({ name, current }, at) => ({
        type: 'text',
        left: place(at).left,
        top: `${(Math.floor(at / COLUMNS) * 100) / rows + 8 / rows}%`,
        style: { text: `${name} ${quantity(current, unit)}`, fill: palette.ink, fontSize: SMALL },
      })),
      xAxis: courses.map(({ points }, at) => ({
        ...axis(palette),
        gridIndex: at,
        type: 'value',
        min: points[0]?.at ?? 0,
        max: points.at(-1)?.at ?? 1,
        splitLine: { show: false },
        axisLabel: { show: false },
      })),
      yAxis: courses.map(({ points }, at) => ({
        gridIndex: at,
        type: 'value',
        min: 0,
        max: most ?? Math.max(1e-9, ...points.map(({ power }) => power)),
        show: false,
      })),
      series: courses.map(({ points }, at) => ({
        type: 'line',
        xAxisIndex: at,
        yAxisIndex: at,
        symbol: 'circle',
        symbolSize: 4,
        lineStyle: { width: 1.5, color: palette.groups[0] },
        itemStyle: { color: palette.groups[0] },
        areaStyle: { color: palette.base, opacity: 0.6 },
        data: points.map((point) => [point.at, point.power]),
      })),
    }
  }

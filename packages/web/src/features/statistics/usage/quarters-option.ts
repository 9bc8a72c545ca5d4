import type { UsageStatRow } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { axis, GRID, SMALL, tooltip } from '../options/common.ts'
import type { Palette } from '../palette.ts'
import type { Metric } from '../usage-columns.ts'

const QUARTERS = [1, 2, 3, 4] as const

interface Shown {
  year: number
  unit: string
  metric: Metric
  /** Whether the figures of a quarter are final. */
  isFinal: (row: UsageStatRow) => boolean
}

/** A measure in the quarters of a year and of the year before, on one axis from zero. */
export const quartersOption =
  (rows: readonly UsageStatRow[], { year, unit, metric, isFinal }: Shown) =>
  (palette: Palette): EChartsCoreOption => {
    const whole = (value: number) =>
      unit === 'h' ? Math.round(value).toLocaleString('zh-CN') : quantity(value, unit)
    const courseOf = (of: number, isBase: boolean) => {
      const color = isBase ? palette.inkFaint : palette.groups[0]
      return {
        type: 'line',
        name: `${of}年`,
        symbol: isBase ? 'emptyCircle' : 'circle',
        symbolSize: 7,
        lineStyle: { width: isBase ? 1.5 : 2, color },
        itemStyle: { color },
        endLabel: { show: true, formatter: `${of}年`, color, fontSize: SMALL, distance: 10 },
        label: {
          show: true,
          position: isBase ? 'bottom' : 'top',
          formatter: ({ value }: { value: number }) => whole(value),
          color: isBase ? palette.inkFaint : palette.ink,
          fontSize: SMALL,
        },
        data: QUARTERS.map((quarter) => {
          const row = rows.find((each) => each.year === of && each.quarter === quarter)
          const value = row?.[metric] ?? '-'
          return row && !isBase && !isFinal(row) ? { value, symbol: 'emptyCircle' } : value
        }),
      }
    }
    return {
      grid: { ...GRID, top: 30, right: 64 },
      tooltip: tooltip(palette, {
        trigger: 'axis',
        valueFormatter: (value) =>
          typeof value === 'number' ? `${quantity(value, unit)} ${unit}` : '无数据',
      }),
      xAxis: { ...axis(palette), type: 'category', data: ['一季度', '二季度', '三季度', '四季度'] },
      yAxis: { ...axis(palette), type: 'value', name: unit, min: 0 },
      series: [courseOf(year - 1, true), courseOf(year, false)],
    }
  }

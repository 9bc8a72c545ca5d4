import type { ScaleLayoutRow, UsageStatRow } from '@xinchu/sdk'
import type { EChartsCoreOption } from 'echarts/core'
import { quantity } from '../../../lib/quantity.ts'
import type { Palette } from '../palette.ts'
import { axis, GRID, legend, tooltip } from './common.ts'
import { lines, markup } from './markup.ts'

const line = (color: string) => ({
  type: 'line',
  symbolSize: 6,
  lineStyle: { width: 2, color },
  itemStyle: { color },
})

const bar = (color: string) => ({
  type: 'bar',
  barMaxWidth: 26,
  itemStyle: { color, borderRadius: [3, 3, 0, 0] },
})

/** Year-end totals as a line over yearly additions as bars. */
export const trendOption =
  (rows: readonly ScaleLayoutRow[], unit: string) =>
  (palette: Palette): EChartsCoreOption => ({
    grid: GRID,
    tooltip: tooltip(palette, {
      trigger: 'axis',
      valueFormatter: (value) => `${quantity(value, unit)} ${unit}`,
    }),
    legend: legend(palette),
    xAxis: { ...axis(palette), type: 'category', data: rows.map(({ year }) => String(year)) },
    yAxis: { ...axis(palette), type: 'value', name: unit },
    series: [
      { ...bar(palette['brand-line']), name: '当年新增', data: rows.map(({ addPower }) => addPower) },
      { ...line(palette.brand), name: '年末累计', data: rows.map(({ ratedPower }) => ratedPower) },
    ],
  })

const UNITS = ['万kWh', '万kWh', 'h']

/** Charged and discharged energy by quarter, with hours of use. */
export const usageTrendOption =
  (rows: readonly UsageStatRow[]) =>
  (palette: Palette): EChartsCoreOption => ({
    grid: GRID,
    tooltip: tooltip(palette, {
      trigger: 'axis',
      formatter: (
        points: readonly { seriesIndex: number; seriesName: string; name: string; value: number }[],
      ) =>
        lines([
          markup`${points[0]?.name ?? ''}`,
          ...points.map(
            ({ seriesName, value, seriesIndex }) =>
              markup`${seriesName}　${quantity(value, UNITS[seriesIndex] ?? '')} ${UNITS[seriesIndex] ?? ''}`,
          ),
        ]),
    }),
    legend: legend(palette),
    xAxis: {
      ...axis(palette),
      type: 'category',
      data: rows.map(({ year, quarter }) => `${year}年${quarter}季度`),
    },
    yAxis: [
      { ...axis(palette), type: 'value', name: '万kWh' },
      { ...axis(palette), type: 'value', name: 'h', splitLine: { show: false } },
    ],
    series: [
      { ...bar(palette['brand-line']), name: '充电量', data: rows.map(({ chargeEnergy }) => chargeEnergy) },
      { ...bar(palette.brand), name: '放电量', data: rows.map(({ dischargeEnergy }) => dischargeEnergy) },
      {
        ...line(palette.warning),
        name: '等效利用小时',
        yAxisIndex: 1,
        data: rows.map(({ equivalentUtilizationHours }) => equivalentUtilizationHours),
      },
    ],
  })

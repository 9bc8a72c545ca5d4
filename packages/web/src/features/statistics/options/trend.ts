import type { ScaleLayoutRow, UsageStatRow } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { quantity } from '../../../lib/quantity.ts'
import type { Palette } from '../palette.ts'
import { axis, GRID, legend, SMALL, tooltip } from './common.ts'
import { lines, markup } from './markup.ts'

const LABELLED = { show: true, fontSize: SMALL }

const line = (color: string) => ({
  type: 'line',
  symbolSize: 7,
  lineStyle: { width: 2, color },
  itemStyle: { color },
})

const bar = (palette: Palette, isBase: boolean) => ({
  type: 'bar',
  barMaxWidth: 30,
  itemStyle: {
    color: isBase ? palette.base : palette.groups[0],
    borderColor: palette.groups[0],
    borderWidth: isBase ? 1 : 0,
  },
  emphasis: { itemStyle: { borderColor: palette.ink, borderWidth: 1.5 } },
})

/** Year-end totals as the stock of the year before and what was added. A year whose addition is unknown is stock only. */
export const trendOption =
  (rows: readonly ScaleLayoutRow[], unit: string) =>
  (palette: Palette): EChartsCoreOption => {
    const added = rows.map(({ addPower }) => addPower)
    return {
      grid: GRID,
      tooltip: tooltip(palette, {
        trigger: 'axis',
        valueFormatter: (value) => (value === undefined ? '无数据' : `${quantity(value, unit)} ${unit}`),
      }),
      legend: { ...legend(palette), data: ['上年末存量', '当年新增'] },
      xAxis: { ...axis(palette), type: 'category', data: rows.map(({ year }) => String(year)) },
      yAxis: { ...axis(palette), type: 'value', name: unit },
      series: [
        {
          ...bar(palette, true),
          name: '上年末存量',
          stack: 'total',
          data: rows.map(({ ratedPower, addPower = 0 }) => roundTo(ratedPower - addPower, 4)),
        },
        {
          ...bar(palette, false),
          name: '当年新增',
          stack: 'total',
          data: added.map((value) => value ?? '-'),
        },
        {
          // The total above each column.
          type: 'line',
          name: '年末累计',
          lineStyle: { opacity: 0 },
          symbolSize: 1,
          itemStyle: { color: 'transparent' },
          label: {
            ...LABELLED,
            position: 'top',
            color: palette.ink,
            formatter: ({ value }: { value: number }) => quantity(value, unit),
          },
          data: rows.map(({ ratedPower }) => ratedPower),
        },
      ],
    }
  }

const UNITS = ['万kWh', '万kWh', 'h']

/** Plots of energy, above, and of hours share the quarters: two units never share a plot. */
const PLOTS = [
  { ...GRID, top: 34, bottom: '42%' },
  { ...GRID, top: '68%' },
]

/** Charged and discharged energy by quarter, with hours of use below. */
export const usageTrendOption =
  (rows: readonly UsageStatRow[]) =>
  (palette: Palette): EChartsCoreOption => {
    const quarters = {
      ...axis(palette),
      type: 'category',
      data: rows.map(({ year, quarter }) => `${year}年${quarter}季度`),
    }
    return {
      grid: PLOTS,
      axisPointer: { link: [{ xAxisIndex: 'all' }] },
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
      xAxis: [
        { ...quarters, axisLabel: { show: false } },
        { ...quarters, gridIndex: 1 },
      ],
      yAxis: [
        { ...axis(palette), type: 'value', name: '万kWh' },
        { ...axis(palette), type: 'value', name: 'h', gridIndex: 1, splitNumber: 2 },
      ],
      series: [
        { ...bar(palette, true), name: '充电量', data: rows.map(({ chargeEnergy }) => chargeEnergy) },
        { ...bar(palette, false), name: '放电量', data: rows.map(({ dischargeEnergy }) => dischargeEnergy) },
        {
          ...line(palette.groups[1]),
          name: '等效利用小时',
          xAxisIndex: 1,
          yAxisIndex: 1,
          data: rows.map(({ equivalentUtilizationHours }) => equivalentUtilizationHours),
        },
      ],
    }
  }

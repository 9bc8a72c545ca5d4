import type { ScaleLayoutRow, UsageStatRow } from '@xinchu/sdk'
import { quantity, quarterName, roundTo } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
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

/** Part of the axis below the target. */
const BELOW_TARGET = 0.9
const TICKS = 4

/** An axis with room above the target for its words; an axis of the totals if one of them is higher. */
function roomAbove(rows: readonly ScaleLayoutRow[], target: number | undefined) {
  const max = target === undefined ? 0 : roundTo(target / BELOW_TARGET, 4)
  return rows.every(({ ratedPower }) => ratedPower < max) ? { max, interval: max / TICKS } : {}
}

/** A mark without fill: its figure was not published. */
const hollow = (palette: Palette) => ({
  itemStyle: {
    color: 'transparent',
    borderColor: palette.groups[0],
    borderWidth: 1,
    borderType: 'dashed' as const,
  },
})

const UNPUBLISHED = '（非正式）'

/** A dashed line at the target, named at its beginning, where the columns are low. */
const targetLine = (
  palette: Palette,
  { year, power }: { year: number; power: number },
  unit: string,
  count: number,
) => ({
  type: 'line',
  name: `${year}年目标`,
  silent: true,
  symbolSize: 1,
  lineStyle: { color: palette.warning, type: 'dashed', width: 1.5 },
  itemStyle: { color: palette.warning },
  data: Array.from({ length: count }, (_, at) => ({
    value: power,
    label: {
      show: at === 0,
      position: [-12, -18],
      align: 'left',
      color: palette.warning,
      fontSize: SMALL,
      formatter: `${year}年目标 ≥ ${quantity(power, unit)} ${unit}`,
    },
  })),
})

/** A year as on the axis. */
export interface TrendMark {
  name: string
  /** Its column is hollow. */
  isOpen: boolean
}

/**
 * Year-end totals as the stock of the year before and what was added. A year whose addition is unknown is stock only.
 */
export const trendOption =
  (
    rows: readonly ScaleLayoutRow[],
    unit: string,
    marks: readonly TrendMark[],
    target?: { year: number; power: number },
  ) =>
  (palette: Palette): EChartsCoreOption => {
    const markOf = (at: number, value: number | '-') =>
      marks[at]?.isOpen ? { value, ...hollow(palette) } : value
    return {
      grid: GRID,
      tooltip: tooltip(palette, {
        trigger: 'axis',
        valueFormatter: (value) => (value === undefined ? '无数据' : `${quantity(value, unit)} ${unit}`),
      }),
      legend: { ...legend(palette), data: ['上年末存量', '当年新增'] },
      xAxis: {
        ...axis(palette),
        type: 'category',
        data: marks.map(({ name }) => name),
      },
      yAxis: { ...axis(palette), type: 'value', name: unit, ...roomAbove(rows, target?.power) },
      series: [
        {
          ...bar(palette, true),
          name: '上年末存量',
          stack: 'total',
          data: rows.map((row, at) => markOf(at, roundTo(row.ratedPower - (row.addPower ?? 0), 4))),
        },
        {
          ...bar(palette, false),
          name: '当年新增',
          stack: 'total',
          data: rows.map((row, at) => markOf(at, row.addPower ?? '-')),
        },
        {
          // The total above each column, in front of the target's line.
          type: 'line',
          z: 3,
          name: '年末累计',
          lineStyle: { opacity: 0 },
          symbolSize: 1,
          itemStyle: { color: 'transparent' },
          label: {
            ...LABELLED,
            position: 'top',
            color: palette.ink,
            backgroundColor: palette.surface,
            padding: [1, 2],
            formatter: ({ value }: { value: number }) => quantity(value, unit),
          },
          data: rows.map(({ ratedPower }) => ratedPower),
        },
        ...(target ? [targetLine(palette, target, unit, rows.length)] : []),
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
  (rows: readonly UsageStatRow[], isPublished: (row: UsageStatRow) => boolean) =>
  (palette: Palette): EChartsCoreOption => {
    const barsOf = (name: 'chargeEnergy' | 'dischargeEnergy') =>
      rows.map((row) => (isPublished(row) ? row[name] : { value: row[name], ...hollow(palette) }))
    const quarters = {
      ...axis(palette),
      type: 'category',
      data: rows.map((row) => `${quarterName({ quarter: 4, ...row })}${isPublished(row) ? '' : UNPUBLISHED}`),
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
        { ...bar(palette, true), name: '充电量', data: barsOf('chargeEnergy') },
        { ...bar(palette, false), name: '放电量', data: barsOf('dischargeEnergy') },
        {
          ...line(palette.groups[1]),
          name: '等效利用小时',
          xAxisIndex: 1,
          yAxisIndex: 1,
          symbol: 'circle',
          data: rows.map((row) => {
            const value = row.equivalentUtilizationHours
            return isPublished(row) ? value : { value, symbol: 'emptyCircle' }
          }),
        },
      ],
    }
  }

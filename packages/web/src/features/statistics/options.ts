import type { ScaleLayoutRow } from '@xinchu/sdk'
import type { EChartsCoreOption } from 'echarts/core'
import { figure } from '../../lib/figures.ts'
import type { Palette } from './palette.ts'

const SMALL = 12
const NARROW = 640

const tooltip = (palette: Palette) => ({
  backgroundColor: palette.surface,
  borderColor: palette['line-strong'],
  textStyle: { color: palette.ink, fontSize: SMALL },
})

const axis = (palette: Palette) => ({
  axisLine: { lineStyle: { color: palette['line-strong'] } },
  axisTick: { show: false },
  axisLabel: { color: palette['ink-faint'], fontSize: SMALL },
  splitLine: { lineStyle: { color: palette.line } },
  nameTextStyle: { color: palette['ink-faint'], fontSize: SMALL },
})

const GRID = { left: 8, right: 12, top: 34, bottom: 4, containLabel: true }

/** What stood at each year's end as a line over what each year added. */
export const trendOption =
  (rows: readonly ScaleLayoutRow[]) =>
  (palette: Palette): EChartsCoreOption => ({
    grid: GRID,
    tooltip: {
      ...tooltip(palette),
      trigger: 'axis',
      valueFormatter: (value: number) => `${figure(value)} MW`,
    },
    legend: {
      top: 0,
      right: 0,
      itemWidth: 14,
      itemHeight: 8,
      textStyle: { color: palette['ink-soft'], fontSize: SMALL },
    },
    xAxis: { ...axis(palette), type: 'category', data: rows.map(({ year }) => String(year)) },
    yAxis: { ...axis(palette), type: 'value', name: 'MW' },
    series: [
      {
        name: '当年新增',
        type: 'bar',
        barMaxWidth: 28,
        itemStyle: { color: palette['brand-line'], borderRadius: [3, 3, 0, 0] },
        data: rows.map(({ addPower }) => addPower),
      },
      {
        name: '年末累计',
        type: 'line',
        symbolSize: 6,
        lineStyle: { width: 2, color: palette.brand },
        itemStyle: { color: palette.brand },
        data: rows.map(({ ratedPower }) => ratedPower),
      },
    ],
  })

/** Groups as bars, the first at the top, each with its share. */
export const barsOption =
  (rows: readonly ScaleLayoutRow[]) =>
  (palette: Palette): EChartsCoreOption => ({
    grid: { ...GRID, top: 4, right: 56 },
    tooltip: {
      ...tooltip(palette),
      trigger: 'item',
      valueFormatter: (value: number) => `${figure(value)} MW`,
    },
    xAxis: { ...axis(palette), type: 'value', axisLabel: { show: false }, splitLine: { show: false } },
    yAxis: {
      ...axis(palette),
      type: 'category',
      inverse: true,
      axisLine: { show: false },
      axisLabel: { color: palette['ink-soft'], fontSize: SMALL },
      data: rows.map(({ label = '' }) => label),
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 18,
        showBackground: true,
        backgroundStyle: { color: palette.sunken, borderRadius: 3 },
        itemStyle: { color: palette.brand, borderRadius: 3 },
        label: {
          show: true,
          position: 'right',
          color: palette['ink-soft'],
          formatter: ({ dataIndex }: { dataIndex: number }) =>
            `${(rows[dataIndex]?.powerShare ?? 0).toFixed(1)}%`,
        },
        data: rows.map(({ ratedPower }) => ratedPower),
      },
    ],
  })

export interface MapFigure {
  name: string
  value: number
}

/** Divisions coloured by their power; those without any stay blank. */
export const mapOption =
  (name: string, figures: readonly MapFigure[]) =>
  (palette: Palette): EChartsCoreOption => ({
    tooltip: {
      ...tooltip(palette),
      trigger: 'item',
      formatter: ({ name: place, value }: { name: string; value: number }) =>
        `${place}　${Number.isFinite(value) ? `${figure(value)} MW` : '无数据'}`,
    },
    visualMap: {
      type: 'continuous',
      min: 0,
      max: Math.max(1, ...figures.map(({ value }) => value)),
      left: 8,
      bottom: 8,
      itemWidth: 10,
      itemHeight: 90,
      text: ['MW', '0'],
      textStyle: { color: palette['ink-faint'], fontSize: SMALL },
      inRange: { color: [palette['brand-soft'], palette['brand-line'], palette.brand] },
    },
    series: [
      {
        type: 'map',
        map: name,
        roam: false,
        selectedMode: false,
        layoutCenter: ['50%', '50%'],
        // On a phone the width is what there is least of.
        layoutSize: name !== 'china' ? '92%' : window.innerWidth < NARROW ? '98%' : '104%',
        itemStyle: { areaColor: palette.line, borderColor: palette['line-strong'], borderWidth: 0.7 },
        emphasis: {
          label: { show: true, color: palette.ink },
          itemStyle: { areaColor: palette['warning'] },
        },
        label: {
          show: name !== 'china',
          color: palette.ink,
          fontSize: SMALL,
          textBorderColor: palette.surface,
          textBorderWidth: 2,
        },
        data: figures,
      },
    ],
  })

import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { axis, GRID, legend, SMALL, tooltip } from '../../options/common.ts'
import type { Palette } from '../../palette.ts'

interface YearPair {
  year: number
  base: number | undefined
  current: number | undefined
}

/** Two places over time, from zero. */
export const linesOption =
  (years: readonly YearPair[], [base, current]: readonly [string, string], unit: string) =>
  (palette: Palette): EChartsCoreOption => {
    const line = (
      name: string,
      color: string,
      symbol: string,
      of: (each: YearPair) => number | undefined,
    ) => ({
      type: 'line',
      name,
      symbol,
      symbolSize: 8,
      lineStyle: { width: 2, color },
      itemStyle: { color },
      emphasis: { itemStyle: { borderColor: palette.ink, borderWidth: 1.5 } },
      label: {
        show: true,
        position: 'top',
        color: palette.ink,
        fontSize: SMALL,
        formatter: ({ value, dataIndex }: { value: number; dataIndex: number }) =>
          dataIndex === years.length - 1 ? quantity(value, unit) : '',
      },
      data: years.map((each) => of(each) ?? '-'),
    })
    return {
      grid: { ...GRID, right: 40 },
      legend: legend(palette),
      tooltip: tooltip(palette, {
        trigger: 'axis',
        valueFormatter: (value) => (Number.isFinite(value) ? `${quantity(value, unit)} ${unit}` : '无数据'),
      }),
      xAxis: { ...axis(palette), type: 'category', data: years.map(({ year }) => `${year}年`) },
      yAxis: { ...axis(palette), type: 'value', min: 0, name: unit },
      series: [
        line(base, palette.groups[4], 'emptyCircle', (each) => each.base),
        line(current, palette.groups[0], 'circle', (each) => each.current),
      ],
    }
  }

import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import type { Palette } from '../palette.ts'
import { axis, GRID, SMALL, type TooltipSettings, tooltip } from './common.ts'
import { lines, markup } from './markup.ts'

/** A bar with its value at the base, and its figures in columns. */
export interface RankedBar {
  name: string
  value: number
  base?: number | undefined
  texts: readonly string[]
}

export interface RankedSubject {
  bars: readonly RankedBar[]
  unit: string
  /** Headings of the columns, the most important first. */
  heads: readonly string[]
  /** The base in words, such as 2024年底. */
  baseName?: string | undefined
}

const COLUMN = 62
/** Width in px below which only the first columns are shown. */
const WIDE = 420
const FEW = 3
const NAME = 92
const MANY = 5
const BAND = 32
const BASE = 'base'

/** Figures of the bars, in columns beside them. The first row has the headings. */
function columns(palette: Palette, { bars, heads }: RankedSubject, count: number) {
  const shown = Math.min(count, heads.length)
  const cell = (text: string, style: string) => `{${style}|${text}}`
  const rowAt = (at: number) =>
    (at === 0 ? heads : (bars[at - 1]?.texts ?? []))
      .slice(0, shown)
      .map((text, place) => cell(text, at === 0 ? 'head' : place === 0 ? 'main' : 'more'))
      .join('')
  const base = { width: COLUMN, align: 'right' as const, fontSize: SMALL }
  return {
    grid: {
      ...GRID,
      ...{ top: 0, left: NAME + 8, right: shown * COLUMN + 16, containLabel: false },
      // Few bars are not drawn apart.
      ...(bars.length < MANY && { bottom: 'auto', height: (bars.length + 1) * BAND }),
    },
    label: {
      align: 'left',
      margin: 8,
      formatter: (_: string, at: number) => rowAt(at),
      rich: {
        head: { ...base, color: palette.inkFaint },
        main: { ...base, color: palette.ink, fontWeight: 'bold' as const },
        more: { ...base, color: palette.inkSoft },
      },
    },
  }
}

function tooltipOf({ bars, unit, heads, baseName }: RankedSubject): TooltipSettings {
  return {
    trigger: 'axis',
    formatter: (points: readonly { dataIndex: number }[]) => {
      const bar = bars[(points[0]?.dataIndex ?? 0) - 1]
      if (!bar) return markup``
      return lines([
        markup`${bar.name}　${quantity(bar.value, unit)} ${unit}`,
        ...(bar.base === undefined || !baseName
          ? []
          : [markup`${baseName}　${quantity(bar.base, unit)} ${unit}`]),
        ...bar.texts.slice(1).map((text, at) => markup`${heads[at + 1] ?? ''}　${text}`),
      ])
    },
  }
}

/** Bars on one scale from zero, with a tick at the base and columns of figures. */
export const rankedOption =
  (subject: RankedSubject) =>
  (palette: Palette): EChartsCoreOption => {
    const { bars, heads, baseName } = subject
    const wide = columns(palette, subject, heads.length)
    const narrow = columns(palette, subject, FEW)
    const category = { ...axis(palette), type: 'category', inverse: true, axisLine: { show: false } }
    /** Short bars have no room for the key of their ticks above them. */
    const keyAt = (left: number) => (baseName ? [{ id: BASE, left }] : [])
    const most = Math.max(0, ...bars.flatMap(({ value, base = 0 }) => [value, base]))
    return {
      grid: wide.grid,
      tooltip: tooltip(palette, tooltipOf(subject)),
      xAxis: { type: 'value', min: 0, max: most || 1, show: false },
      yAxis: [
        {
          ...category,
          axisLabel: {
            color: palette.inkSoft,
            fontSize: SMALL,
            width: NAME,
            overflow: 'truncate',
            formatter: (name: string, at: number) => (at === 0 ? '' : name),
          },
          data: ['', ...bars.map(({ name }) => name)],
        },
        {
          ...category,
          position: 'right',
          axisLabel: wide.label,
          data: ['', ...bars.map((_, at) => String(at))],
        },
      ],
      graphic: baseName
        ? [
            {
              type: 'text',
              id: BASE,
              left: NAME + 8,
              top: bars.length < MANY ? 10 : 6,
              style: { text: `竖线 = ${baseName}`, fill: palette.inkFaint, fontSize: SMALL },
            },
          ]
        : [],
      series: [
        {
          type: 'bar',
          barMaxWidth: 12,
          itemStyle: { color: palette.groups[0] },
          emphasis: { itemStyle: { color: palette.groups[0], borderColor: palette.ink, borderWidth: 1.5 } },
          data: ['-', ...bars.map(({ value }) => value)],
        },
        {
          type: 'scatter',
          silent: true,
          symbol: 'rect',
          symbolSize: [2, 18],
          itemStyle: { color: palette.ink },
          data: bars.flatMap(({ base }, at) => (base ? [[base, at + 1]] : [])),
        },
      ],
      media: [
        {
          query: { maxWidth: WIDE },
          option: { grid: narrow.grid, yAxis: [{}, { axisLabel: narrow.label }], graphic: keyAt(0) },
        },
        { option: { grid: wide.grid, yAxis: [{}, { axisLabel: wide.label }], graphic: keyAt(NAME + 8) } },
      ],
    }
  }

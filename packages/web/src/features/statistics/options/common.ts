import type { Palette } from '../palette.ts'
import type { Markup } from './markup.ts'

export const SMALL = 12

export interface TooltipSettings {
  /** False for a series without one. */
  show?: boolean
  trigger: 'item' | 'axis'
  /** The chart library inserts the result as HTML. */
  formatter?: (shown: never) => Markup
  /** The chart library escapes the result. */
  valueFormatter?: (value: number) => string
}

/** The only way to build a tooltip. Its type prevents unescaped text. */
export const tooltip = (palette: Palette, settings: TooltipSettings) => ({
  backgroundColor: palette.surface,
  borderColor: palette.outline,
  confine: true,
  textStyle: { color: palette.ink, fontSize: SMALL },
  ...settings,
})

export const axis = (palette: Palette) => ({
  axisLine: { lineStyle: { color: palette.outline } },
  axisTick: { show: false },
  axisLabel: { color: palette.inkFaint, fontSize: SMALL },
  splitLine: { lineStyle: { color: palette.grid } },
  nameTextStyle: { color: palette.inkFaint, fontSize: SMALL },
})

export const legend = (palette: Palette) => ({
  top: 0,
  right: 0,
  itemWidth: 14,
  itemHeight: 9,
  textStyle: { color: palette.inkSoft, fontSize: SMALL },
})

export const GRID = { left: 8, right: 12, top: 38, bottom: 4, containLabel: true }

/** Least room in px between the labels of two ticks, and most ticks above zero. */
const BETWEEN = 4
const MOST_TICKS = 5
const STEPS = [1, 2, 4, 5, 10, 20, 40, 50, 100]

/**
 * Scale from 0 to the least round number that holds a value. Its ticks stand at equal distances, so that their labels, which
 * are as high as their font, never touch.
 * @param room height of the plot in px
 */
export function scaleTo(most: number, room: number): { max: number; interval: number } {
  const ticks = Math.min(MOST_TICKS, Math.max(1, Math.floor(room / (SMALL + BETWEEN))))
  const unit = 10 ** (Math.floor(Math.log10(Math.max(most, 1))) - 1)
  const scales = STEPS.map((step) => ({
    interval: step * unit,
    max: Math.ceil(most / (step * unit) - 1e-9) * step * unit,
  }))
  const fitting = scales.filter(({ interval, max }) => max / interval <= ticks + 1e-9)
  const [best = { interval: most, max: most }] = fitting.toSorted((a, b) => a.max - b.max)
  return best
}

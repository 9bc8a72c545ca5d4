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

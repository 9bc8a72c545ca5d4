import type { Palette } from '../palette.ts'
import { SMALL } from './common.ts'

const isNation = (map: string) => map === 'china'

/** Outlines in the page's colours, fitted to the available space. */
export const outlines = (palette: Palette, map: string) => ({
  map,
  selectedMode: false,
  ...(isNation(map) ? { left: 0, right: 0, top: 0, bottom: 8 } : { left: 8, right: 8, top: 20, bottom: 20 }),
  preserveAspect: 'contain',
  itemStyle: { areaColor: palette.sunken, borderColor: palette['line-strong'], borderWidth: 0.7 },
  label: {
    show: !isNation(map),
    color: palette.ink,
    fontSize: SMALL,
    textBorderColor: palette.surface,
    textBorderWidth: 2,
  },
  labelLayout: { hideOverlap: true },
})

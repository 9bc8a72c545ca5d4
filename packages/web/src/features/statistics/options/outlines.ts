import type { Palette } from '../palette.ts'
import { SMALL } from './common.ts'

/** The inset of the South China Sea, a part of the nation's outlines. */
export const INSET = '南海诸岛'

/** Tells if outlines are those of the nation, with the inset. */
export const isNation = (map: string) => map === 'china'

/** Outlines in the colours of charts. */
export const outlines = (palette: Palette, map: string) => ({
  map,
  selectedMode: false,
  preserveAspect: 'contain',
  itemStyle: { areaColor: palette.sunken, borderColor: palette.outline, borderWidth: 0.7 },
  label: { show: false, color: palette.ink, fontSize: SMALL },
})

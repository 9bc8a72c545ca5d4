import type { Palette } from '../palette.ts'
import { SMALL } from './common.ts'

/** The inset of the South China Sea, a part of the nation's outlines. */
export const INSET = '南海诸岛'

const isNation = (map: string) => map === 'china'

/** Outlines in the colours of charts, fitted to the available space. */
export const outlines = (palette: Palette, map: string) => ({
  map,
  selectedMode: false,
  // Below the nation there is room for the caption of the inset, left of other maps for their key.
  ...(isNation(map) ? { left: 0, right: 0, top: 0, bottom: 20 } : { left: 8, right: 8, top: 20, bottom: 20 }),
  preserveAspect: 'contain',
  itemStyle: { areaColor: palette.sunken, borderColor: palette.outline, borderWidth: 0.7 },
  label: { show: false, color: palette.ink, fontSize: SMALL },
})

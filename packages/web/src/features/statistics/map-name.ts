import { maps } from 'virtual:maps'
import { CORPS, XINJIANG } from '../../ui/form/regions.ts'

export const NATION = '100000'

/** Division whose outlines are drawn for a division. The Corps has none; its cities are inside Xinjiang. */
export const mapCode = (code: string): string => (code === CORPS ? XINJIANG : code)

/** Registered name of a division's outlines. For `china` the library draws the South China Sea inset. */
export const mapName = (code: string): string => (code === NATION ? 'china' : mapCode(code))

/** Whether outlines of a division's parts exist, in this build or from the operator. */
export const hasMap = (code: string, own: readonly string[] = []): boolean =>
  mapCode(code) in maps || own.includes(mapCode(code))

/** Preloads this build's outlines of a division. */
export function fetchOutlines(code: string): void {
  // The error is reported where they are drawn.
  maps[mapCode(code)]?.().catch(() => undefined)
}

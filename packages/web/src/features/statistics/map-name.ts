import { maps } from 'virtual:maps'

export const NATION = '100000'

/** Registered name of a division's outlines. For `china` the library draws the South China Sea inset. */
export const mapName = (code: string): string => (code === NATION ? 'china' : code)

/** Whether outlines of a division's parts exist, in this build or from the operator. */
export const hasMap = (code: string, own: readonly string[] = []): boolean =>
  code in maps || own.includes(code)

/** Preloads this build's outlines of a division. */
export function fetchOutlines(code: string): void {
  // The error is reported where they are drawn.
  maps[code]?.().catch(() => undefined)
}

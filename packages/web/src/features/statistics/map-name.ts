import { maps } from 'virtual:maps'

export const NATION = '100000'

/** The name that the outlines of a division are known by; `china` gets the inset of the South China Sea drawn. */
export const mapName = (code: string): string => (code === NATION ? 'china' : code)

/** Whether there are outlines of a division's parts, of this build or of the operator's. */
export const hasMap = (code: string, own: readonly string[] = []): boolean =>
  code in maps || own.includes(code)

/** Fetches the outlines that this build has of a division, ahead of their use. */
export function fetchOutlines(code: string): void {
  // Told where they are drawn.
  maps[code]?.().catch(() => undefined)
}

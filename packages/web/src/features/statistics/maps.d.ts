/** Outlines of divisions by code as GeoJSON texts, each fetched when it is first needed; made by `build/map-plugin.ts`. */
declare module 'virtual:maps' {
  export const maps: Readonly<Record<string, () => Promise<{ map: string }>>>
}

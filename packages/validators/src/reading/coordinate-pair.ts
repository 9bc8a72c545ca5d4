import { latitude, longitude } from '../rules/coordinates.ts'
import { folded, visible } from './fold.ts'
import { readFigureText } from './number.ts'
import type { ReadSpec } from './types.ts'

/** Degrees within China. */
export interface CoordinatePair {
  longitude: number
  latitude: number
}

const LONGEST = 80
const SPEC: ReadSpec = { name: 'longitude', kind: 'number', unit: '°' }
/** Degrees with minutes or a direction, more decimals than a field has, zeros in front. */
const SURE: ReadonlySet<string> = new Set(['C-023', 'C-028', 'C-029'])

const LABEL = /(?:经度|纬度|坐标)\s*[:=]?/g
const AROUND = /^[([{【]+|[)\]}】.。]+$/g
const SEPARATOR = /[,;、|/\t\r\n]+/
const EAST = /E|东经/i
const NORTH = /N|北纬/i
const IN_NUMBER = /[\d.]/

function degreesIn(text: string): number | undefined {
  const read = readFigureText(text, SPEC, text)
  const found =
    read.level === 'value'
      ? read.value
      : read.level === 'question' && SURE.has(read.finding.code)
        ? read.choices[0]?.value
        : undefined
  return typeof found === 'number' ? found : undefined
}

/** Reads two parts in the order given: the first as longitude. */
function inOrder(east: string, north: string): CoordinatePair | undefined {
  if (NORTH.test(east) || EAST.test(north)) return undefined
  const [lng, lat] = [degreesIn(east), degreesIn(north)]
  if (lng === undefined || lat === undefined || longitude(lng) || latitude(lat)) return undefined
  return { longitude: lng, latitude: lat }
}

const pairOf = (one: string, other: string): CoordinatePair | undefined =>
  inOrder(one, other) ?? inOrder(other, one)

/** Both parts of a text at each place that is not within a number. */
const splits = (text: string): (readonly [string, string])[] =>
  [...text].flatMap((sign, at) =>
    at === 0 || (IN_NUMBER.test(sign) && IN_NUMBER.test(text[at - 1] ?? ''))
      ? []
      : [[text.slice(0, at).trim(), text.slice(at).trim()] as const],
  )

/**
 * Reads longitude and latitude from one text, such as `107.1,37.8`, `N37.8° E107.1°` or `107°06′E 37°48′N`. The ranges of China
 * tell which is which.
 * @returns undefined unless the text is two coordinates and nothing else
 */
export function readCoordinatePair(text: string): CoordinatePair | undefined {
  const plain = folded(visible(text)).replace(LABEL, ' ').trim().replace(AROUND, '').trim()
  if (plain.length > LONGEST) return undefined
  const parts = plain
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const [one = '', other = ''] = parts
  if (parts.length > 2) return undefined
  const found = (parts.length === 2 ? [[one, other] as const] : splits(one)).flatMap(
    ([left, right]) => pairOf(left, right) ?? [],
  )
  const [first] = found
  const isClear = found.every(
    (each) => each.longitude === first?.longitude && each.latitude === first.latitude,
  )
  return isClear ? first : undefined
}

import { type Choice, visible, wordsOf } from '@xinchu/validators/reading'
import type { Found } from './found.ts'
import type { References, RegionRow } from './references.ts'

const MOST = 5
const SHORTEST = 3

// Areas that are no divisions of their own: one covers several counties.
const NEW_AREAS: Readonly<Record<string, readonly string[]>> = {
  雄安新区: ['雄县', '容城县', '安新县'],
  雄安: ['雄县', '容城县', '安新县'],
}

/** Whether a text names such an area. */
export const isNewArea = (text: string): boolean => NEW_AREAS[visible(text).trim()] !== undefined

interface Candidate {
  region: RegionRow
  /** What names it below the division above. */
  name: string
}

/** Whether two names differ by one sign that is another, missing or too much. */
function isOneOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1 || short === long) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = short.length === long.length ? short.slice(at + 1) : short.slice(at)
  return rest === long.slice(at + 1)
}

const isLike = (text: string, { name, shortName }: RegionRow): boolean =>
  text.length >= SHORTEST &&
  (isOneOff(text, name) || (shortName.length >= SHORTEST && isOneOff(text, shortName)))

const inCity = (region: RegionRow, references: References): Candidate => {
  const city = references.byCode(region.parentCode ?? undefined)
  return { region, name: city?.level === 2 ? `${city.name}${region.name}` : region.name }
}

/** The divisions that a text may mean below another: counties of one name in several cities, or names that are one sign off. */
function candidatesFor(text: string, above: RegionRow | undefined, references: References): Candidate[] {
  const isProvince = above?.level === 1
  const named = isProvince ? references.countiesOf(above.code, text) : []
  if (named.length > 0) return named.map((region) => inCity(region, references))
  const below = references.childrenOf(above?.code)
  const near = below.filter((region) => isLike(text, region)).map((region) => ({ region, name: region.name }))
  if (near.length > 0 || !isProvince) return near
  return below
    .flatMap(({ code }) => references.childrenOf(code))
    .filter((region) => isLike(text, region))
    .map((region) => inCity(region, references))
}

/** The counties that a new area covers. */
function countiesOf(area: string, above: RegionRow | undefined, references: References): Candidate[] {
  const province = above?.level === 2 ? references.byCode(above.parentCode ?? undefined) : above
  if (!province) return []
  return (NEW_AREAS[area] ?? []).flatMap((name) => {
    const [region] = references.countiesOf(province.code, name)
    return region ? [{ region, name }] : []
  })
}

/**
 * Asks which division a text means that names none below `above`.
 * @returns the question, and the first division that it offers; undefined if no division is near
 */
export function askPlace(
  field: string,
  given: string,
  above: RegionRow | undefined,
  references: References,
): { found: Found; first: RegionRow } | undefined {
  const text = visible(given).trim()
  const counties = countiesOf(text, above, references)
  const candidates = counties.length > 0 ? counties : candidatesFor(text, above, references).slice(0, MOST)
  const [first] = candidates
  if (!first) return undefined
  const choices: Choice[] = candidates.map(({ name }) => ({ value: name, text: name }))
  const names = candidates.map(({ name }) => name)
  const code = counties.length > 0 ? 'C-062' : 'C-061'
  const args = { choices: names.join('／'), counties: names.join('、') }
  const message = wordsOf({ code, original: text, args })
  return {
    found: { field, code, message, level: 'error', asks: { original: text, choices } },
    first: first.region,
  }
}

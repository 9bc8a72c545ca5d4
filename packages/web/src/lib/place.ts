/** Names of the divisions of a record, as replies give them. */
export interface Placed {
  provinceName?: string | undefined
  cityName?: string | undefined
  countyName?: string | undefined
}

/** Who reads a list of places: nationwide, or from within a province or a city. */
export type PlaceReader = 'nation' | 'province' | 'city'

/** Provinces with a short name of three characters. */
const LONG = /^(?:内蒙古|黑龙江)/
const CORPS = /兵团$/

/** Short name of a province, such as 宁夏, 内蒙古 or 兵团. */
export const shortProvince = (name: string): string =>
  CORPS.test(name) ? '兵团' : name.slice(0, LONG.test(name) ? 3 : 2)

/** Names from the widest to the narrowest. A municipality and its city have one name. */
const namesOf = ({ provinceName, cityName, countyName }: Placed): string[] => [
  ...new Set([provinceName, cityName, countyName].flatMap((name) => name || [])),
]

/** A place in full and without repetition, such as 宁夏回族自治区 吴忠市 盐池县. */
export const fullPlace = (place: Placed): string => namesOf(place).join(' ')

/**
 * A place in the words of a list: the county, and below it the city. A county of a municipality or directly below its
 * province has no city, and a city without counties stands first. Readers of one city know its name.
 */
export function placeOf(place: Placed, reader: PlaceReader): { name?: string; within?: string } {
  const [narrowest, ...wider] = namesOf({ ...place, provinceName: undefined }).reverse()
  const city = wider.find((name) => name !== place.provinceName)
  const name = narrowest ?? place.provinceName
  return { ...(name && { name }), ...(city && reader !== 'city' && { within: city }) }
}

import { NOWHERE, type Place, pathOfCode, placeOf } from '../../../ui/form/regions.ts'
import type { RegionNode } from '../../../ui/ports.ts'

/** Code of the offices that belong to no division. */
const NATION = '100000'

/** The filters of a list that has just the rows of a count. */
export interface RowPlace extends Partial<Place> {
  ownLevel?: string
}

const chosen = (place: Place): Partial<Place> =>
  Object.fromEntries(Object.entries(place).filter(([, code]) => code !== ''))

/**
 * Finds the filters for a division of the distribution.
 * @param asked code of the division whose places are counted; '' for the whole country
 */
export function placeOfRow(regions: readonly RegionNode[], code: string, asked: string): RowPlace {
  if (code === NATION) return { provinceCode: NATION, ownLevel: 'true' }
  const path = pathOfCode(regions, code)
  const place = path.length > 0 ? chosen(placeOf(path)) : { ...chosen(NOWHERE), provinceCode: code }
  return code === asked ? { ...place, ownLevel: 'true' } : place
}

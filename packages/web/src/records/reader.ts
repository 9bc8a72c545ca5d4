import { codeOf, deptKinds, type Holder } from '@xinchu/contract/rights'
import type { PlaceReader } from '../lib/place.ts'

/** Who reads lists of records. Query users read as offices of their level do. */
export type Reader = 'enterprise' | 'county' | 'city' | 'province' | 'nation' | 'group'

const OF_DEPT: Readonly<Record<number, Reader>> = {
  [deptKinds.provinceQuery]: 'province',
  [deptKinds.support]: 'province',
  [deptKinds.cityQuery]: 'city',
  [deptKinds.countyQuery]: 'county',
  [deptKinds.groupQuery]: 'group',
}

const OF_CODE: Partial<Record<NonNullable<ReturnType<typeof codeOf>>, Reader>> = {
  ENT: 'enterprise',
  CNT: 'county',
  CTY: 'city',
  PRV: 'province',
  CEN: 'group',
}

/** The reader that a user is. Anyone without a level of his own reads nationwide. */
export function readerOf(user: Holder): Reader {
  const code = codeOf(user)
  return OF_DEPT[Number(user.deptId)] ?? (code && OF_CODE[code]) ?? 'nation'
}

/** How much of a place a reader has to be told. */
export const placeReader = (reader: Reader): PlaceReader =>
  reader === 'nation' || reader === 'group' || reader === 'enterprise'
    ? 'nation'
    : reader === 'province'
      ? 'province'
      : 'city'

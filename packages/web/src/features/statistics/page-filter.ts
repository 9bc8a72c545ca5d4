import type { StatisticsGetScaleLayoutQuery } from '@xinchu/sdk'
import {
  KIND_FILTERS,
  type KindFilter,
  type PageSearch,
  type PlaceCodes,
  pageKinds,
} from '@xinchu/validators'

/** Kinds of projects that a page is limited to. */
export type Kinds = Pick<StatisticsGetScaleLayoutQuery, KindFilter>

/** A query of a statistic as pages hold it: of one division. */
export type OfPlace<Query> = Omit<Query, keyof PlaceCodes> & PlaceCodes

/** Kinds of projects that an address names. */
export function kindsIn(search: PageSearch): Kinds {
  const { ownerGroupId, ...kinds } = pageKinds(search)
  return { ...kinds, ...(ownerGroupId && { ownerGroupId: ownerGroupId.map(Number) }) } as Kinds // the calls refuse others
}

/** How many kinds of projects are filtered. */
export const kindCount = (filter: Kinds): number =>
  KIND_FILTERS.filter((name) => filter[name] !== undefined).length

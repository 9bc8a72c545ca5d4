import { defineHandlers } from '../contract/types.ts'
import { editionOf } from '../domain/statistics/as-of.ts'
import { statFilter } from '../domain/statistics/filter.ts'
import { projectLocations } from '../domain/statistics/locations.ts'
import { countyCompanies } from '../domain/statistics/places.ts'

export const projectMapHandlers = defineHandlers({
  async findProjectLocations({ query, user }, { db, now }) {
    const edition = await editionOf(db, { asOf: query.asOf, side: query.source }, now())
    const { asOf: _asOf, ...asked } = query
    return projectLocations(db, { ...asked, ...(await statFilter(db, query)), edition }, user)
  },

  async listCountyCompanies({ query, user }, { db }) {
    return countyCompanies(db, query, user)
  },
})

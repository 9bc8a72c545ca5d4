import { defineHandlers } from '../contract/types.ts'
import { projectLocations } from '../domain/statistics/locations.ts'
import { countyCompanies } from '../domain/statistics/places.ts'

export const projectMapHandlers = defineHandlers({
  async findProjectLocations({ query, user }, { db }) {
    return projectLocations(db, query, user)
  },

  async listCountyCompanies({ query, user }, { db }) {
    return countyCompanies(db, query, user)
  },
})

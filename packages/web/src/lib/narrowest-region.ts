interface Codes {
  provinceCode?: string
  cityCode?: string
  countyCode?: string
}

/** Replaces the region filters of a query by the code of the narrowest chosen division. */
export function withRegionCode<Query extends object>(query: Query): Query & { regionCode?: string } {
  const { provinceCode, cityCode, countyCode, ...rest }: Query & Codes = query
  const regionCode = countyCode ?? cityCode ?? provinceCode
  return { ...(rest as Query), ...(regionCode ? { regionCode } : {}) } // the three codes are no part of such a query
}

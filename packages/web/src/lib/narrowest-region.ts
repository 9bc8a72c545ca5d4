interface Codes {
  provinceCode?: string
  cityCode?: string
  countyCode?: string
}

/** A list's query with its place as one code, the narrowest that was chosen. */
export function withRegionCode<Query extends object>(query: Query): Query & { regionCode?: string } {
  const { provinceCode, cityCode, countyCode, ...rest }: Query & Codes = query
  const regionCode = countyCode ?? cityCode ?? provinceCode
  return { ...(rest as Query), ...(regionCode ? { regionCode } : {}) } // the three codes are no part of such a query
}

export type Level = 'county' | 'city' | 'province' | 'nation'

/** Names of the offices that deal with a record. */
export type OfficeNames = ReadonlyMap<Level | 'author', string>

/** Division whose offices deal with a record. */
export type Place = Record<'province_code' | 'city_code' | 'county_code', string | null>

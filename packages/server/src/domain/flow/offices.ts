/** Words for offices that the platform has no organization of. */
export const UNNAMED = {
  author: '填报单位',
  city: '市级能源主管部门',
  province: '省级能源主管部门',
  nation: '国家能源主管部门',
} as const

export type Level = 'county' | 'city' | 'province' | 'nation'

export interface Office {
  id: number
  name: string
}

/** Names of the offices that deal with a record. */
export type OfficeNames = ReadonlyMap<Level | 'author', string>

/** Division whose offices deal with a record. */
export type Place = Record<'province_code' | 'city_code' | 'county_code', string | null>

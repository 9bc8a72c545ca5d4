import { type RegionSeed, regionSeeds } from '@xinchu/server/sample-port'

/** Possible place of a demonstration project: a division without subdivisions. */
export interface Place {
  provinceCode: string
  cityCode: string | null
  countyCode: string | null
  /** Full name. */
  name: string
  province: RegionSeed
  city: RegionSeed | undefined
  county: RegionSeed | undefined
  lng: number
  lat: number
}

/** All lowest divisions of the reporting bodies, by province. */
export function samplePlaces(): Map<string, Place[]> {
  const regions = regionSeeds().filter((region) => region.is_reporting)
  const byCode = new Map(regions.map((region) => [region.code, region]))
  const parents = new Set(regions.map(({ parent_code }) => parent_code))
  const places = new Map<string, Place[]>(
    regions.filter(({ level }) => level === 1).map(({ code }) => [code, []]),
  )
  for (const region of regions.filter(({ code }) => !parents.has(code))) {
    const province = byCode.get(region.province_code)
    if (!province) continue
    const city = byCode.get(region.city_code ?? '')
    const county = byCode.get(region.county_code ?? '')
    // Only counties of the Corps have a position of their own.
    const { lng, lat } = county?.lng ? county : (city ?? province)
    const place: Place = {
      provinceCode: region.province_code,
      cityCode: region.city_code,
      countyCode: region.county_code,
      name: region.name,
      province,
      city,
      county,
      lng: lng ?? 0,
      lat: lat ?? 0,
    }
    places.get(region.province_code)?.push(place)
  }
  return places
}

/** Short names of the province and the place in it. Some places, such as 河南周口经济开发区, begin with their province. */
export function placeLabel({ province, city, county }: Pick<Place, 'province' | 'city' | 'county'>): string {
  const own = (county ?? city)?.short_name ?? ''
  return own.startsWith(province.short_name) ? own : `${province.short_name}${own}`
}

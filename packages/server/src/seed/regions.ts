import { areaList } from '@vant/area-data'
import type { Row } from '../db/schema.ts'
import { shortRegionName } from '../domain/regions/short-name.ts'
import { citySeats } from './city-seats.ts'
import { corpsDivisions } from './corps-divisions.ts'

/** A stored division. */
export type RegionSeed = Row<'region'>

const CORPS = '660000'

// Names, groups and approximate centres (degrees) of provinces. 66 is the Xinjiang Production and Construction Corps,
// which reports like a province, has no GB/T 2260 code and is drawn inside Xinjiang. Its cities have codes of Xinjiang.
const PROVINCES: Readonly<
  Record<string, [short: string, group: RegionSeed['region_group'], lng: number, lat: number]>
> = {
  '11': ['北京', 'HB', 116.4, 40.2],
  '12': ['天津', 'HB', 117.3, 39.3],
  '13': ['河北', 'HB', 114.9, 38.2],
  '14': ['山西', 'HB', 112.4, 37.8],
  '15': ['内蒙古', 'HB', 111.7, 41.2],
  '21': ['辽宁', 'DB', 123, 41.4],
  '22': ['吉林', 'DB', 125.6, 43.8],
  '23': ['黑龙江', 'DB', 127.2, 46.6],
  '31': ['上海', 'HD', 121.4, 31.1],
  '32': ['江苏', 'HD', 119.6, 33],
  '33': ['浙江', 'HD', 120.1, 29.3],
  '34': ['安徽', 'HD', 117.2, 31.9],
  '35': ['福建', 'HD', 118.2, 26],
  '36': ['江西', 'HZ', 115.7, 27.7],
  '37': ['山东', 'HB', 118.2, 36.4],
  '41': ['河南', 'HZ', 113.6, 34],
  '42': ['湖北', 'HZ', 112.7, 31],
  '43': ['湖南', 'HZ', 111.9, 27.6],
  '44': ['广东', 'NF', 113.3, 23.5],
  '45': ['广西', 'NF', 108.6, 23.6],
  '46': ['海南', 'NF', 109.8, 19.3],
  '50': ['重庆', 'HZ', 107.3, 29.8],
  '51': ['四川', 'HZ', 103.4, 30.6],
  '52': ['贵州', 'NF', 106.8, 26.8],
  '53': ['云南', 'NF', 101.9, 25],
  '54': ['西藏', 'HZ', 90.4, 30.2],
  '61': ['陕西', 'XB', 108.7, 35],
  '62': ['甘肃', 'XB', 103.4, 36.4],
  '63': ['青海', 'XB', 100.1, 36.3],
  '64': ['宁夏', 'XB', 106.3, 37.6],
  '65': ['新疆', 'XB', 87, 43],
  '66': ['兵团', 'XB', 86, 44.3],
  '71': ['台湾', 'HD', 120.9, 23.7],
  '81': ['香港', 'NF', 114.2, 22.4],
  '82': ['澳门', 'NF', 113.5, 22.2],
}

const MUNICIPALITIES = new Set(['11', '12', '31', '50'])
// Shown on the map, but they report to other bodies.
const NOT_REPORTING = new Set(['71', '81', '82'])
// Cities without counties.
const UNDIVIDED = new Set(['441900', '442000', '460400'])

// 省直辖县级: an entry of the code list that is not a city. Its counties belong to the province.
const isPseudoCity = (code: string) => /^(?:41|42|46|65)90/.test(code)

function row(
  code: string,
  name: string,
  level: number,
  parent: string | null,
  city: string | null,
): RegionSeed {
  const seat = corpsDivisions.get(code)
  const key = (seat ? CORPS : code).slice(0, 2)
  const province = PROVINCES[key]
  if (!province) throw new Error(`no province has the code ${key}`)
  const [short, group, lng, lat] = province
  const isProvince = level === 1
  const [cityLng = null, cityLat = null] = seat?.position ?? citySeats.get(code) ?? []
  return {
    code,
    name,
    short_name: isProvince ? short : shortRegionName(name),
    level,
    parent_code: parent,
    province_code: `${key}0000`,
    city_code: level === 2 ? code : city,
    county_code: level === 3 ? code : null,
    region_group: group,
    lng: isProvince ? lng : cityLng,
    lat: isProvince ? lat : cityLat,
    map_name: isProvince ? (key === '66' ? '新疆维吾尔自治区' : name) : null,
    is_reporting: !NOT_REPORTING.has(key),
    ended_on: null,
    successor_code: null,
  }
}

const hasChildren = (code: string) => !NOT_REPORTING.has(code.slice(0, 2))

function citiesAndCounties(): RegionSeed[] {
  const cities = Object.entries(areaList.city_list)
    .filter(([code]) => hasChildren(code) && !MUNICIPALITIES.has(code.slice(0, 2)) && !isPseudoCity(code))
    .map(([code, name]) => row(code, name, 2, `${code.slice(0, 2)}0000`, null))
  const known = new Set(cities.map(({ code }) => code))
  const counties = Object.entries(areaList.county_list)
    .filter(
      ([code]) => hasChildren(code) && !UNDIVIDED.has(`${code.slice(0, 4)}00`) && !corpsDivisions.has(code),
    )
    .map(([code, name]) => {
      const city = `${code.slice(0, 4)}00`
      return known.has(city)
        ? row(code, name, 3, city, city)
        : row(code, name, 3, `${code.slice(0, 2)}0000`, null)
    })
  return [...cities, ...counties]
}

/** All divisions, parents before children. */
export function regionSeeds(): RegionSeed[] {
  const provinces = Object.entries(areaList.province_list).map(([code, name]) =>
    row(code, name, 1, null, null),
  )
  const divisions = [...corpsDivisions].map(([code, { name }]) => row(code, name, 3, CORPS, null))
  return [...provinces, row(CORPS, '新疆生产建设兵团', 1, null, null), ...citiesAndCounties(), ...divisions]
}

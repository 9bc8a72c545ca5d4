import { completeCreditCode } from '@xinchu/validators'
import { sql } from 'kysely'
import { type Place, samplePlaces } from '../../../sample/src/places.ts'
import { oneOf } from '../../../sample/src/random.ts'
import type { Db } from '../../src/db/database.ts'
import { nameColumns } from '../../src/domain/es-project/duplicates/name-keys.ts'
import { numberColumns } from '../../src/domain/es-project/duplicates/number-keys.ts'

type Random = () => number
type Row = Record<string, unknown>

const COMPANIES = 100_000
const LOCALITIES = [...'东西南北中上下新大小'].flatMap((first) =>
  [...'河山桥湖庄塘岭湾坪沟泉堡店梁墩滩'].flatMap((second) =>
    [...'村镇口台营寺'].map((third) => first + second + third),
  ),
)
const TRADES = [...'华中国宏鑫恒安泰瑞德金海天龙兴'].flatMap((first) =>
  [...'能源科达盛通联创辉远丰润旭晟和'].flatMap((second) =>
    [...'特美达隆诚信佳邦'].map((third) => first + second + third),
  ),
)
const FACTORIES = [
  '铸造',
  '纺织',
  '化纤',
  '水泥',
  '机械',
  '电子',
  '食品',
  '包装',
  '铝业',
  '新材料',
  '医药',
  '汽车部件',
]
const POWERS = [0.5, 1, 2, 2.5, 5, 10, 20, 50, 100, 100, 100, 150, 200, 300]
const places = [...samplePlaces().values()].flat()

/** Skewed places and companies: few crowded ones and many small ones. */
const skewed = <T>(list: readonly T[], random: Random): T => oneOf(list, () => random() ** 2)

function nameOf(place: Place, power: number, hours: number, random: Random): string {
  const county = place.county ?? place.city ?? place.province
  if (power < 10) {
    const owner = `${oneOf(TRADES, random)}${oneOf(FACTORIES, random)}`
    return `${county.short_name}${owner}${power}MW/${power * hours}MWh用户侧储能项目`
  }
  const kind = oneOf(['共享', '独立', '电网侧', '光伏配套', '风电配套', '新能源配建', '集中式电化学'], random)
  const phase = oneOf(['', '', '', '一期', '二期'], random)
  return `${oneOf([county.name, county.short_name], random)}${oneOf(LOCALITIES, random)}${power}MW/${power * hours}MWh${kind}储能电站${phase}`
}

/** A typical record: crowded places and companies, few name patterns and capacities. */
export function manyLike(serial: number, random: Random): Row {
  const place = skewed(places, random)
  const { province, city, county } = place
  const power = oneOf(POWERS, random)
  const hours = oneOf([2, 2, 2, 4], random)
  const name = nameOf(place, power, hours, random)
  const regions = [province, city, county].flatMap((region) =>
    region ? [region.name, region.short_name] : [],
  )
  const company = Math.floor(random() ** 2 * COMPANIES)
  const isUserSide = power < 10
  const record_no = random() < 0.8 ? `发改备〔2026〕${serial}号` : null
  const filing = { record_no, ...numberColumns({ record_no }) }
  return {
    id: serial,
    project_code: `ES${place.provinceCode.slice(0, 2)}2026${String(serial).padStart(7, '0')}`,
    project_name: name,
    ...nameColumns(name, regions, place.provinceCode),
    province_code: place.provinceCode,
    city_code: place.cityCode,
    county_code: place.countyCode,
    address: '工业园区',
    longitude: Number((place.lng + (random() - 0.5) * 0.6).toFixed(4)),
    latitude: Number((place.lat + (random() - 0.5) * 0.5).toFixed(4)),
    company_name: `${oneOf(TRADES, random)}储能有限公司`,
    credit_code: completeCreditCode(`91640323MA${String(company).padStart(7, '0')}`),
    owner_group_id: random() < 0.3 ? 1 + Math.floor(random() * 100) : null,
    ...filing,
    build_status: oneOf(['1', '2', '3', '4', '4', '4'], random),
    tech_type: random() < 0.95 ? '01' : '02',
    app_scenario: isUserSide ? '3' : '2',
    app_sub_scenario: isUserSide ? '31' : oneOf(['21', '22'], random),
    rated_power: power,
    rated_energy: power * hours,
    grid_voltage: isUserSide ? '10' : '110',
    substation_name: isUserSide ? null : `${oneOf(LOCALITIES, random)}变`,
    declare_status: '7',
    country_status: '4',
    submitted_once: true,
    origin_dept_id: 100,
    create_by: 'bench',
    update_by: 'bench',
  }
}

/** Inserts rows, 2,000 per statement, like an import. */
export async function insertProjects(db: Db, count: number, make: (at: number) => Row): Promise<void> {
  const columns = sql.raw(Object.keys(make(0)).join(', '))
  for (let from = 0; from < count; from += 2_000) {
    const rows = Array.from({ length: Math.min(2_000, count - from) }, (_, at) => make(from + at))
    await sql`insert into es_project (${columns}) select ${columns}
      from jsonb_populate_recordset(null::es_project, ${JSON.stringify(rows)}::text::jsonb)`.execute(db)
  }
}

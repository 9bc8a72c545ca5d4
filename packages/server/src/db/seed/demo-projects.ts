import { completeCreditCode } from '@xinchu/validators'
import type { Insertable } from 'kysely'
import type { Db } from '../open.ts'
import type { EsProjectTable } from '../schema-project.ts'
import { provincialFigures } from './provincial-figures.ts'

type ProjectSeed = Insertable<EsProjectTable>

interface Place {
  province_code: string
  city_code: string | null
  county_code: string | null
  name: string
  lng: number
  lat: number
}

/** A small generator with a seed, so that every demonstration is the same. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

// Shares of the published breakdown at the end of 2024; the last of a list takes what is left.
const TECHNOLOGIES = [
  [0.964, '01', '0101'],
  [0.015, '05', '0501'],
  [0.007, '03', '0301'],
  [0.007, '04', '0401'],
  [0.002, '06', '0602'],
  [1, '02', '0202'],
] as const
const SCENARIOS = [
  [0.46, '2', '21'],
  [0.06, '2', '22'],
  [0.36, '1', '11'],
  [0.03, '1', '12'],
  [1, '3', '31'],
] as const
const ORDINALS = '一二三四五六七八九十'
// Projects that are still on their way: state of the declaration, of the nation's review, of construction.
const UNDER_REVIEW = [
  ['1', '0', '2'],
  ['3', '0', '2'],
  ['5', '0', '3'],
  ['7', '0', '3'],
  ['7', '1', '3'],
  ['7', '3', '3'],
  ['2', '0', '1'],
  ['0', '0', '1'],
] as const

const round4 = (value: number) => Math.round(value * 10_000) / 10_000

function pick<T extends readonly [number, ...unknown[]]>(list: readonly T[], draw: number): T {
  let sum = 0
  const found = list.find(([share]) => {
    sum += share
    return draw < sum
  })
  const chosen = found ?? list.at(-1)
  if (!chosen) throw new RangeError('nothing to pick from')
  return chosen
}

/** Splits a sum into parts of plausible sizes that add up to it exactly, to 4 decimals. */
function split(total: number, parts: number, random: () => number): number[] {
  const weights = Array.from({ length: parts }, () => 0.3 + random() * 1.4)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const rounded = weights.map((weight) => Math.max(1, Math.round((total * weight) / sum)))
  const rest = total - rounded.slice(1).reduce((all, part) => all + part, 0)
  return [round4(rest), ...rounded.slice(1)]
}

function seedOf(
  place: Place,
  index: number,
  power: number,
  energy: number,
  random: () => number,
): ProjectSeed {
  const [, techType, techSubType] = pick(TECHNOLOGIES, random())
  const [, appScenario, appSubScenario] = pick(SCENARIOS, random())
  const year = 2021 + Math.floor(random() * 4)
  const month = String(1 + Math.floor(random() * 12)).padStart(2, '0')
  const ordinal = ORDINALS[index % 10] ?? ''
  const unitCost = 900 + random() * 400
  return {
    province_code: place.province_code,
    city_code: place.city_code,
    county_code: place.county_code,
    project_code: `ES${place.province_code.slice(0, 2)}${year}${String(index + 1).padStart(6, '0')}`,
    project_name: `${place.name}${ordinal}号${power >= 10 ? Math.round(power) : round4(power)}MW储能电站（${index + 1}）`,
    normalised_name: `${place.name}${ordinal}号${index + 1}`,
    company_name: `${place.name}${ordinal}号储能有限公司`,
    credit_code: completeCreditCode(
      `91${place.county_code ?? place.city_code ?? place.province_code}MA${String(index).padStart(7, '0')}`,
    ),
    owner_type: random() < 0.4 ? '1' : '3',
    contact_name: '联系人',
    contact_phone: `139${String(10_000_000 + index).slice(0, 8)}`,
    address: `${place.name}储能产业园`,
    longitude: round4(place.lng + (random() - 0.5) * 0.8),
    latitude: round4(place.lat + (random() - 0.5) * 0.6),
    build_status: '4',
    project_type: '1',
    tech_type: techType,
    tech_sub_type: techSubType,
    app_scenario: appScenario,
    app_sub_scenario: appSubScenario,
    function_types: ['1', '3'],
    grid_voltage: power >= 100 ? '220' : power >= 20 ? '110' : '35',
    grid_operator: '1',
    is_dispatched: true,
    is_echelon_use: false,
    rated_power: power,
    rated_energy: energy,
    total_investment: round4((energy * unitCost) / 10),
    completed_investment: round4((energy * unitCost) / 10),
    record_no: `发改备〔${year}〕${index + 1}号-${place.province_code.slice(0, 2)}`,
    record_date: `${year - 1}-03-01`,
    record_org: '发展和改革部门',
    plan_grid_date: `${year}-${month}-01`,
    start_date: `${year - 1}-06-01`,
    grid_date: `${year}-${month}-05`,
    commission_date: `${year}-${month}-20`,
    grid_agreement: '2',
    dispatch_agreement: '2',
    fire_acceptance: '2',
    declare_status: '7',
    country_status: '4',
    origin_dept_id: 100,
    submitted_once: true,
    read_flag: true,
    create_by: 'system',
  }
}

/** The demonstration projects: those in operation add up to the provincial figures exactly. */
export function demoProjects(places: readonly Place[]): ProjectSeed[] {
  const random = randomFrom(20_241_231)
  return Object.entries(provincialFigures).flatMap(([province, [tenMw, tenMwh]]) => {
    const own = places.filter(({ province_code }) => province_code === province)
    const count = Math.max(4, Math.round(tenMw / 6))
    const powers = split(tenMw * 10, count, random)
    const ratio = tenMwh / tenMw
    const rough = powers.map((power) => Math.max(1, Math.round(power * ratio)))
    const energies = [
      round4(tenMwh * 10 - rough.slice(1).reduce((all, energy) => all + energy, 0)),
      ...rough.slice(1),
    ]
    const at = (index: number) => {
      const place = own[Math.floor(random() * own.length)]
      if (!place) throw new RangeError(`no division of ${province}`)
      return { place, index }
    }
    const operating = powers.map((power, index) =>
      seedOf(at(index).place, index, power, energies[index] ?? 1, random),
    )
    const others = UNDER_REVIEW.map(([declare, country, build], offset): ProjectSeed => {
      const index = count + offset
      const power = 10 + Math.floor(random() * 20) * 10
      const base = seedOf(at(index).place, index, power, power * 2, random)
      const opened = { grid_date: null, commission_date: null, read_flag: false, completed_investment: 0 }
      return {
        ...base,
        ...opened,
        build_status: build,
        declare_status: declare,
        country_status: country,
        submitted_once: declare !== '0',
      }
    })
    return [...operating, ...others]
  })
}

const CHUNK = 100

export async function seedDemoProjects(db: Db): Promise<void> {
  const regions = await db.selectFrom('region').selectAll().where('is_reporting', '=', true).execute()
  const provinces = new Map(regions.filter(({ level }) => level === 1).map((region) => [region.code, region]))
  const parents = new Set(regions.map(({ parent_code }) => parent_code))
  const places = regions
    .filter(({ code, level }) => level > 1 && !parents.has(code))
    .map((region): Place => {
      const province = provinces.get(region.province_code)
      return {
        province_code: region.province_code,
        city_code: region.city_code,
        county_code: region.county_code,
        name: region.name,
        lng: province?.lng ?? 105,
        lat: province?.lat ?? 35,
      }
    })
  const seeds = demoProjects(places)
  for (let start = 0; start < seeds.length; start += CHUNK) {
    await db
      .insertInto('es_project')
      .values(seeds.slice(start, start + CHUNK))
      .execute()
  }
}

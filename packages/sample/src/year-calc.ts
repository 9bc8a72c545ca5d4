import { CountryStatus, ReportStatus } from '@xinchu/contract/codes'
import type { RegionSeed } from '@xinchu/server/sample-port'
import { completeYearCalcRow, roundTo, sumYearCalcRows, type YearCalcRow } from '@xinchu/validators'
import { type Place, samplePlaces } from './places.ts'
import type { SampleProject } from './project.ts'

/** A row of year_calc. */
export type YearCalcSeed = Readonly<Record<string, unknown>>

// Provinces with a stored calculation of last year, and the state of this year's if any.
const PROVINCES: readonly (readonly [code: string, thisYear: string | undefined])[] = [
  ['110000', '1'],
  ['150000', '5'],
  ['320000', '1'],
  ['340000', undefined],
  ['370000', '1'],
  ['440000', '4'],
  ['620000', '2'],
  ['640000', undefined],
  ['650000', '0'],
]
// The demonstration accounts' city, and the counties that have reported to it this year.
const CHAIN_PROVINCE = '640000'
const CHAIN_CITY = '640300'
const CHAIN_STATES: Readonly<Record<string, string>> = {
  '640302': '3',
  '640303': '1',
  '640324': '1',
  '640381': '2',
  '640100': '1',
  '640200': '3',
}

const GROWTH = 0.35
const RETIRED = 0.01
const BASIS = '依据在建项目进度、年度开发方案与储能规划测算'

const share = (value: number, part: number) => roundTo(value * part, 1)

/** Capacity in a place, and the expected change. */
function rowsOf(projects: readonly SampleProject[]): YearCalcRow[] {
  const standing = sumYearCalcRows(
    projects.flatMap(({ row }) =>
      row.tech_type && row.app_scenario
        ? [
            {
              techType: row.tech_type,
              appScenario: row.app_scenario,
              lastYearPower: row.rated_power ?? 0,
              lastYearEnergy: row.rated_energy ?? 0,
            },
          ]
        : [],
    ),
  )
  return standing.map(({ lastYearPower: power = 0, lastYearEnergy: energy = 0, ...kind }) =>
    completeYearCalcRow({
      ...kind,
      lastYearPower: power,
      lastYearEnergy: energy,
      addPower: share(power, GROWTH),
      addEnergy: share(energy, GROWTH),
      retirePower: share(power, RETIRED),
      retireEnergy: share(energy, RETIRED),
      nextYearAddPower: share(power, GROWTH * 0.8),
      nextYearAddEnergy: share(energy, GROWTH * 0.8),
    }),
  )
}

interface Wanted {
  region: RegionSeed
  projects: readonly SampleProject[]
  year: number
  status: string
}

function calculation({ region, projects, year, status }: Wanted, id: number): YearCalcSeed {
  const rows = rowsOf(projects)
  const added = rows.reduce((sum, { addEnergy = 0 }) => sum + addEnergy, 0)
  const end = rows.reduce((sum, { yearEndPower = 0 }) => sum + yearEndPower, 0)
  return {
    id,
    province_code: region.province_code,
    scope_type: 'REGION',
    scope_id: Number(region.code),
    scope_name: region.name,
    year,
    city_code: region.city_code,
    county_code: region.county_code,
    rows,
    // In 10,000 yuan, for MWh at about 1,000 yuan per kWh.
    planned_investment: roundTo(added * 100, 1),
    target2027_power: Math.round(end * 1.5),
    target2030_power: Math.round(end * 2.4),
    basis: BASIS,
    status,
    last_opinion:
      status === ReportStatus.returned || status === ReportStatus.returnedByNation ? '请补充测算依据' : null,
    version: 1,
    create_by: 'system',
    update_by: 'system',
    create_time: `${year}-11-15 10:00:00`,
    update_time: `${year}-11-18 10:00:00`,
  }
}

/** All divisions that contain a place. */
const regionsOf = ({ province, city, county }: Place): RegionSeed[] =>
  [province, city, county].filter((region) => region !== undefined)

/** Calculations of last year and this year for some provinces and the demonstration accounts' offices. */
export function sampleYearCalcs(
  projects: readonly SampleProject[],
  year: number,
  firstId: number,
): YearCalcSeed[] {
  const places = [...samplePlaces().values()].flat()
  const regions = new Map(places.flatMap(regionsOf).map((region) => [region.code, region]))
  const stored = projects.filter(({ row }) => row.country_status === CountryStatus.stored)
  const standing = (code: string, one: number) =>
    stored.filter(
      ({ row }) =>
        (row.commission_date ?? '') < String(one) &&
        [row.province_code, row.city_code, row.county_code].includes(code),
    )
  const wanted: Wanted[] = []
  const add = (code: string, one: number, status: string) => {
    const region = regions.get(code)
    const here = standing(code, one)
    if (region && here.length > 0) wanted.push({ region, projects: here, year: one, status })
  }
  for (const [code, thisYear] of PROVINCES) {
    add(code, year - 1, '5')
    if (thisYear) add(code, year, thisYear)
  }
  for (const { code, province_code, city_code, level } of regions.values()) {
    const isInChain = level === 2 ? province_code === CHAIN_PROVINCE : city_code === CHAIN_CITY
    if (level === 1 || !isInChain) continue
    add(code, year - 1, '5')
    const status = CHAIN_STATES[code]
    if (status) add(code, year, status)
  }
  return wanted.map((each, index) => calculation(each, firstId + index))
}

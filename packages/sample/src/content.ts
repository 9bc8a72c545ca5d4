import { deptKinds } from '@xinchu/contract/rights'
import type { NewRow } from '@xinchu/server/sample-port'
import { toChineseNumber } from '@xinchu/validators'
import type { Capacity } from './capacities.ts'
import type { Company } from './companies.ts'
import type { Kind } from './kinds.ts'
import type { Place } from './places.ts'
import { positionIn } from './positions.ts'

export type ProjectSeed = NewRow<'es_project'>

export interface Content {
  place: Place
  company: Company
  capacity: Capacity
  kind: Kind
  /** Sequence number within its place. */
  number: number
  /** Sequence number among all projects. */
  serial: number
}

const NAMES: Readonly<Record<string, string>> = {
  '11': '新能源配套储能项目',
  '12': '火储联合调频项目',
  '21': '独立储能电站',
  '22': '共享储能电站',
  '23': '变电站储能项目',
  '31': '工商业储能项目',
  '32': '产业园区储能项目',
  '33': '光储充一体化项目',
  '34': '源网荷储一体化项目',
}
const FUNCTIONS: Readonly<Record<string, string[]>> = {
  '11': ['1', '9'],
  '12': ['2'],
  '21': ['1', '2', '3'],
  '22': ['1', '3'],
  '23': ['3', '13'],
}
const PROFITS: Readonly<Record<string, string[]>> = {
  '11': ['8'],
  '12': ['3'],
  '21': ['1', '4', '5'],
  '22': ['1', '4'],
  '23': ['8'],
}
const USER_FUNCTIONS = ['10', '11']
const USER_PROFITS = ['6', '7']

// Minimum and maximum cost in yuan per kWh.
const COSTS: Readonly<Record<string, readonly [number, number]>> = {
  '03': [2200, 3000],
  '05': [1000, 1600],
  '06': [3000, 4500],
}
const USUAL_COST: readonly [number, number] = [900, 1300]

export const round4 = (value: number): number => Math.round(value * 10_000) / 10_000

function voltageOf(power: number, provinceCode: string): string {
  if (power < 10) return '10'
  if (power < 50) return '35'
  if (power < 100) return '110'
  return power >= 200 && /^6[1-5]/.test(provinceCode) ? '330' : '220'
}

function operatorOf(province: Place['province']): string {
  if (province.code === '150000') return '3'
  return province.region_group === 'NF' ? '2' : '1'
}

/** Power plant that a station belongs to, for scenarios that have one. */
function pairOf({ place, kind, capacity, number }: Content) {
  if (kind.appSubScenario === '11')
    return {
      paired_project_name: `${place.name}${toChineseNumber(number)}号光伏电站`,
      paired_capacity: capacity.power * 5,
    }
  if (kind.appSubScenario === '12')
    return { paired_project_name: `${place.name}火电厂${number}号机组`, paired_capacity: capacity.power * 20 }
  return { paired_project_name: null, paired_capacity: null }
}

function investmentOf({ kind, capacity }: Content, random: () => number): number {
  const [least, greatest] = COSTS[kind.techType] ?? USUAL_COST
  // 1 MWh at 1 yuan/kWh is 1,000 yuan, a tenth of 10,000 yuan.
  return round4((capacity.energy * (least + random() * (greatest - least))) / 10)
}

/** Content that does not depend on a project's progress. */
export function contentOf(content: Content, random: () => number) {
  const { place, company, capacity, kind, number, serial } = content
  return {
    province_code: place.provinceCode,
    city_code: place.cityCode,
    county_code: place.countyCode,
    project_name: `${place.name}${toChineseNumber(number)}号${capacity.power}MW/${capacity.energy}MWh${NAMES[kind.appSubScenario] ?? ''}`,
    company_name: company.name,
    credit_code: company.creditCode,
    owner_type: company.ownerType,
    contact_name: '项目联系人',
    // No carrier uses this prefix, so the numbers belong to nobody.
    contact_phone: `100${String(serial).padStart(8, '0')}`,
    address: `${place.name}储能产业园${number}号`,
    ...positionIn(place, random),
    project_type: '1',
    tech_type: kind.techType,
    tech_sub_type: kind.techSubType,
    app_scenario: kind.appScenario,
    app_sub_scenario: kind.appSubScenario,
    function_types: FUNCTIONS[kind.appSubScenario] ?? USER_FUNCTIONS,
    profit_models: PROFITS[kind.appSubScenario] ?? USER_PROFITS,
    grid_voltage: voltageOf(capacity.power, place.provinceCode),
    grid_operator: operatorOf(place.province),
    is_echelon_use: false,
    rated_power: capacity.power,
    rated_energy: capacity.energy,
    total_investment: investmentOf(content, random),
    origin_dept_id: deptKinds.enterprise,
    ...pairOf(content),
  }
}

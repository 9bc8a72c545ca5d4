import type { Row } from '../db/schema.ts'
import { dealer } from './dealer.ts'
import type { Capacity } from './demo-capacities.ts'

type AppScenario = NonNullable<Row<'es_project'>['app_scenario']>

/** Technology and application scenario of a station, as dictionary values. */
export interface Kind {
  techType: string
  techSubType: string
  appScenario: AppScenario
  appSubScenario: string
  /** Year of commissioning. */
  year: number
}

const SUB_TYPES: Readonly<Record<string, string>> = {
  '01': '0101',
  '02': '0202',
  '03': '0301',
  '04': '0401',
  '05': '0501',
  '06': '0602',
}

/**
 * Assigns kinds so that totals match the published figures for the end of 2024: by technology, by scenario (mid 2024),
 * and by year of commissioning with national sums of 3.28 GW at the end of 2020, then 4.1, 8.7, 31.39 and 73.76 GW.
 */
export function kindDealer(): (capacity: Capacity) => Kind {
  const technology = dealer([
    ['01', 0.964],
    ['05', 0.015],
    ['03', 0.007],
    ['04', 0.007],
    ['06', 0.002],
    ['02', 0.005],
  ])
  const scenario = dealer([
    ['21', 0.385],
    ['22', 0.068],
    ['11', 0.428],
    ['12', 0.05],
    ['23', 0.02],
    ['31', 0.024],
    ['32', 0.011],
    ['33', 0.008],
    ['34', 0.006],
  ])
  const year = dealer([
    ['2021', 0.0556],
    ['2022', 0.0624],
    ['2023', 0.3076],
    ['2024', 0.5744],
  ])
  // The stock at the end of 2021, most of it built before: the base of that year's additions.
  const early = dealer([
    ['2020', 0.8],
    ['2021', 0.2],
  ])
  const yearOf = (power: number) => {
    const dealt = year(power)
    return dealt === '2021' ? early(power) : dealt
  }
  return ({ power, energy }) => {
    const techType = technology(power, technologiesFor(power, energy / power))
    const appSubScenario = scenario(power, power < 10 ? USER_SIDE : LARGER)
    return {
      techType,
      techSubType: SUB_TYPES[techType] ?? '',
      appScenario: sideOf(appSubScenario),
      appSubScenario,
      year: Number(yearOf(power)),
    }
  }
}

/** The first digit of a use is its side. */
const sideOf = (use: string): AppScenario => (use.startsWith('1') ? '1' : use.startsWith('2') ? '2' : '3')

const USER_SIDE = ['31', '32', '33', '34'] as const
const LARGER = ['21', '22', '11', '12', '23'] as const

/** Technologies suitable for a power in MW and a duration in hours. */
function technologiesFor(power: number, hours: number) {
  if (hours < 2) return ['01', '06'] as const
  if (hours < 4) return ['01', '02', '04'] as const
  return power >= 100 ? (['01', '05'] as const) : (['01', '03'] as const)
}

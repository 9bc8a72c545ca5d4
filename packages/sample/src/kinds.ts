import type { Row } from '@xinchu/server/sample-port'
import type { Capacity } from './capacities.ts'
import { dealer } from './dealer.ts'

type AppScenario = NonNullable<Row<'es_project'>['app_scenario']>

/** Technology and application scenario of a station, as dictionary values. */
export interface Kind {
  techType: string
  techSubType: string
  appScenario: AppScenario
  appSubScenario: string
}

const SUB_TYPES: Readonly<Record<string, string>> = {
  '01': '0101',
  '02': '0202',
  '03': '0301',
  '04': '0401',
  '05': '0501',
  '06': '0602',
}

type Shares = readonly (readonly [kind: string, share: number])[]

/** Shares of the power by technology and by use. */
export interface KindShares {
  technologies: Shares
  uses: Shares
  /** Stations with less power than this, in MW, are on the user's side. */
  userSideBelow: number
}

/** Published for the end of 2024 by technology, and for mid 2024 by use. */
export const STOCK: KindShares = {
  technologies: [
    ['01', 0.964],
    ['05', 0.015],
    ['03', 0.007],
    ['04', 0.007],
    ['06', 0.002],
    ['02', 0.005],
  ],
  uses: [
    ['21', 0.385],
    ['22', 0.068],
    ['11', 0.428],
    ['12', 0.05],
    ['23', 0.02],
    ['31', 0.024],
    ['32', 0.011],
    ['33', 0.008],
    ['34', 0.006],
  ],
  userSideBelow: 10,
}

/** Of what was added since: independent storage, long ago less than half, had 58 % of all at the end of 2025. */
export const ADDED: KindShares = {
  technologies: [
    ['01', 0.961],
    ['05', 0.017],
    ['03', 0.012],
    ['04', 0.003],
    ['06', 0.002],
    ['02', 0.005],
  ],
  uses: [
    ['21', 0.61],
    ['22', 0.12],
    ['11', 0.23],
    ['12', 0.012],
    ['23', 0.018],
    ['31', 0.005],
    ['32', 0.002],
    ['33', 0.002],
    ['34', 0.001],
  ],
  userSideBelow: 20,
}

/** Assigns kinds so that totals match the shares. */
export function kindDealer(shares: KindShares): (capacity: Capacity) => Kind {
  const technology = dealer(shares.technologies)
  const use = dealer(shares.uses)
  return ({ power, energy }) => {
    const techType = technology(power, technologiesFor(power, energy / power))
    const appSubScenario = use(power, power < shares.userSideBelow ? USER_SIDE : LARGER)
    return {
      techType,
      techSubType: SUB_TYPES[techType] ?? '',
      appScenario: sideOf(appSubScenario),
      appSubScenario,
    }
  }
}

/**
 * Assigns years of commissioning to the stations of the end of 2024 with national sums of 3.28 GW at the end of 2020, then
 * 4.1, 8.7, 31.39 and 73.76 GW.
 */
export function yearDealer(): (power: number) => number {
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
  return (power) => {
    const dealt = year(power)
    return Number(dealt === '2021' ? early(power) : dealt)
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

import { capacitiesOf, LATER_SIZES } from './capacities.ts'
import { accountCompanies } from './companies.ts'
import { samplePlaces } from './places.ts'
import { dayAfter } from './progress.ts'
import type { Finder, Wanted } from './project.ts'
import { growthUntil } from './provincial-growth.ts'
import { oneOf } from './random.ts'
import { STORED } from './stages.ts'

const DAY_MS = 86_400_000

function dayBetween(first: string, last: string, random: () => number): string {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return dayAfter(first, Math.floor(random() * days))
}

/**
 * The stations that came into operation after 2024 until a day (yyyy-MM-dd): those of each period and province add up to
 * their growth. None stands beside those of a demonstration account's enterprise, whose list stays short.
 */
export function* laterStations(today: string, find: Finder, random: () => number): Generator<Wanted> {
  const own = accountCompanies()
  const places = new Map(
    [...samplePlaces()].map(([province, all]) => [
      province,
      all.filter(({ countyCode }) => !own.has(countyCode ?? '')),
    ]),
  )
  for (const { first, last, added } of growthUntil(today))
    for (const [province, [power, energy]] of added)
      for (const capacity of capacitiesOf(power * 10, energy * 10, random, LATER_SIZES)) {
        const place = oneOf(places.get(province) ?? [], random)
        const commissioned = dayBetween(first, last, random)
        yield { place, company: find(place), capacity, stage: STORED, commissioned }
      }
}

import { nameColumns } from '@xinchu/server/sample-port'
import { type Quarter, quarterOf } from '@xinchu/validators'
import { type Capacity, capacitiesOf } from './capacities.ts'
import { accountCompanies, type Company, companyFinder } from './companies.ts'
import { contentOf } from './content.ts'
import { historyOf } from './history.ts'
import { ADDED, kindDealer, STOCK, yearDealer } from './kinds.ts'
import { laterStations } from './later-stations.ts'
import { type Place, samplePlaces } from './places.ts'
import { dayOfYear, operatingSince, stillBuilding } from './progress.ts'
import type { Finder, SampleProject, Wanted } from './project.ts'
import { provincialFigures } from './provincial-figures.ts'
import { oneOf, randomFrom } from './random.ts'
import { repeating } from './repeats.ts'
import { reviewedFrom, reviewedProjects } from './reviewed.ts'
import { DRAFT, STORED, type Stage, stagesOf } from './stages.ts'

// Stage at which a province reviews projects.
const BEFORE_PROVINCE = '5'

// Number of a province's operating stations that belong to a demonstration account's enterprise.
const OWN_STATIONS = 3

// Date of the provincial figures that the stock adds up to.
const STOCK_DATE: Quarter = { year: 2024, quarter: 4 }

// The province that has an account at every level.
const CHAIN_PROVINCE = '640000'

/** Capacity of a project not in operation: two hours, 10 to 200 MW. */
function plannedCapacity(random: () => number): Capacity {
  const power = 10 * (1 + Math.floor(random() * 20))
  return { power, energy: power * 2 }
}

/** Projects of one province: its operating stations, and one at each stage before the warehouse. */
function* wantedIn(
  province: string,
  places: readonly Place[],
  random: () => number,
  find: Finder,
): Generator<Wanted> {
  const own = ownGround(places)
  const at = (place: Place, stage: Stage, capacity: Capacity): Wanted => ({
    place,
    company: find(place),
    capacity,
    stage,
  })
  const [power, energy] = provincialFigures[province] ?? [0, 0]
  const capacities = power > 0 ? capacitiesOf(power * 10, energy * 10, random) : []
  for (const [index, capacity] of capacities.entries())
    yield own && index < OWN_STATIONS
      ? { ...own, capacity, stage: STORED }
      : at(oneOf(places, random), STORED, capacity)
  for (const stage of stagesOf(oneOf(places, random)))
    yield at(placeFor(stage, places, random), stage, plannedCapacity(random))
  if (own)
    for (const stage of [DRAFT, ...stagesOf(own.place)])
      yield { ...own, stage, capacity: plannedCapacity(random) }
}

/** A place of the province whose review levels include the stage. */
function placeFor(stage: Stage, places: readonly Place[], random: () => number): Place {
  const fitting = places.filter((place) =>
    stagesOf(place).some(({ declare, country }) => declare === stage.declare && country === stage.country),
  )
  return oneOf(fitting, random)
}

function ownGround(places: readonly Place[]): { place: Place; company: Company } | undefined {
  for (const [code, company] of accountCompanies()) {
    const place = places.find(({ countyCode }) => countyCode === code)
    if (place) return { place, company }
  }
  return undefined
}

/** Place names, which are ignored when comparing project names. */
const namesOf = ({ province, city, county }: Place) =>
  [province, city, county].flatMap((region) => (region ? [region.name, region.short_name] : []))

/** Quarter for whose end the warehouse first has a station: the stock is of the end of 2024. */
function storedFor(commissioned: string): Quarter {
  const quarter = quarterOf(commissioned)
  return quarter.year <= STOCK_DATE.year ? STOCK_DATE : quarter
}

type Maker = (wanted: Wanted, random: () => number) => SampleProject

/** Makes projects, numbered in the order in which they are made. */
function projectMaker(today: string): Maker {
  // Only operating stations must match the published figures.
  const [stockKind, addedKind, plannedKind] = [kindDealer(STOCK), kindDealer(ADDED), kindDealer(STOCK)]
  const yearOf = yearDealer()
  const numbers = new Map<string, number>()
  let serial = 0
  return (wanted, random) => {
    const { place, company, capacity, stage } = wanted
    serial += 1
    const number = (numbers.get(place.name) ?? 0) + 1
    numbers.set(place.name, number)
    const isStored = stage === STORED
    const kindOf = wanted.commissioned ? addedKind : isStored ? stockKind : plannedKind
    const content = contentOf({ place, company, capacity, kind: kindOf(capacity), number, serial }, random)
    const subject = {
      stage,
      serial,
      provinceCode: place.provinceCode,
      placeName: place.name,
      investment: content.total_investment,
    }
    const commissioned = isStored
      ? (wanted.commissioned ?? dayOfYear(yearOf(capacity.power), random))
      : undefined
    const dates = commissioned
      ? operatingSince(subject, commissioned, random)
      : stillBuilding(subject, today, random)
    const year = (commissioned ?? today).slice(0, 4)
    const quarter = commissioned ? storedFor(commissioned) : undefined
    const flow = historyOf({ place, company, stage, storedFor: quarter, today, serial })
    const row = {
      id: serial,
      project_code: `ES${place.provinceCode.slice(0, 2)}${year}${String(serial).padStart(6, '0')}`,
      ...nameColumns(content.project_name, namesOf(place), place.provinceCode),
      ...content,
      ...dates,
      build_status: stage.build,
      declare_status: stage.declare,
      country_status: stage.country,
      submitted_once: stage.declare !== '0',
      first_plan_grid_date: stage.declare === '0' ? null : dates.plan_grid_date,
      create_by: 'system',
      update_by: 'system',
      ...flow.times,
    }
    return { row, company, history: flow.history }
  }
}

/**
 * The demonstration's projects. Those in operation add up exactly to the provincial figures; the others are at every stage
 * of the review. Deterministic per day.
 * @param today yyyy-MM-dd
 */
export function sampleProjects(today: string): SampleProject[] {
  const random = randomFrom(20_241_231)
  const find = companyFinder(random)
  const made = projectMaker(today)
  const repeated: { wanted: Wanted; original: SampleProject }[] = []
  const projects = [...samplePlaces()].flatMap(([province, places]) => {
    const own = ownGround(places)
    return [...wantedIn(province, places, random, find)].map((wanted) => {
      const project = made(wanted, random)
      if (wanted.company.creditCode === own?.company.creditCode && wanted.stage.declare === BEFORE_PROVINCE)
        repeated.push({ wanted, original: project })
      return project
    })
  })
  const again = repeated.map(({ wanted, original }) => {
    const { place } = wanted
    return repeating(made({ ...wanted, company: find(place) }, random), original, namesOf(place))
  })
  const chain = ownGround(samplePlaces().get(CHAIN_PROVINCE) ?? [])
  const reviewed = chain
    ? reviewedProjects.map((which) => {
        const draft = made({ ...chain, stage: DRAFT, capacity: plannedCapacity(random) }, random)
        return reviewedFrom(draft, which, namesOf(chain.place), today)
      })
    : []
  // Last, and made one by one from numbers of their own, so that none changes the ones before it.
  const later = randomFrom(20_251_231)
  const added = Array.from(laterStations(today, find, later), (wanted) => made(wanted, later))
  return [...projects, ...again, ...reviewed, ...added]
}

import { nameColumns } from '../domain/es-project/duplicates/name-keys.ts'
import { type Capacity, capacitiesOf } from './demo-capacities.ts'
import { accountCompanies, type Company, companyFinder } from './demo-companies.ts'
import { contentOf } from './demo-content.ts'
import { historyOf } from './demo-history.ts'
import { kindDealer } from './demo-kinds.ts'
import { demoPlaces, type Place } from './demo-places.ts'
import { operatingSince, stillBuilding } from './demo-progress.ts'
import type { DemoProject } from './demo-project.ts'
import { repeating } from './demo-repeats.ts'
import { reviewedFrom, reviewedProjects } from './demo-reviewed.ts'
import { DRAFT, STORED, type Stage, stagesOf } from './demo-stages.ts'
import { provincialFigures } from './provincial-figures.ts'
import { oneOf, randomFrom } from './random.ts'

// Stage at which a province reviews projects.
const BEFORE_PROVINCE = '5'

// Number of a province's operating stations that belong to a demonstration account's enterprise.
const OWN_STATIONS = 3

// The province that has an account at every level.
const CHAIN_PROVINCE = '640000'

interface Wanted {
  place: Place
  company: Company
  capacity: Capacity
  stage: Stage
}

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

type Finder = (place: Place) => Company

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

/**
 * The demonstration's projects. Those in operation add up exactly to the provincial figures; the others are at every stage
 * of the review. Deterministic per day.
 * @param today yyyy-MM-dd
 */
export function demoProjects(today: string): DemoProject[] {
  const random = randomFrom(20_241_231)
  const find = companyFinder(random)
  // Only operating stations must match the published figures.
  const storedKind = kindDealer()
  const plannedKind = kindDealer()
  const numbers = new Map<string, number>()
  let serial = 0
  const made = ({ place, company, capacity, stage }: Wanted): DemoProject => {
    serial += 1
    const number = (numbers.get(place.name) ?? 0) + 1
    numbers.set(place.name, number)
    const isStored = stage === STORED
    const kind = isStored ? storedKind(capacity) : plannedKind(capacity)
    const content = contentOf({ place, company, capacity, kind, number, serial }, random)
    const subject = {
      stage,
      serial,
      provinceCode: place.provinceCode,
      placeName: place.name,
      investment: content.total_investment,
    }
    const dates = isStored
      ? operatingSince(subject, kind.year, random)
      : stillBuilding(subject, today, random)
    const year = isStored ? String(kind.year) : today.slice(0, 4)
    const flow = historyOf({ place, company, stage, today, serial })
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
      create_by: 'system',
      update_by: 'system',
      ...flow.times,
    }
    return { row, company, history: flow.history }
  }
  const repeated: { wanted: Wanted; original: DemoProject }[] = []
  const projects = [...demoPlaces()].flatMap(([province, places]) => {
    const own = ownGround(places)
    return [...wantedIn(province, places, random, find)].map((wanted) => {
      const project = made(wanted)
      if (wanted.company.creditCode === own?.company.creditCode && wanted.stage.declare === BEFORE_PROVINCE)
        repeated.push({ wanted, original: project })
      return project
    })
  })
  const again = repeated.map(({ wanted, original }) => {
    const { place } = wanted
    return repeating(made({ ...wanted, company: find(place) }), original, namesOf(place))
  })
  const chain = ownGround(demoPlaces().get(CHAIN_PROVINCE) ?? [])
  const reviewed = chain
    ? reviewedProjects.map((which) => {
        const draft = made({ ...chain, stage: DRAFT, capacity: plannedCapacity(random) })
        return reviewedFrom(draft, which, namesOf(chain.place), today)
      })
    : []
  return [...projects, ...again, ...reviewed]
}

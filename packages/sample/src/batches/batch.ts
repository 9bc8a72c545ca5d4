import { DemoStatus, ExcellentTypeStatus, PartStatus } from '@xinchu/contract/codes'
import { dictionaries } from '@xinchu/contract/dictionaries'
import type { components } from '@xinchu/contract/schema'
import { completeCreditCode } from '@xinchu/validators'
import { accountCompanies, type Company } from '../companies.ts'
import { type Place, placeLabel, samplePlaces } from '../places.ts'
import { dayAfter } from '../progress.ts'
import { oneOf, randomFrom } from '../random.ts'
import type { Design } from './designs.ts'
import { applicationOf, briefOf, implementationOf, plannedDays, type Subject } from './materials.ts'
import { reachedDays } from './milestones.ts'

type Schemas = components['schemas']

/** Days when the milestones of a project were reached. */
type Reached = ReturnType<typeof reachedDays>

const MILESTONES_A_PROJECT = 6
/** 万元 for each MWh, by technology. */
const UNIT_COST: Readonly<Record<string, number>> = { '01': 95, '02': 110, '03': 240, '05': 130, '08': 120 }
const OTHER_UNIT_COST = 180
const DIRECTIONS: Readonly<Record<string, string>> = {
  '01': '2',
  '02': '3',
  '03': '4',
  '05': '1',
  '06': '5',
  '07': '6',
  '08': '8',
  '09': '9',
  '12': '7',
  '13': '7',
  '90': '11',
}

/** One project of a batch, ready to be stored. */
export interface BatchProject {
  row: Readonly<Record<string, unknown>> & {
    id: number
    demo_code: string
    province_code: string
    project_name: string
    status: string
    commission_date: string | null
  }
  parts: readonly { part: Schemas['DemoPart']; content: object; status: Schemas['PartStatus'] }[]
  company: Company
  subject: Subject
  /** The office of the place recommends it, or the owner's group. */
  recommendsGroup: boolean
}

export interface Batch {
  year: number
  no: number
  /** yyyy-MM-dd: the day of the applications. */
  appliedOn: string
  /** Id of the first project. */
  firstId: number
  designs: readonly Design[]
  /** Final state of the project at this place of the list. */
  statusOf: (index: number) => string
  /** Index of the projects of the account's enterprise. */
  isOwn: (index: number) => boolean
  announced?: { no: string; date: string }
}

const labelOf = (dict: 'tech_sub_type', value: string): string =>
  dictionaries[dict].values.find((entry) => entry.value === value)?.label ?? ''

/** The enterprise that applies: the account's, or one of the place. */
function companyFor(place: Place, serial: number, isOwn: boolean): Company {
  const code = place.countyCode ?? place.cityCode ?? place.provinceCode
  const own = accountCompanies().get('640323')
  if (isOwn && own) return own
  return {
    name: `${placeLabel(place)}储能科技有限公司`,
    creditCode: completeCreditCode(`91${code}YF${String(serial).padStart(7, '0')}`),
    regionCode: code,
    ownerType: '3',
    ownerGroup: null,
  }
}

/** Number of a project's first milestone. */
export const firstMilestoneOf = (serial: number): number => serial * MILESTONES_A_PROJECT + 1

/** The parts of a project: a draft has begun its application, the others have completed all. */
function partsOf(subject: Subject, status: string, serial: number, reached: Reached): BatchProject['parts'] {
  const application = applicationOf(subject)
  if (status === DemoStatus.draft) {
    const { unitIntro, projectOverview } = application
    return [{ part: 'APPLICATION', content: { unitIntro, projectOverview }, status: PartStatus.saved }]
  }
  const complete = PartStatus.complete
  return [
    { part: 'APPLICATION', content: application, status: complete },
    {
      part: 'IMPLEMENTATION',
      content: implementationOf(subject, firstMilestoneOf(serial), reached),
      status: complete,
    },
    { part: 'BRIEF', content: briefOf(subject), status: complete },
  ]
}

function projectOf(batch: Batch, design: Design, index: number, random: () => number): BatchProject {
  const isOwn = batch.isOwn(index)
  const places = samplePlaces().get(design.provinceCode) ?? []
  const place = isOwn
    ? (places.find(({ countyCode }) => countyCode === '640323') ?? oneOf(places, random))
    : oneOf(places, random)
  const serial = batch.firstId + index
  const company = companyFor(place, serial, isOwn)
  const technology = labelOf('tech_sub_type', design.techSubType)
  const placeName = `${place.province.name}${(place.county ?? place.city)?.name ?? ''}`
  const investment = Math.round(design.energy * (UNIT_COST[design.techType] ?? OTHER_UNIT_COST))
  const status = batch.statusOf(index)
  const subject: Subject = {
    projectName: `${placeLabel(place)}${design.power}MW/${design.energy}MWh${technology}储能示范项目`,
    companyName: company.name,
    placeName,
    technology,
    power: design.power,
    energy: design.energy,
    investment,
    begin: dayAfter(batch.appliedOn, 60),
    commission: dayAfter(batch.appliedOn, 600),
  }
  return {
    row: { ...baseOf(batch, design, place, subject, index), status, id: serial },
    parts: partsOf(subject, status, serial, reachedOf(batch, subject, index)),
    company,
    subject,
    recommendsGroup: company.ownerGroup !== null && index % 2 === 1,
  }
}

/** Days on which the milestones of an announced project were reached; none of other projects. */
const reachedOf = (batch: Batch, subject: Subject, index: number): Reached =>
  batch.announced
    ? reachedDays({
        index,
        planned: subject.commission,
        commissioned: operatesSince(subject, index),
        plan: plannedDays(subject),
      })
    : []

/** The day when an announced project began to operate: most soon after the plan, some are still being built. */
const operatesSince = ({ commission }: Subject, index: number): string | null =>
  index % 5 === 3 ? null : dayAfter(commission, (index % 4) * 30)

function baseOf(batch: Batch, design: Design, place: Place, subject: Subject, index: number) {
  const isAnnounced = batch.announced !== undefined
  return {
    demo_code: `DEMO${batch.year}${String(batch.no).padStart(2, '0')}${String(index + 1).padStart(3, '0')}`,
    batch_year: batch.year,
    batch_no: batch.no,
    project_name: subject.projectName,
    company_name: subject.companyName,
    contact_name: '项目联系人',
    contact_phone: `139${String(10_000_000 + batch.firstId * 100 + index).slice(0, 8)}`,
    province_code: place.provinceCode,
    city_code: place.cityCode,
    county_code: place.countyCode,
    longitude: place.lng,
    latitude: place.lat,
    tech_type: design.techType,
    tech_sub_type: design.techSubType,
    tech_direction: DIRECTIONS[design.techType] ?? '99',
    app_scenario: design.appSubScenario.slice(0, 1),
    app_sub_scenario: design.appSubScenario,
    rated_power: design.power,
    rated_energy: design.energy,
    total_investment: subject.investment,
    build_status: isAnnounced ? (operatesSince(subject, index) ? '4' : '3') : '2',
    plan_commission_date: subject.commission,
    commission_date: isAnnounced ? operatesSince(subject, index) : null,
    excellent_type: isAnnounced ? ['1', '2', '3'][index % 3] : null,
    excellent_type_status: isAnnounced ? ExcellentTypeStatus.selected : ExcellentTypeStatus.none,
    announce_no: batch.announced?.no ?? null,
    announce_date: batch.announced?.date ?? null,
  }
}

/** The projects of a batch, always the same. */
export function batchProjects(batch: Batch): BatchProject[] {
  const random = randomFrom(batch.year * 100 + batch.no)
  const projects = batch.designs.map((design, index) => projectOf(batch, design, index, random))
  const names = new Set<string>()
  for (const { row } of projects) {
    if (names.has(row.project_name)) throw new RangeError(`two projects are called ${row.project_name}`)
    names.add(row.project_name)
  }
  return projects
}

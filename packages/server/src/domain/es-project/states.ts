import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { type Caller, codeOf, may } from '../caller.ts'
import { type FlowAction as AnyAction, stepOf } from '../flow/table.ts'
import { lackingFor } from '../permissions.ts'
import { reviewsAt } from '../review-levels.ts'
import {
  type Move,
  type ProjectParty,
  type ProjectStep,
  projectFlow,
  projectState,
  type Route,
  statusesOf,
} from './flow-table.ts'
import { EDITABLE } from './waiting.ts'

/** The parts of a project that decide its flow. */
export interface FlowState {
  declare_status: string
  country_status: string
  read_flag: boolean
  city_code: string | null
  county_code: string | null
  province_code: string
  org_id: number | null
  /** Kind of the author's department. */
  origin_dept_id: number
  /** Levels that review in the project's province; all by default. */
  review_levels: readonly string[] | null
  /** Whether it was ever stored in the warehouse. */
  warehouse_time: string | null
  /** Whether it was reviewed again after being stored. */
  changed_since_stored: boolean
}

export type FlowAction = 'SUBMIT' | 'PASS' | 'RETURN' | 'WITHDRAW' | 'REOPEN'
export type FlowTarget = 'province' | 'country'

type Office = Pick<Caller, 'deptId' | 'orgId' | 'provinceCode' | 'cityCode' | 'countyCode' | 'roles'>

const { province: PROVINCE, city: CITY, county: COUNTY } = deptKinds

const LEVEL_OF: Readonly<Record<number, ProjectParty>> = {
  [COUNTY]: 'county',
  [CITY]: 'city',
  [PROVINCE]: 'province',
}

const hasCounty = ({ county_code, review_levels }: FlowState) =>
  county_code !== null && reviewsAt(review_levels, 'county')
const hasCity = ({ city_code, review_levels }: FlowState) =>
  city_code !== null && reviewsAt(review_levels, 'city')

/** The levels below the nation that review a record, lowest first. */
export function levelsOf(project: FlowState): ('county' | 'city' | 'province')[] {
  const origin = project.origin_dept_id
  if (origin === PROVINCE) return []
  if (origin === CITY) return ['province']
  return [
    ...(origin !== COUNTY && hasCounty(project) ? (['county'] as const) : []),
    ...(hasCity(project) ? (['city'] as const) : []),
    'province',
  ]
}

/** The first state of a review: at the lowest level above the maker that the record's place has and that reviews. */
export function firstStatus(project: FlowState): string {
  const origin = project.origin_dept_id
  if (origin === PROVINCE) return DeclareStatus.passed
  if (origin === CITY) return DeclareStatus.atProvince
  if (origin !== COUNTY && hasCounty(project)) return DeclareStatus.atCounty
  return hasCity(project) ? DeclareStatus.atCity : DeclareStatus.atProvince
}

/** Whether an office is responsible for a project's place. */
function governs(office: Office, project: FlowState): boolean {
  switch (office.deptId) {
    case COUNTY:
      return office.countyCode !== undefined && office.countyCode === project.county_code
    case CITY:
      return office.cityCode !== undefined && office.cityCode === project.city_code
    case PROVINCE:
      return office.provinceCode === project.province_code
    default:
      return codeOf(office) === 'NAT'
  }
}

export const isOriginator = (office: Office, project: FlowState): boolean =>
  project.org_id !== null && office.orgId === project.org_id && office.deptId === project.origin_dept_id

/** The roles of an office towards a project. */
export function partiesOf(office: Office, project: FlowState): ReadonlySet<ProjectParty> {
  const parties = new Set<ProjectParty>()
  if (isOriginator(office, project)) parties.add('author')
  if (governs(office, project)) parties.add(LEVEL_OF[office.deptId] ?? 'nation')
  return parties
}

/** The way that a project takes. */
export const routeOf = (project: FlowState): Route => ({
  first: firstStatus(project),
  hasCity: hasCity(project),
  kept: project.country_status,
  isStored: project.warehouse_time !== null,
})

/** Past the province, every action but REOPEN is the nation's. */
const targetOf = ({ declare_status }: FlowState, action: AnyAction): FlowTarget =>
  declare_status === DeclareStatus.passed && action !== 'REOPEN' ? 'country' : 'province'

/** The step that an action of these parties takes; undefined if state or parties do not allow it. */
function stepFor(
  parties: ReadonlySet<ProjectParty>,
  project: FlowState,
  action: AnyAction,
): ProjectStep | undefined {
  const step = stepOf(projectFlow(routeOf(project)), projectState(project), action, parties)
  return step?.unread && project.read_flag ? undefined : step
}

/** The step that their action takes at the place that a request names. */
export const stepAt = (
  parties: ReadonlySet<ProjectParty>,
  project: FlowState,
  action: AnyAction,
  target: FlowTarget,
): ProjectStep | undefined =>
  target === targetOf(project, action) ? stepFor(parties, project, action) : undefined

/** State after an office's action; undefined if state or office does not allow it. */
export function moveOf(
  office: Office,
  project: FlowState,
  action: FlowAction,
  target: FlowTarget,
): Move | undefined {
  const to = stepAt(partiesOf(office, project), project, action, target)?.to
  return to === undefined ? undefined : statusesOf(to, project)
}

/** Returning a record needs a reason in words. */
export const isReturn = (action: FlowAction): boolean => action === 'RETURN' || action === 'REOPEN'

const ACTIONS: readonly FlowAction[] = ['SUBMIT', 'PASS', 'RETURN', 'WITHDRAW', 'REOPEN']

/** An action that an office may take now, as a request has to name it. */
export interface AllowedMove {
  action: FlowAction
  target: FlowTarget
  /** The action is refused without words: a return, or the answer to the nation's opinion. */
  needsOpinion: boolean
}

interface Offer {
  action: FlowAction
  target: FlowTarget
  step: ProjectStep
}

function offersFor(user: Caller, project: FlowState): Offer[] {
  const parties = partiesOf(user, project)
  return ACTIONS.flatMap((action) => {
    const step = stepFor(parties, project, action)
    const target = targetOf(project, action)
    return step && !lackingFor('submitProject', user, { action, target }) ? [{ action, target, step }] : []
  })
}

/** Returns the actions that a caller may take on a project now. */
export const allowedMoves = (user: Caller, project: FlowState): AllowedMove[] =>
  offersFor(user, project).map(({ action, target, step }) => ({
    action,
    target,
    needsOpinion: step.opinion ?? false,
  }))

/** Whether a caller may decide about a project now, or send it up. */
export const mayDecide = (user: Caller, project: FlowState): boolean =>
  offersFor(user, project).some(({ step }) => step.decides)

/** Whether an office may change a project's content: its maker, while it is a draft, returned, or stored and unchanged. */
export function mayEdit(office: Office, project: FlowState): boolean {
  if (!isOriginator(office, project)) return false
  return (
    EDITABLE.includes(project.declare_status) ||
    (project.declare_status === DeclareStatus.passed &&
      project.country_status === CountryStatus.stored &&
      !project.changed_since_stored)
  )
}

/** Whether an office may delete a project: its author or an administrator, if it was never submitted. */
export const mayDelete = (
  office: Office,
  project: Pick<FlowState, 'declare_status' | 'org_id'> & { submitted_once: boolean },
): boolean =>
  project.declare_status === DeclareStatus.draft &&
  !project.submitted_once &&
  (may(office, 'projects.deleteAnyDraft') || office.orgId === project.org_id)

/** Whether the state of construction may go backwards: only after the province has returned the project. */
export const mayCorrect = ({ declare_status }: Pick<FlowState, 'declare_status'>): boolean =>
  declare_status === DeclareStatus.returnedByProvince

/** Whether the next level may sign in a project. */
export const mayRead = (office: Office, project: FlowState): boolean =>
  stepFor(partiesOf(office, project), project, 'READ') !== undefined

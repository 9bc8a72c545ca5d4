import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { type Caller, codeOf, may } from '../caller.ts'
import { lackingFor } from '../permissions.ts'
import { reviewsAt } from '../review-levels.ts'
import { EDITABLE, handlerOf, mayReport } from './waiting.ts'

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

const RETURNED: Readonly<Record<string, string>> = {
  [DeclareStatus.atCounty]: DeclareStatus.returnedByCounty,
  [DeclareStatus.atCity]: DeclareStatus.returnedByCity,
  [DeclareStatus.atProvince]: DeclareStatus.returnedByProvince,
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

/** State after a level passes a project. */
function passedOn(project: FlowState): string {
  if (project.declare_status === DeclareStatus.atCounty)
    return hasCity(project) ? DeclareStatus.atCity : DeclareStatus.atProvince
  return project.declare_status === DeclareStatus.atCity ? DeclareStatus.atProvince : DeclareStatus.passed
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

const isHandler = (office: Office, project: FlowState) =>
  handlerOf(project) === office.deptId && governs(office, project)

/** The state after a withdrawal by the office that sent the project to where it waits; undefined for other offices. */
function withdrawn(office: Office, project: FlowState): string | undefined {
  const status = project.declare_status
  if (project.read_flag || status === DeclareStatus.passed || handlerOf(project) === undefined)
    return undefined
  if (status === firstStatus(project)) return isOriginator(office, project) ? DeclareStatus.draft : undefined
  const isFromCity = status === DeclareStatus.atProvince && hasCity(project)
  if (office.deptId !== (isFromCity ? CITY : COUNTY) || !governs(office, project)) return undefined
  return isFromCity ? DeclareStatus.atCity : DeclareStatus.atCounty
}

export interface Move {
  declare: string
  country: string
}

function provinceMove(office: Office, project: FlowState, action: FlowAction): Move | undefined {
  const { declare_status: status, country_status: country } = project
  switch (action) {
    case 'SUBMIT':
      return EDITABLE.includes(status) && isOriginator(office, project)
        ? { declare: firstStatus(project), country }
        : undefined
    case 'PASS':
      return RETURNED[status] && isHandler(office, project)
        ? { declare: passedOn(project), country }
        : undefined
    case 'RETURN': {
      const returned = RETURNED[status]
      return returned && isHandler(office, project) ? { declare: returned, country } : undefined
    }
    case 'WITHDRAW': {
      const declare = withdrawn(office, project)
      return declare === undefined ? undefined : { declare, country }
    }
    case 'REOPEN': {
      const isProvince = office.deptId === PROVINCE && governs(office, project)
      return mayReport(project) && isProvince
        ? { declare: DeclareStatus.returnedByProvince, country }
        : undefined
    }
  }
}

function countryMove(office: Office, project: FlowState, action: FlowAction): Move | undefined {
  const { declare_status: declare, country_status: country } = project
  if (declare !== DeclareStatus.passed) return undefined
  const isProvince = office.deptId === PROVINCE && governs(office, project)
  const isNation = codeOf(office) === 'NAT'
  if (action === 'SUBMIT')
    return isProvince && mayReport(project) ? { declare, country: CountryStatus.waiting } : undefined
  if (country !== CountryStatus.waiting) return undefined
  if (action === 'PASS') return isNation ? { declare, country: CountryStatus.passed } : undefined
  if (action === 'RETURN') return isNation ? { declare, country: CountryStatus.returned } : undefined
  if (action === 'WITHDRAW')
    return isProvince && !project.read_flag
      ? { declare, country: project.warehouse_time === null ? CountryStatus.none : CountryStatus.stored }
      : undefined
  return undefined
}

/** State after an office's action; undefined if state or office does not allow it. */
export function moveOf(
  office: Office,
  project: FlowState,
  action: FlowAction,
  target: FlowTarget,
): Move | undefined {
  return target === 'country' ? countryMove(office, project, action) : provinceMove(office, project, action)
}

/** Whether an action resubmits a project returned by the nation, and so answers the nation's opinion. */
export const isReply = (
  { country_status }: Pick<FlowState, 'country_status'>,
  action: FlowAction,
  target: FlowTarget,
): boolean => action === 'SUBMIT' && target === 'country' && country_status === CountryStatus.returned

/** Returning a record needs a reason in words. */
export const isReturn = (action: FlowAction): boolean => action === 'RETURN' || action === 'REOPEN'

const ACTIONS: readonly FlowAction[] = ['SUBMIT', 'PASS', 'RETURN', 'WITHDRAW', 'REOPEN']

/** Past the province, every action but REOPEN is the nation's. */
const targetOf = ({ declare_status }: FlowState, action: FlowAction): FlowTarget =>
  declare_status === DeclareStatus.passed && action !== 'REOPEN' ? 'country' : 'province'

/** An action that an office may take now, as a request has to name it. */
export interface AllowedMove {
  action: FlowAction
  target: FlowTarget
  /** The action is refused without words: a return, or the answer to the nation's opinion. */
  needsOpinion: boolean
}

/** Returns the actions that a caller may take on a project now. */
export function allowedMoves(user: Caller, project: FlowState): AllowedMove[] {
  return ACTIONS.flatMap((action) => {
    const target = targetOf(project, action)
    if (!moveOf(user, project, action, target)) return []
    if (lackingFor('submitProject', user, { action, target })) return []
    return [{ action, target, needsOpinion: isReturn(action) || isReply(project, action, target) }]
  })
}

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
  declare_status === RETURNED[DeclareStatus.atProvince]

/** Whether the next level may sign in a project. */
export const mayRead = (office: Office, project: FlowState): boolean => isHandler(office, project)

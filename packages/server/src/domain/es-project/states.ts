import { deptKinds } from '@xinchu/sdk/rights'
import { type Caller, codeOf, may } from '../caller.ts'

/** What the flow needs to know of a project. */
export interface FlowState {
  declare_status: string
  country_status: string
  read_flag: boolean
  city_code: string | null
  county_code: string | null
  province_code: string
  org_id: number | null
  /** The kind of department that made the record. */
  origin_dept_id: number
  /** Levels that review in the project's province; all of them where it has not said. */
  review_levels: readonly string[] | null
  /** Was stored in the warehouse once. */
  warehouse_time: string | null
  /** Went through a review again after it was stored. */
  changed_since_stored: boolean
}

export type FlowAction = 'SUBMIT' | 'PASS' | 'RETURN' | 'WITHDRAW' | 'REOPEN'
export type FlowTarget = 'province' | 'country'

type Office = Pick<Caller, 'deptId' | 'orgId' | 'provinceCode' | 'cityCode' | 'countyCode' | 'roles'>

const { nation: NATION, province: PROVINCE, city: CITY, county: COUNTY } = deptKinds

/** States of the declaration: draft, waiting at a level, returned by a level, through. */
export const DRAFT = '0'
const AT_COUNTY = '1'
const AT_CITY = '3'
const AT_PROVINCE = '5'
export const THROUGH = '7'
export const EDITABLE: ReadonlySet<string> = new Set(['0', '2', '4', '6'])

const RETURNED: Readonly<Record<string, string>> = { [AT_COUNTY]: '2', [AT_CITY]: '4', [AT_PROVINCE]: '6' }

/** States of the nation's review: not reported, waiting, returned, passed, in the warehouse. */
const COUNTRY = { none: '0', waiting: '1', returned: '2', passed: '3', stored: '4' } as const

const reviews = ({ review_levels }: FlowState, level: 'county' | 'city') =>
  review_levels === null || review_levels.includes(level)
const hasCounty = (project: FlowState) => project.county_code !== null && reviews(project, 'county')
const hasCity = (project: FlowState) => project.city_code !== null && reviews(project, 'city')

/** Where the review of a record begins: at the lowest level above its maker that its place has and that reviews. */
export function firstStatus(project: FlowState): string {
  const origin = project.origin_dept_id
  if (origin === PROVINCE) return THROUGH
  if (origin === CITY) return AT_PROVINCE
  if (origin !== COUNTY && hasCounty(project)) return AT_COUNTY
  return hasCity(project) ? AT_CITY : AT_PROVINCE
}

/** The state after a level lets a project through. */
function passedOn(project: FlowState): string {
  if (project.declare_status === AT_COUNTY) return hasCity(project) ? AT_CITY : AT_PROVINCE
  return project.declare_status === AT_CITY ? AT_PROVINCE : THROUGH
}

/** The kind of department that a state waits for. */
export function handlerOf(state: Pick<FlowState, 'declare_status' | 'country_status'>): number | undefined {
  if (state.declare_status === THROUGH && state.country_status === COUNTRY.waiting) return NATION
  return { [AT_COUNTY]: COUNTY, [AT_CITY]: CITY, [AT_PROVINCE]: PROVINCE }[state.declare_status]
}

/** Whether an office is the one of its kind that a project's place belongs to. */
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

/** The state that a withdrawal leads back to, for the office that sent the project where it waits; undefined for others. */
function withdrawn(office: Office, project: FlowState): string | undefined {
  const status = project.declare_status
  if (project.read_flag || status === THROUGH || handlerOf(project) === undefined) return undefined
  if (status === firstStatus(project)) return isOriginator(office, project) ? DRAFT : undefined
  const isFromCity = status === AT_PROVINCE && hasCity(project)
  if (office.deptId !== (isFromCity ? CITY : COUNTY) || !governs(office, project)) return undefined
  return isFromCity ? AT_CITY : AT_COUNTY
}

export interface Move {
  declare: string
  country: string
}

/** Whether a province may send a project up: a new one, a returned one, or a stored one that was changed since. */
const mayReport = ({ country_status: country, changed_since_stored: isChanged }: FlowState) =>
  country === COUNTRY.none || country === COUNTRY.returned || (country === COUNTRY.stored && isChanged)

function provinceMove(office: Office, project: FlowState, action: FlowAction): Move | undefined {
  const { declare_status: status, country_status: country } = project
  switch (action) {
    case 'SUBMIT':
      return EDITABLE.has(status) && isOriginator(office, project)
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
      const isFree = mayReport(project)
      const isProvince = office.deptId === PROVINCE && governs(office, project)
      return status === THROUGH && isFree && isProvince ? { declare: '6', country } : undefined
    }
  }
}

function countryMove(office: Office, project: FlowState, action: FlowAction): Move | undefined {
  const { declare_status: declare, country_status: country } = project
  if (declare !== THROUGH) return undefined
  const isProvince = office.deptId === PROVINCE && governs(office, project)
  const isNation = codeOf(office) === 'NAT'
  if (action === 'SUBMIT')
    return isProvince && mayReport(project) ? { declare, country: COUNTRY.waiting } : undefined
  if (country !== COUNTRY.waiting) return undefined
  if (action === 'PASS') return isNation ? { declare, country: COUNTRY.passed } : undefined
  if (action === 'RETURN') return isNation ? { declare, country: COUNTRY.returned } : undefined
  if (action === 'WITHDRAW')
    return isProvince && !project.read_flag
      ? { declare, country: project.warehouse_time === null ? COUNTRY.none : COUNTRY.stored }
      : undefined
  return undefined
}

/** Where an action of an office leads, or undefined when the state or the office does not allow it. */
export function moveOf(
  office: Office,
  project: FlowState,
  action: FlowAction,
  target: FlowTarget,
): Move | undefined {
  return target === 'country' ? countryMove(office, project, action) : provinceMove(office, project, action)
}

/** Whether an action sends up again what the nation has returned; it answers the nation's opinion. */
export const isReply = (
  { country_status }: Pick<FlowState, 'country_status'>,
  action: FlowAction,
  target: FlowTarget,
): boolean => action === 'SUBMIT' && target === 'country' && country_status === COUNTRY.returned

const ACTIONS: readonly FlowAction[] = ['SUBMIT', 'PASS', 'RETURN', 'WITHDRAW', 'REOPEN']

/** The target that an action has for a project as it stands: past the province, everything but REOPEN is the nation's. */
export const targetOf = ({ declare_status }: FlowState, action: FlowAction): FlowTarget =>
  declare_status === THROUGH && action !== 'REOPEN' ? 'country' : 'province'

/** What an office may do with a project now. */
export function allowedActions(office: Office, project: FlowState): FlowAction[] {
  return ACTIONS.filter((action) => moveOf(office, project, action, targetOf(project, action)) !== undefined)
}

/** Whether an office may change a project's content: its maker, while it is a draft, returned, or stored as it is. */
export function mayEdit(office: Office, project: FlowState): boolean {
  if (!isOriginator(office, project)) return false
  return (
    EDITABLE.has(project.declare_status) ||
    (project.declare_status === THROUGH &&
      project.country_status === COUNTRY.stored &&
      !project.changed_since_stored)
  )
}

/** Whether an office may delete a project: its maker, or an administrator, what was never submitted. */
export const mayDelete = (
  office: Office,
  project: Pick<FlowState, 'declare_status' | 'org_id'> & { submitted_once: boolean },
): boolean =>
  project.declare_status === DRAFT &&
  !project.submitted_once &&
  (may(office, 'projects.deleteAnyDraft') || office.orgId === project.org_id)

/** Whether the state of construction may be put right against its order: once the province has returned the project. */
export const mayCorrect = ({ declare_status }: Pick<FlowState, 'declare_status'>): boolean =>
  declare_status === RETURNED[AT_PROVINCE]

/** Whether the next level may sign a project in. */
export const mayRead = (office: Office, project: FlowState): boolean => isHandler(office, project)

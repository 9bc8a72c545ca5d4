import { dateTimeText } from '@xinchu/sdk'
import { CountryStatus, DeclareStatus, RepeatFlag } from '@xinchu/sdk/codes'
import { dictionaries } from '@xinchu/sdk/fields'
import type { components } from '@xinchu/sdk/schema'
import { type Caller, deptOf } from './accounts.ts'
import { PLACES } from './places.ts'

type Schemas = components['schemas']
export type Draft = Schemas['EsProjectDraft']
export type Status = Schemas['DeclareStatus']

/** A project of the platform. */
export interface ProjectRecord {
  id: number
  version: number
  projectCode: string
  draft: Draft
  status: Status
  orgId: number
  createBy: string
  createTime: string
  updateTime: string
  history: Schemas['FlowStep'][]
}

const { draft, atCounty, returnedByCounty, atCity, returnedByCity, atProvince, returnedByProvince } =
  DeclareStatus

export const EDITABLE: readonly Status[] = [draft, returnedByCounty, returnedByCity, returnedByProvince]
/** The office that reviews in a status, and the status of its return. */
export const REVIEWS: { readonly [Key in Status]?: { caller: Caller['caller']; returned: Status } } = {
  [atCounty]: { caller: 'CNT', returned: returnedByCounty },
  [atCity]: { caller: 'CTY', returned: returnedByCity },
  [atProvince]: { caller: 'PRV', returned: returnedByProvince },
}

export const labelOf = (dict: keyof typeof dictionaries, value: string | undefined) =>
  dictionaries[dict].values.find((each) => each.value === value)?.label

/** Whether a project lies in the division of an office. */
export function governs({ caller, regionCode }: Caller, { draft }: ProjectRecord): boolean {
  if (caller === 'NAT' || caller === 'ADM') return true
  const own = { CNT: draft.countyCode, CTY: draft.cityCode, PRV: draft.provinceCode, ENT: undefined }[caller]
  return own !== undefined && own === regionCode
}

/** Enterprises and offices see their own projects; offices also see those of their division once they were submitted. */
export const isVisible = (caller: Caller, project: ProjectRecord): boolean =>
  project.orgId === caller.orgId || (project.history.length > 0 && governs(caller, project))

export const firstStatus = ({ draft }: ProjectRecord): Status =>
  draft.countyCode ? atCounty : draft.cityCode ? atCity : atProvince

type Action = Schemas['ProjectMove']['action']

/** What a caller may do with a project now. */
export function actionsOf(caller: Caller, project: ProjectRecord): Action[] {
  const { status } = project
  const isOwn = project.orgId === caller.orgId
  const isHandler = REVIEWS[status]?.caller === caller.caller && governs(caller, project)
  return [
    ...(isOwn && EDITABLE.includes(status) ? (['SUBMIT'] as const) : []),
    ...(isHandler ? (['PASS', 'RETURN'] as const) : []),
    ...(isOwn && REVIEWS[status] && status === firstStatus(project) ? (['WITHDRAW'] as const) : []),
  ]
}

/** The system's part of a project as a caller sees it. */
function systemFields(caller: Caller, project: ProjectRecord) {
  const { draft, status } = project
  const actions = actionsOf(caller, project)
  const { ratedPower, ratedEnergy } = draft
  const labels = {
    provinceName: PLACES[draft.provinceCode],
    cityName: PLACES[draft.cityCode ?? ''],
    countyName: PLACES[draft.countyCode ?? ''],
    techTypeLabel: labelOf('tech_type', draft.techType),
    appSubScenarioLabel: labelOf('app_sub_scenario', draft.appSubScenario),
    buildStatusLabel: labelOf('build_status', draft.buildStatus),
    durationHours: ratedPower && ratedEnergy ? Math.round((ratedEnergy / ratedPower) * 100) / 100 : undefined,
  }
  return {
    ...given(labels),
    projectCode: project.projectCode,
    declareStatus: status,
    declareStatusLabel: labelOf('declare_status', status) ?? '',
    countryStatus: CountryStatus.none,
    countryStatusLabel: labelOf('country_status', CountryStatus.none) ?? '',
    submitProvinceFlag: (Number(status) >= 5 ? '1' : '0') as '0' | '1',
    repeatFlag: RepeatFlag.none,
    readFlag: false,
    actions,
    moves: actions.map((action) => ({
      action,
      target: 'province' as const,
      needsOpinion: action === 'RETURN',
    })),
    editable: project.orgId === caller.orgId && EDITABLE.includes(status),
  }
}

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** An object without its undefined values. */
export const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T> // what is left

/** The whole project as a caller sees it. */
export function detailOf(caller: Caller, project: ProjectRecord): Schemas['EsProject'] {
  const { id, version, draft, orgId, createBy, createTime, updateTime, history, status } = project
  const system = systemFields(caller, project)
  return {
    ...draft,
    ...system,
    ...{ id, version, orgId, createBy, createTime, updateTime },
    dataSource: '1',
    flow: {
      status,
      statusLabel: system.declareStatusLabel,
      actions: system.actions,
      history,
    },
  }
}

/** A row of the list as a caller sees it. */
export function rowOf(caller: Caller, project: ProjectRecord): Schemas['EsProjectRow'] {
  const { id, version, draft, createTime, updateTime } = project
  const { projectName, provinceCode, cityCode, countyCode, companyName, techType } = draft
  const { appSubScenario, buildStatus, ratedPower, ratedEnergy, commissionDate } = draft
  const optional = { cityCode, countyCode, companyName, techType, appSubScenario, buildStatus }
  return {
    ...systemFields(caller, project),
    ...given({ ...optional, ratedPower, ratedEnergy, commissionDate }),
    ...{ id, version, projectName, provinceCode, createTime, updateTime },
  }
}

/** The step of an action, for the history. */
export function stepOf(
  caller: Caller,
  action: Schemas['FlowStep']['action'],
  [from, to]: readonly [Status, Status],
  at: Date,
  opinion?: string,
): Schemas['FlowStep'] {
  return {
    time: dateTimeText(at),
    orgName: caller.orgName,
    userName: caller.username,
    deptId: deptOf(caller),
    action,
    actionLabel: labelOf('flow_action', action) ?? action,
    fromStatus: from,
    toStatus: to,
    toStatusLabel: labelOf('declare_status', to) ?? '',
    ...(opinion ? { opinion } : {}),
  }
}

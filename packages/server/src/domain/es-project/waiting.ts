import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import { callerCodes } from '@xinchu/contract/rights'
import { type RawBuilder, sql } from 'kysely'
import type { Row } from '../../db/schema.ts'
import { type Caller, codeOf } from '../caller.ts'

/** States in which the maker may change a record: a draft, or one that a level returned. */
export const EDITABLE: readonly string[] = [
  DeclareStatus.draft,
  DeclareStatus.returnedByCounty,
  DeclareStatus.returnedByCity,
  DeclareStatus.returnedByProvince,
]

/** States of a record that a level has returned. */
export const RETURNED: readonly string[] = EDITABLE.filter((state) => state !== DeclareStatus.draft)

/** A set of states, of the declaration and where it matters of the nation's review. */
interface States {
  declare: readonly string[]
  country?: readonly string[]
  /** Only records that went through a review again after they were stored. */
  changedSinceStored?: true
}

/** The states that each office reviews. */
const REVIEWS = {
  CNT: { declare: [DeclareStatus.atCounty] },
  CTY: { declare: [DeclareStatus.atCity] },
  PRV: { declare: [DeclareStatus.atProvince] },
  NAT: { declare: [DeclareStatus.passed], country: [CountryStatus.waiting] },
} as const satisfies Readonly<Record<string, States>>
const REVIEWERS = Object.keys(REVIEWS) as (keyof typeof REVIEWS)[] // the keys just written

/** The states that a province sends up to the nation: a new record, a returned one, or a stored one changed since. */
const REPORTS: readonly States[] = [
  { declare: [DeclareStatus.passed], country: [CountryStatus.none, CountryStatus.returned] },
  { declare: [DeclareStatus.passed], country: [CountryStatus.stored], changedSinceStored: true },
]

/** The states in which a record waits for an office. */
function statesWaitingFor(office: Pick<Caller, 'deptId' | 'roles'>): readonly States[] {
  const code = codeOf(office)
  if (code === 'ENT') return [{ declare: EDITABLE }]
  const reviewer = REVIEWERS.find((each) => each === code)
  if (!reviewer) return []
  return reviewer === 'PRV' ? [REVIEWS.PRV, ...REPORTS] : [REVIEWS[reviewer]]
}

interface State {
  declare_status: string
  country_status: string
}

const isIn = (state: State & { changed_since_stored?: boolean }, states: States): boolean =>
  states.declare.includes(state.declare_status) &&
  (states.country?.includes(state.country_status) ?? true) &&
  (!states.changedSinceStored || state.changed_since_stored === true)

/** Returns the kind of department that reviews a state, or undefined while no review is due. */
export function handlerOf(state: State): Row<'es_project'>['origin_dept_id'] | undefined {
  const reviewer = REVIEWERS.find((each) => isIn(state, REVIEWS[each]))
  return reviewer && callerCodes[reviewer].dept[0]
}

/** Whether a province may send a record up to the nation, or hand it back to its maker instead. */
export const mayReport = (state: State & { changed_since_stored: boolean }): boolean =>
  REPORTS.some((states) => isIn(state, states))

/** Returns the kind of department that has to act on a record: its maker, a reviewer, or the province that sends it up. */
export function holderOf(
  state: State & Pick<Row<'es_project'>, 'origin_dept_id'> & { changed_since_stored: boolean },
): Row<'es_project'>['origin_dept_id'] | undefined {
  if (EDITABLE.includes(state.declare_status)) return state.origin_dept_id
  return handlerOf(state) ?? (mayReport(state) ? callerCodes.PRV.dept[0] : undefined)
}

/**
 * Whether somebody has to act on a record: a review is due, it was returned, or a province has yet to send it up. A draft
 * and a stored record wait for nobody.
 */
export const isPending = (state: State & { changed_since_stored: boolean }): boolean =>
  (EDITABLE.includes(state.declare_status) && state.declare_status !== DeclareStatus.draft) ||
  REVIEWERS.some((each) => isIn(state, REVIEWS[each])) ||
  mayReport(state)

const inStates = ({ declare, country, changedSinceStored }: States): RawBuilder<boolean> => {
  const parts = [sql<boolean>`p.declare_status in (${sql.join(declare)})`]
  if (country) parts.push(sql<boolean>`p.country_status in (${sql.join(country)})`)
  if (changedSinceStored) parts.push(sql<boolean>`p.waiting_since > p.warehouse_time`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** SQL condition on es_project (alias `p`): the record waits for this caller's office. */
export function waitingFor(user: Caller): RawBuilder<boolean> {
  const states = statesWaitingFor(user)
  if (states.length === 0) return sql<boolean>`false`
  return sql<boolean>`(${sql.join(states.map(inStates), sql` or `)})`
}

/** SQL condition on es_project (alias `p`): the caller's office decides about the record now, or sends it up. */
export const decidedBy = (user: Caller): RawBuilder<boolean> =>
  codeOf(user) === 'ENT' ? sql<boolean>`false` : waitingFor(user)

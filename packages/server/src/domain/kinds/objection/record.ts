import { ObjectionStatus } from '@xinchu/contract/codes'
import { dateTime } from '../../../runtime/time.ts'
import { type Caller, codeOf } from '../../caller.ts'
import { labelIn } from '../../dict/label.ts'
import { columnsOf } from '../../flow/columns.ts'
import { goalsOf } from '../../flow/goals.ts'
import type { FlowRow } from '../../flow/history.ts'
import type { LiveRecord, RecordKind } from '../../flow/kind.ts'
import { type FlowAction, offersOf } from '../../flow/table.ts'
import type { Stage, Way } from '../../flow/way.ts'
import { PILOT_DEPTS } from '../../pilot-project/depts.ts'
import { recommenderOf } from '../../pilot-project/way.ts'
import { OBJECTION_FLOW, type ObjectionParty } from './flow.ts'
import { isOperator, type ObjectionRow } from './rows.ts'

/** It has no fields that remarks could be about. */
export const shape: RecordKind['shape'] = { fields: [], rows: {}, groups: {} }

/** Columns that undoing a step restores. */
export const undo = [
  'status',
  'conclusion',
  'forward_text',
  'forward_ids',
  'finding',
  'verification',
  'verify_ids',
  'answer',
  'cancel_reason',
  'last_opinion',
  'waiting_since',
  'due_at',
  'answered_at',
] as const

/** An objection with its row. */
export interface LiveObjection extends LiveRecord {
  row: ObjectionRow
}

/** The caller's role towards an objection. */
export function partyOf(
  user: Caller,
  row: Pick<ObjectionRow, 'recommend_org_id'>,
): ObjectionParty | undefined {
  switch (codeOf(user)) {
    case 'NAT':
      return 'nation'
    case 'PLT':
      return 'platform'
    case 'PRV':
    case 'CEN':
      return row.recommend_org_id === user.orgId ? 'recommender' : undefined
    default:
      return undefined
  }
}

/** Whether an action is one of the steps that the state names but the time does not yet allow. */
const isEarly = ({ status, is_late }: ObjectionRow, action: FlowAction): boolean =>
  action === 'ANSWER' && status === ObjectionStatus.forwarded && !is_late

/** The actions that a caller may take on an objection now. */
export function actionsOf(user: Caller, row: ObjectionRow): FlowAction[] {
  const party = partyOf(user, row)
  if (!party) return []
  return offersOf(OBJECTION_FLOW, row.status, new Set([party]))
    .map(({ action }) => action)
    .filter((action) => !isEarly(row, action))
}

/** The steps that a caller may know: offices see those since the objection was forwarded. */
export function readableSteps(steps: readonly FlowRow[], user: Caller): FlowRow[] {
  if (isOperator(user)) return [...steps]
  // Why it was withdrawn is in the words of the objector.
  const shown = steps
    .filter(({ action }) => action !== 'DECLINE')
    .map((step) => (step.action === 'WITHDRAW' ? { ...step, opinion: null } : step))
  return codeOf(user) === 'ENT' ? shown.map((step) => ({ ...step, opinion: null })) : shown
}

const STAGES: Readonly<Record<ObjectionStatus, Stage | undefined>> = {
  RECEIVED: 'author',
  FORWARDED: 'province',
  VERIFIED: 'nation',
  ANSWERED: undefined,
  WITHDRAWN: undefined,
}

/** The way of an objection: 登记转办, 推荐单位核实, 国家答复. */
function wayOf(status: ObjectionStatus): Way {
  const stages: Stage[] = ['author', 'province', 'nation', 'end']
  const current = STAGES[status]
  return {
    stages,
    current,
    reached: current ? stages.indexOf(current) : stages.length,
    authorName: '登记转办',
    endName: '办结',
    names: { province: '推荐单位核实', nation: '国家答复' },
    depts: PILOT_DEPTS,
  }
}

const taskOf = (row: ObjectionRow): ReturnType<LiveRecord['task']> => ({
  title: `${row.project_name} 的异议`,
  code: row.demo_code,
  orgName: row.company_name ?? '',
  place: row.province_name ?? '',
  period: `${row.batch_year}年第${row.batch_no}批`,
  ratedPower: row.rated_power,
  ratedEnergy: row.rated_energy,
  status: row.status,
  statusLabel: labelIn('objection_status', row.status),
})

/** An objection as the review sees it. */
export function liveObjection(row: ObjectionRow, user: Caller): LiveObjection {
  const party = partyOf(user, row)
  const parties = new Set(party ? [party] : [])
  const permitted = new Set(actionsOf(user, row))
  return {
    row,
    entity: 'OBJECTION',
    id: row.id,
    provinceCode: row.province_code,
    version: row.version,
    title: `${row.project_name} 的异议`,
    orgId: null,
    content: {},
    state: row.status,
    parties,
    columns: columnsOf(row, undo),
    isAuthor: false,
    mayDecide: permitted.size > 0,
    isOpen: false,
    reviewer: undefined,
    isWithReviewer: false,
    shape,
    levels: 'DEMONSTRATION',
    updateTime: row.update_time,
    waitingSince: row.waiting_since,
    dueTime: row.due_at ?? undefined,
    place: row,
    reviewerOffice: recommenderOf(row),
    period: { year: row.batch_year },
    readable: (steps) => readableSteps(steps, user),
    task: () => taskOf(row),
    way: () => wayOf(row.status),
    goals: (offices) =>
      goalsOf(OBJECTION_FLOW, row.status, parties, offices).filter(({ action }) => permitted.has(action)),
  }
}

const DAY_MS = 86_400_000

/** The last second of a calendar day in some days. */
export const endOfDay = (now: Date, days: number): string =>
  `${dateTime(new Date(now.getTime() + days * DAY_MS)).slice(0, 10)} 23:59:59`

/** Calendar days that each office has for its part. */
export interface Days {
  forward: number
  verify: number
  answer: number
}

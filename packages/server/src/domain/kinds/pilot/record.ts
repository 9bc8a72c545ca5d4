import type { components } from '@xinchu/contract/schema'
import type { Caller } from '../../caller.ts'
import { columnsOf } from '../../flow/columns.ts'
import { goalsOf } from '../../flow/goals.ts'
import type { LiveRecord, TaskPart } from '../../flow/kind.ts'
import type { OfficeNames } from '../../flow/offices.ts'
import { isOpen, offersOf } from '../../flow/table.ts'
import { pilotBase } from '../../pilot-project/base.ts'
import type { PilotContent } from '../../pilot-project/content.ts'
import { PILOT_FLOW, type PilotParty } from '../../pilot-project/flow-table.ts'
import { readableFlow } from '../../pilot-project/flow-view.ts'
import type { PilotRecord } from '../../pilot-project/query.ts'
import { sealedRefusal, shownStatus, shownStatusLabel } from '../../pilot-project/sight.ts'
import { allowedActions, partyOf } from '../../pilot-project/states.ts'
import { recommenderOf, wayOfPilot } from '../../pilot-project/way.ts'
import { canonical } from '../../values/canonical.ts'

/** Columns that undoing a step restores. */
export const undo = [
  'status',
  'excellent_type_status',
  'read_flag',
  'submitted_once',
  'waiting_since',
  'last_opinion',
  'opened_parts',
  'due_date',
  'recommend_order',
] as const

const taskOf = (row: PilotRecord, user: Caller): TaskPart => ({
  title: row.project_name,
  code: row.demo_code,
  orgName: row.company_name ?? '',
  place: [row.province_name, row.city_name, row.county_name].filter(Boolean).join(' '),
  period: `${row.batch_year}年第${row.batch_no}批`,
  ratedPower: row.rated_power,
  ratedEnergy: row.rated_energy,
  status: shownStatus(user, row),
  statusLabel: shownStatusLabel(user, row),
})

/** The offices as the flow names them. A draft that has no recommender yet names none, not its province. */
const officesOf = ({ recommend_org_name }: PilotRecord, offices: OfficeNames): OfficeNames =>
  new Map([...offices, ['province', recommend_org_name ?? '推荐单位']])

/** A demonstration project with the row and the caller's role, which its steps need. */
export interface LivePilot extends LiveRecord {
  row: PilotRecord
  party: PilotParty | undefined
}

/**
 * A demonstration project as the review sees it. What the nation returns goes to the applicant, with its remarks. It has
 * no `waitingSince`: the column changes with each step of the sealed review, the readable history does not.
 */
export function reviewedPilot({ row, content }: PilotContent, user: Caller): LivePilot {
  const { status } = row
  const party = partyOf(user, row)
  const parties = new Set(party ? [party] : [])
  const permitted: ReadonlySet<components['schemas']['FlowAction']> = new Set(allowedActions(user, row))
  return {
    row,
    party,
    entity: 'DEMO',
    id: row.id,
    provinceCode: row.province_code,
    version: row.version,
    title: row.project_name,
    orgId: row.org_id,
    content: canonical(content, pilotBase.shape),
    shape: pilotBase.shape,
    state: status,
    parties,
    columns: columnsOf(row, undo),
    isAuthor: party === 'author',
    mayDecide: offersOf(PILOT_FLOW, status, parties).some(
      ({ action, step }) => step.decides && permitted.has(action),
    ),
    isOpen: isOpen(PILOT_FLOW, status),
    reviewer: undefined,
    isWithReviewer: false,
    levels: 'DEMONSTRATION',
    updateTime: row.update_time,
    place: row,
    reviewerOffice: recommenderOf(row),
    period: { year: row.batch_year },
    readable: (steps) => readableFlow(steps, row, user),
    sealed: sealedRefusal(user, row),
    task: () => taskOf(row, user),
    way: () => wayOfPilot(row),
    goals: (offices) =>
      goalsOf(PILOT_FLOW, status, parties, officesOf(row, offices)).filter(({ action }) =>
        permitted.has(action),
      ),
  }
}

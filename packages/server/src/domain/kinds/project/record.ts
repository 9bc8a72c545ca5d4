import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { checkProject, type PlaceBoxes } from '@xinchu/validators'
import { day } from '../../../runtime/time.ts'
import type { Caller } from '../../caller.ts'
import { projectBase } from '../../es-project/base.ts'
import { fieldsOf, projectFields } from '../../es-project/columns.ts'
import { projectContent } from '../../es-project/content.ts'
import { type ProjectParty, projectFlow, projectState } from '../../es-project/flow-table.ts'
import { mentionedProject } from '../../es-project/mentioned.ts'
import type { ProjectRow } from '../../es-project/query.ts'
import { stateOf } from '../../es-project/state-name.ts'
import { mayDecide, partiesOf, routeOf } from '../../es-project/states.ts'
import { columnsOf } from '../../flow/columns.ts'
import type { LiveRecord, TaskPart } from '../../flow/kind.ts'
import { isWithReviewer } from '../../flow/table.ts'
import { reply } from '../../reply.ts'
import { projectGoals } from './goals.ts'

type Warning = components['schemas']['ReviewWarning']

/** Columns that undoing a step restores. */
export const undo = [
  'declare_status',
  'country_status',
  'read_flag',
  'submitted_once',
  'is_counted',
  'first_plan_grid_date',
  'waiting_since',
  'last_opinion',
  'repeat_reason',
] as const

const captions = new Map(projectFields.map(({ name, caption }) => [name, caption]))

const warningsOf = (row: ProjectRow, now: Date, boxes: PlaceBoxes): Warning[] =>
  checkProject(fieldsOf(row), day(now), boxes)
    .filter(({ level }) => level === 'warning')
    .map(({ field, code, message }) =>
      reply<Warning>({ field, fieldLabel: captions.get(field.split('.')[0] ?? field), code, message }),
    )

const taskOf = (row: ProjectRow): TaskPart => ({
  title: row.project_name,
  code: row.project_code,
  orgName: row.company_name ?? '',
  place: [row.province_name, row.city_name, row.county_name].filter(Boolean).join(' '),
  ratedPower: row.rated_power,
  ratedEnergy: row.rated_energy,
  status: row.declare_status,
  statusLabel: stateOf(row).statusLabel,
  stored: row.warehouse_time !== null,
})

/** A project with the row that its steps need. */
export interface LiveProject extends LiveRecord {
  row: ProjectRow
  parties: ReadonlySet<ProjectParty>
}

/** A project as the review sees it. */
export function reviewedProject(row: ProjectRow, user: Caller): LiveProject {
  const flow = projectFlow(routeOf(row))
  const state = projectState(row)
  const parties = partiesOf(user, row)
  return {
    ...mentionedProject(row, user),
    row,
    entity: 'PROJECT',
    provinceCode: row.province_code,
    version: row.version,
    content: projectContent(row),
    shape: projectBase.shape,
    state,
    parties,
    columns: columnsOf(row, undo),
    mayDecide: mayDecide(user, row),
    reviewer: deptKinds.province,
    isWithReviewer: isWithReviewer(flow, state),
    updateTime: row.update_time,
    waitingSince: row.waiting_since,
    period: {},
    warnings: (now, boxes) => warningsOf(row, now, boxes),
    task: () => taskOf(row),
    goals: (offices) => projectGoals(row, user, offices),
  }
}

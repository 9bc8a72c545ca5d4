import { CountryStatus } from '@xinchu/contract/codes'
import { fields, groups } from '@xinchu/contract/fields'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { checkProject, type PlaceBoxes } from '@xinchu/validators'
import { day } from '../../../runtime/time.ts'
import type { Caller } from '../../caller.ts'
import { fieldsOf, projectFields } from '../../es-project/columns.ts'
import { type ProjectParty, projectFlow, projectState } from '../../es-project/flow-table.ts'
import type { ProjectRow } from '../../es-project/query.ts'
import { stateOf } from '../../es-project/state-name.ts'
import { mayDecide, moveOf, partiesOf, routeOf } from '../../es-project/states.ts'
import { EDITABLE, holderOf } from '../../es-project/waiting.ts'
import { columnsOf } from '../../flow/columns.ts'
import type { LiveRecord, RecordKind, TaskPart } from '../../flow/kind.ts'
import { HINTS } from '../../flow/refused-by.ts'
import { isOpen, isWithReviewer } from '../../flow/table.ts'
import { reply } from '../../reply.ts'
import { canonical } from '../../values/canonical.ts'
import { projectGoals } from './goals.ts'
import { wayOfProject } from './way.ts'

type Warning = components['schemas']['ReviewWarning']

export const shape: RecordKind['shape'] = {
  fields: fields.EsProjectFields,
  rows: { hybridDetail: fields.HybridPart },
  groups: groups['EsProjectFields'] ?? {},
}

/** Columns that undoing a step restores. */
export const undo = [
  'declare_status',
  'country_status',
  'read_flag',
  'submitted_once',
  'is_counted',
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

/** The way that is left to a caller whose step the state of a project refuses. */
function hintFor(row: ProjectRow, user: Caller, holder: string | undefined): string | undefined {
  const isOwn = row.org_id === user.orgId
  if (isOwn && EDITABLE.includes(row.declare_status)) return HINTS.rewrite
  if (moveOf(user, row, 'WITHDRAW', 'province')) return HINTS.takeBack
  if (holder !== undefined && (isOwn || holderOf(row) === deptKinds.nation)) return HINTS.askBack(holder)
  return row.country_status === CountryStatus.stored && holder === undefined ? HINTS.reopen : undefined
}

/** A project as the review sees it. */
export function reviewedProject(row: ProjectRow, user: Caller): LiveProject {
  const flow = projectFlow(routeOf(row))
  const state = projectState(row)
  const parties = partiesOf(user, row)
  return {
    row,
    entity: 'PROJECT',
    id: row.id,
    provinceCode: row.province_code,
    version: row.version,
    title: row.project_name,
    orgId: row.org_id,
    content: canonical(fieldsOf(row), shape),
    state,
    parties,
    columns: columnsOf(row, undo),
    isAuthor: parties.has('author'),
    mayDecide: mayDecide(user, row),
    isOpen: isOpen(flow, state),
    reviewer: deptKinds.province,
    isWithReviewer: isWithReviewer(flow, state),
    updateTime: row.update_time,
    waitingSince: row.waiting_since,
    place: row,
    period: {},
    warnings: (now, boxes) => warningsOf(row, now, boxes),
    task: () => taskOf(row),
    way: () => wayOfProject(row),
    goals: (offices) => projectGoals(row, user, offices),
    hint: (holder) => hintFor(row, user, holder),
  }
}

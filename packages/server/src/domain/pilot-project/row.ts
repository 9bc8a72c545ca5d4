import { ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { projectDerived } from '@xinchu/validators'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { reply } from '../reply.ts'
import { pilotFieldsOf } from './columns.ts'
import { needsOpinion } from './flow-table.ts'
import type { PilotRecord } from './query.ts'
import { isConcealed, shownStatus, shownStatusLabel, sightOf } from './sight.ts'
import { allowedActions, mayDelete, partyOf, writableParts } from './states.ts'

type Schemas = components['schemas']

/** System fields of a project as the caller may know them, and his allowed actions. */
export function systemFields(row: PilotRecord, user: Caller): Schemas['DemoProjectSystemFields'] {
  const hidden = isConcealed(user, row)
  const actions = allowedActions(user, row)
  const mayAct = partyOf(user, row) !== undefined
  return reply<Schemas['DemoProjectSystemFields']>({
    demoCode: row.demo_code,
    status: shownStatus(user, row),
    statusLabel: shownStatusLabel(user, row),
    provinceName: row.province_name,
    cityName: row.city_name,
    countyName: row.county_name,
    recommendOrgName: row.recommend_org_name,
    ownerGroupName: row.owner_group_name,
    techTypeLabel: row.tech_type_label,
    appSubScenarioLabel: row.app_sub_scenario_label,
    buildStatusLabel: row.build_status && labelIn('build_status', row.build_status),
    durationHours: projectDerived(pilotFieldsOf(row)).durationHours,
    excellentType: hidden ? undefined : row.excellent_type,
    excellentTypeStatus: hidden ? ExcellentTypeStatus.none : row.excellent_type_status,
    announceNo: sightOf(user, row, 'RESULT') === 'NOTHING' ? undefined : row.announce_no,
    announceDate: sightOf(user, row, 'RESULT') === 'NOTHING' ? undefined : row.announce_date,
    readFlag: row.read_flag,
    // Changes with each step of the review, so that it would tell of one.
    waitingSince: hidden ? undefined : row.waiting_since,
    actions,
    moves: actions.map((action) => ({ action, needsOpinion: needsOpinion(action) })),
    editableParts: writableParts(user, row),
    deletable: mayDelete(user, row),
    dueDate: mayAct ? row.due_date : undefined,
    recommendOrder: mayAct && partyOf(user, row) !== 'author' ? row.recommend_order : undefined,
  })
}

/** A list row. */
export const pilotRow = (row: PilotRecord, user: Caller): Schemas['DemoProjectRow'] =>
  reply({
    ...systemFields(row, user),
    id: row.id,
    version: row.version,
    projectName: row.project_name,
    batchYear: row.batch_year,
    batchNo: row.batch_no,
    companyName: row.company_name,
    recommendType: row.recommend_type,
    provinceCode: row.province_code,
    cityCode: row.city_code,
    countyCode: row.county_code,
    techType: row.tech_type,
    techDirection: row.tech_direction,
    appSubScenario: row.app_sub_scenario,
    buildStatus: row.build_status,
    ratedPower: row.rated_power,
    ratedEnergy: row.rated_energy,
    totalInvestment: row.total_investment,
    planCommissionDate: row.plan_commission_date,
    commissionDate: row.commission_date,
    createTime: row.create_time,
    updateTime: row.update_time,
  })

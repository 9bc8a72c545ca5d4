import { DeclareStatus, SubmitProvinceFlag } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { projectDerived } from '@xinchu/validators'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import type { SnapshotSource } from '../ledger/ledger.ts'
import { reply } from '../reply.ts'
import { fieldsOf } from './columns.ts'
import type { ProjectRow } from './query.ts'
import { allowedMoves, mayDelete, mayEdit } from './states.ts'

type Schemas = components['schemas']

/** States from the submission to the province on. */
const REPORTED: readonly string[] = [
  DeclareStatus.atProvince,
  DeclareStatus.returnedByProvince,
  DeclareStatus.passed,
]

/** `submit_province_flag` of a state of the declaration. */
export const provinceFlagOf = (declareStatus: string) =>
  REPORTED.includes(declareStatus) ? SubmitProvinceFlag.submitted : SubmitProvinceFlag.notSubmitted

/** System fields of a project and the caller's allowed actions. */
export function systemFields(row: ProjectRow, user: Caller): Schemas['EsProjectSystemFields'] {
  const moves = allowedMoves(user, row)
  return reply({
    projectCode: row.project_code,
    provinceName: row.province_name,
    cityName: row.city_name,
    countyName: row.county_name,
    ownerGroupName: row.owner_group_name,
    techTypeLabel: row.tech_type_label,
    appSubScenarioLabel: row.app_sub_scenario_label,
    buildStatusLabel: row.build_status && labelIn('build_status', row.build_status),
    durationHours: projectDerived(fieldsOf(row)).durationHours,
    declareStatus: row.declare_status,
    declareStatusLabel: labelIn('declare_status', row.declare_status),
    countryStatus: row.country_status,
    countryStatusLabel: labelIn('country_status', row.country_status),
    submitProvinceFlag: provinceFlagOf(row.declare_status),
    repeatFlag: row.repeat_flag,
    readFlag: row.read_flag,
    waitingSince: row.waiting_since,
    actions: moves.map(({ action }) => action),
    moves,
    editable: mayEdit(user, row),
    deletable: mayDelete(user, row),
  })
}

/** Origin of a ledger row, as in the contract. */
export const snapshotOf = (row: SnapshotSource): Schemas['SnapshotSource'] =>
  reply({
    year: row.snapshot_year,
    quarter: row.snapshot_quarter,
    projectVersion: row.project_version,
    syncId: row.sync_id,
    storedAt: row.stored_at,
  })

/** A list row. A ledger row also names its snapshot. */
export function listRow(
  row: ProjectRow | (ProjectRow & SnapshotSource),
  user: Caller,
): Schemas['EsProjectRow'] {
  return reply({
    ...systemFields(row, user),
    id: row.id,
    version: row.version,
    projectName: row.project_name,
    provinceCode: row.province_code,
    cityCode: row.city_code,
    countyCode: row.county_code,
    companyName: row.company_name,
    techType: row.tech_type,
    appSubScenario: row.app_sub_scenario,
    buildStatus: row.build_status,
    ratedPower: row.rated_power,
    ratedEnergy: row.rated_energy,
    commissionDate: row.commission_date,
    createTime: row.create_time,
    updateTime: row.update_time,
    snapshot: 'sync_id' in row ? snapshotOf(row) : undefined,
  })
}

import { ReportStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { dateTime } from '../../../runtime/time.ts'
import type { Caller } from '../../caller.ts'
import { labelIn } from '../../dict/label.ts'
import { columnsOf } from '../../flow/columns.ts'
import type { LiveRecord, RecordKind } from '../../flow/kind.ts'
import { ownProvince } from '../../provincial/parts.ts'
import type { ProvincialDemoFields, ProvincialPilotRow } from '../../provincial/pilot-rows.ts'
import { provincialRecord } from '../../provincial/record.ts'
import { canonical } from '../../values/canonical.ts'

export const shape: RecordKind['shape'] = { fields: fields.ProvincialDemoFields, rows: {}, groups: {} }

/** Columns that undoing a step restores. */
export const undo = ['status', 'last_opinion', 'submit_time'] as const

/** A provincial demonstration project with its fields as they are stored. */
export interface LivePilot extends LiveRecord {
  fields: ProvincialDemoFields
}

interface Shown {
  name: string
  place: string
}

type Row = Pick<
  ProvincialPilotRow,
  | 'id'
  | 'province_code'
  | 'city_code'
  | 'county_code'
  | 'version'
  | 'org_id'
  | 'status'
  | 'last_opinion'
  | 'submit_time'
  | 'year'
  | 'update_time'
  | 'content'
>

const placeOf = ({ province_name, city_name, county_name }: ProvincialPilotRow): string =>
  [province_name, city_name, county_name].filter(Boolean).join(' ')

const live = (row: Row, { name, place }: Shown, user: Caller): LivePilot => ({
  ...provincialRecord(row, user),
  entity: 'PROV_DEMO',
  title: name,
  content: canonical(row.content, shape),
  shape,
  fields: row.content,
  columns: columnsOf(row, undo),
  place: row,
  task: () => ({
    title: name,
    orgName: row.content.companyName ?? '',
    place,
    period: `${row.year}年`,
    ratedPower: row.content.ratedPower ?? null,
    ratedEnergy: row.content.ratedEnergy ?? null,
    status: row.status,
    statusLabel: labelIn('report_status', row.status),
  }),
})

/** A provincial demonstration project as the review sees it. */
export const reviewedProvincialPilot = (row: ProvincialPilotRow, user: Caller): LivePilot =>
  live(row, { name: row.project_name, place: placeOf(row) }, user)

/** The draft that a new project begins as. @throws HttpError 403 for an office without a province */
export const newProvincialPilot = (user: Caller, now: Date): LivePilot => {
  const row: Row = {
    ...{ id: 0, version: 0, year: now.getFullYear(), update_time: dateTime(now) },
    ...{ province_code: ownProvince(user), city_code: null, county_code: null, org_id: user.orgId },
    ...{ status: ReportStatus.draft, last_opinion: null, submit_time: null, content: {} },
  }
  return live(row, { name: '', place: '' }, user)
}

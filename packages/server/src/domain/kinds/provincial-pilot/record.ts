import { fields } from '@xinchu/contract/fields'
import type { Caller } from '../../caller.ts'
import { labelIn } from '../../dict/label.ts'
import type { LiveRecord, RecordKind } from '../../flow/kind.ts'
import type { ProvincialDemoRow } from '../../provincial/demo-rows.ts'
import { provincialRecord } from '../../provincial/record.ts'
import { canonical } from '../../review/canonical.ts'

export const shape: RecordKind['shape'] = { fields: fields.ProvincialDemoFields, rows: {}, groups: {} }

const placeOf = ({ province_name, city_name, county_name }: ProvincialDemoRow): string =>
  [province_name, city_name, county_name].filter(Boolean).join(' ')

/** A provincial demonstration project as the review sees it. */
export const reviewedProvincialDemo = (row: ProvincialDemoRow, user: Caller): LiveRecord => ({
  ...provincialRecord(row, user),
  entity: 'PROV_DEMO',
  title: row.project_name,
  content: canonical(row.content, shape),
  place: row,
  task: () => ({
    title: row.project_name,
    orgName: row.content.companyName ?? '',
    place: placeOf(row),
    period: `${row.year}年`,
    ratedPower: row.rated_power,
    ratedEnergy: row.rated_energy,
    status: row.status,
    statusLabel: labelIn('report_status', row.status),
  }),
})

import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { usageDerived } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { facilityOf, type UsageRow, usageOf } from '../general-items/usage-rows.ts'
import type { PilotRow } from '../pilot-project/columns.ts'

type Schemas = components['schemas']

/** The submitted quarterly reports of a station within a year. */
export async function stationReports(db: Db, projectId: number | null, year: number): Promise<UsageRow[]> {
  if (projectId === null) return []
  const { rows } = await sql<UsageRow>`
    select u.*, p.project_name, p.company_name, p.rated_power, p.rated_energy, p.design_cycles_per_day,
      p.commission_date, p.retire_date, p.tech_type, p.build_status, null as previous
    from usage_report u join es_project p on p.province_code = u.province_code and p.id = u.project_id
    where u.project_id = ${projectId} and u.year = ${year}
      and u.status not in (${ReportStatus.draft}, ${ReportStatus.returned})
    order by u.quarter`.execute(db)
  return rows
}

/** Figures of a quarter as the linked station reported them; undefined if it has not. They are not typed again. */
export async function stationUsage(
  db: Db,
  project: Pick<PilotRow, 'es_project_id'>,
  { year, quarter }: { year: number; quarter: number },
): Promise<Schemas['ProgressUsage'] | undefined> {
  const row = (await stationReports(db, project.es_project_id, year)).find((each) => each.quarter === quarter)
  if (!row) return undefined
  const { chargeEnergy, dischargeEnergy } = usageOf(row)
  const { equivalentUtilizationHours } = usageDerived(usageOf(row), facilityOf(row))
  return {
    ...(chargeEnergy === undefined ? {} : { chargeEnergy }),
    ...(dischargeEnergy === undefined ? {} : { dischargeEnergy }),
    ...(equivalentUtilizationHours === undefined ? {} : { equivalentUtilizationHours }),
  }
}

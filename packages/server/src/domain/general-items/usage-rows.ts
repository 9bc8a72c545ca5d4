import { ReportStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import { type Facility, type FieldSpec, usageDerived } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { type ColumnsOf, columnsOf, type FieldColumns, fromColumns } from '../columns.ts'
import { visibleProjects } from '../scope.ts'

export type Usage = components['schemas']['UsageFields']

/** Fields of a quarterly report, from the contract. */
export const usageFields: readonly FieldSpec[] = fields.UsageFields

/** Fields with their columns. */
export const usageColumns: FieldColumns = columnsOf(usageFields)

/** Station data for indicators and checks. */
export interface Station {
  project_id: number
  province_code: string
  org_id: number | null
  project_name: string
  company_name: string | null
  rated_power: number | null
  rated_energy: number | null
  design_cycles_per_day: number | null
  commission_date: string | null
  retire_date: string | null
  tech_type: string | null
  build_status: string | null
}

export type UsageRow = Row<'usage_report'> &
  Station & {
    /** Columns of the previous quarter's report. */
    previous: ColumnsOf<Usage> | null
  }

const station = sql`p.project_name, p.company_name, p.rated_power, p.rated_energy, p.design_cycles_per_day,
  p.commission_date, p.retire_date, p.tech_type, p.build_status`

/** Reports `u` with their projects `p` and the previous quarter's reports `v`. */
export const usageSource = sql`usage_report u
  join es_project p on p.province_code = u.province_code and p.id = u.project_id
  left join usage_report v on v.province_code = u.province_code and v.project_id = u.project_id
    and v.year * 4 + v.quarter = u.year * 4 + u.quarter - 1`

export const usageSelection = sql`u.*, ${station}, to_jsonb(v) as previous`

/** SQL condition: reports of projects in the caller's scope. Drafts are visible only to their author. */
export const visibleUsage = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`${visibleProjects(user)} and (u.status <> ${ReportStatus.draft} or u.org_id = ${user.orgId})`

/** Converts a row to the contract's fields without empty values. */
export const usageOf = (row: ColumnsOf<Usage>): Usage => fromColumns<Usage>(row, usageColumns)

export const facilityOf = (row: Station): Facility => ({
  ratedPower: row.rated_power ?? undefined,
  ratedEnergy: row.rated_energy ?? undefined,
  designCyclesPerDay: row.design_cycles_per_day ?? undefined,
  commissionDate: row.commission_date ?? undefined,
  techType: row.tech_type ?? undefined,
})

export const derivedOf = (row: UsageRow): ReturnType<typeof usageDerived> =>
  usageDerived(usageOf(row), facilityOf(row))

export interface UsageKey {
  projectId: number
  year: number
  quarter: number
}

export const keyText = ({ projectId, year, quarter }: UsageKey): string => `${projectId}/${year}/${quarter}`

/** Ids of the reports with these keys. Their index begins with the province, which only the project knows. */
export const reportIds = (keys: readonly UsageKey[]): RawBuilder<unknown> => sql`
  select r.id from unnest(${keys.map((key) => key.projectId)}::bigint[], ${keys.map((key) => key.year)}::integer[],
      ${keys.map((key) => key.quarter)}::smallint[]) k(project_id, year, quarter)
    join es_project q on q.id = k.project_id
    join usage_report r on r.province_code = q.province_code and r.project_id = q.id and r.year = k.year
      and r.quarter = k.quarter`

/** Returns the visible reports with these ids or keys. */
export async function findUsage(
  db: Db,
  { ids, keys }: { ids: readonly number[]; keys: readonly UsageKey[] },
  user: Caller,
  lock = false,
): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    select ${usageSelection} from ${usageSource}
    where u.id = any(${[...ids]}::bigint[] || array(${reportIds(keys)})) and ${visibleUsage(user)}
    order by u.id ${lock ? sql`for update of u` : sql``}`.execute(db)
  return rows
}

/** Returns the caller's visible projects with these ids, as stations. */
export async function findStations(
  db: Db,
  ids: readonly number[],
  user: Caller,
): Promise<Map<number, Station>> {
  const { rows } = await sql<Station>`
    select p.id as project_id, p.province_code, p.org_id, ${station} from es_project p
    where p.id = any(${[...ids]}::bigint[]) and ${visibleProjects(user)}`.execute(db)
  return new Map(rows.map((row) => [row.project_id, row]))
}

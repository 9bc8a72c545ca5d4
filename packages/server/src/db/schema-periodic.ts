import type { Generated } from 'kysely'
import type { GeneratedJson, Json } from './schema-json.ts'

export interface UsageReportTable {
  id: Generated<number>
  province_code: string
  project_id: number
  year: number
  quarter: number
  org_id: number | null
  run_status: string | null
  charge_energy: number | null
  discharge_energy: number | null
  off_grid_energy: number | null
  on_grid_energy: number | null
  charge_times: number | null
  discharge_times: number | null
  run_hours: number | null
  standby_hours: number | null
  planned_outage_times: number | null
  planned_outage_hours: number | null
  unplanned_outage_times: number | null
  unplanned_outage_hours: number | null
  unplanned_outage_reason: string | null
  unplanned_outage_note: string | null
  max_charge_power: number | null
  max_discharge_power: number | null
  available_energy: number | null
  soh: number | null
  peak_support_times: number | null
  revenue_spot: number | null
  revenue_ancillary: number | null
  revenue_lease: number | null
  revenue_capacity: number | null
  revenue_peak_valley: number | null
  revenue_other: number | null
  avg_charge_price: number | null
  avg_discharge_price: number | null
  safety_events: number | null
  alarm_level1_count: number | null
  safety_note: string | null
  remark: string | null
  status: Generated<string>
  last_opinion: string | null
  version: Generated<number>
  create_by: string | null
  create_time: Generated<string>
  update_by: string | null
  update_time: Generated<string>
}

export interface YearCalcTable {
  id: Generated<number>
  province_code: string
  scope_type: string
  scope_id: number
  scope_name: string
  year: number
  city_code: string | null
  county_code: string | null
  org_id: number | null
  owner_group_id: number | null
  rows: GeneratedJson
  planned_investment: number | null
  target2027_power: number | null
  target2030_power: number | null
  basis: string | null
  attachment_ids: number[] | null
  status: Generated<string>
  last_opinion: string | null
  version: Generated<number>
  create_by: string | null
  create_time: Generated<string>
  update_by: string | null
  update_time: Generated<string>
}

export interface FillTimeLimitTable {
  fill_time_id: number
  province_code: string
  county: string | null
  city: string | null
  update_by: string | null
  update_time: Generated<string>
}

export interface WarehouseSyncTable {
  id: Generated<number>
  year: number
  quarter: number
  dry_run: boolean
  projects: number
  usage_rows: number
  added: number
  changed: number
  removed: number
  create_by: string | null
  started_at: string
  finished_at: string
}

export interface WarehousePeriodTable {
  year: number
  quarter: number
  sync_id: number | null
}

export interface WarehouseProjectTable {
  province_code: string
  year: number
  quarter: number
  project_id: number
  project_version: number
  sync_id: number
  project_code: string
  project_name: string
  company_name: string | null
  city_code: string | null
  county_code: string | null
  org_id: number | null
  owner_group_id: number | null
  owner_type: string | null
  build_status: string | null
  tech_type: string | null
  tech_sub_type: string | null
  app_scenario: string | null
  app_sub_scenario: string | null
  rated_power: number | null
  rated_energy: number | null
  design_cycles_per_day: number | null
  grid_voltage: string | null
  total_investment: number | null
  commission_date: string | null
  longitude: number | null
  latitude: number | null
  is_demonstration: string | null
  content: Json
}

export interface WarehouseUsageTable {
  province_code: string
  year: number
  quarter: number
  project_id: number
  usage_id: number
  usage_version: number
  sync_id: number
  charge_energy: number | null
  discharge_energy: number | null
  off_grid_energy: number | null
  on_grid_energy: number | null
  charge_times: number | null
  discharge_times: number | null
  run_hours: number | null
  planned_outage_hours: number | null
  unplanned_outage_times: number | null
  unplanned_outage_hours: number | null
  period_hours: number
  total_revenue: number | null
  safety_events: number | null
  content: Json
}

export interface UsageReminderTable {
  project_id: number
  year: number
  quarter: number
  /** yyyy-MM-dd, Beijing. */
  day: string
  org_id: number
  create_by: string
  create_time: Generated<string>
}

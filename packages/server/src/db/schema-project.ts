import type { Generated } from 'kysely'
import type { GeneratedJson, Json } from './schema-json.ts'

export interface EsProjectTable {
  id: Generated<number>
  province_code: string
  project_code: string
  project_name: string
  normalised_name: Generated<string>
  name_keys: Generated<string[]>
  national_code: string | null
  build_status: string | null
  project_type: string | null
  phase_no: string | null
  description: string | null
  is_demonstration: Generated<string>
  city_code: string | null
  county_code: string | null
  address: string | null
  longitude: number | null
  latitude: number | null
  company_name: string | null
  credit_code: string | null
  org_id: number | null
  owner_group_id: number | null
  owner_type: string | null
  contact_name: string | null
  contact_phone: string | null
  contact_email: string | null
  design_unit: string | null
  epc_unit: string | null
  battery_supplier: string | null
  pcs_supplier: string | null
  integrator: string | null
  operator_unit: string | null
  tech_type: string | null
  tech_sub_type: string | null
  hybrid_detail: Json | null
  rated_power: number | null
  rated_energy: number | null
  grid_form: string | null
  design_efficiency: number | null
  design_cycle_life: number | null
  design_life_years: number | null
  design_cycles_per_day: number | null
  unit_count: number | null
  cell_capacity: number | null
  is_echelon_use: boolean | null
  layout_type: string | null
  land_area: number | null
  app_scenario: string | null
  app_sub_scenario: string | null
  function_types: string[] | null
  profit_models: string[] | null
  paired_project_name: string | null
  paired_capacity: number | null
  grid_voltage: string | null
  grid_operator: string | null
  substation_name: string | null
  dispatch_level: string | null
  is_dispatched: boolean | null
  total_investment: number | null
  completed_investment: number | null
  fund_source: string | null
  record_no: string | null
  record_date: string | null
  record_org: string | null
  plan_start_date: string | null
  start_date: string | null
  plan_grid_date: string | null
  grid_date: string | null
  commission_date: string | null
  stop_date: string | null
  retire_date: string | null
  terminate_date: string | null
  stop_reason: string | null
  grid_agreement: string | null
  dispatch_agreement: string | null
  fire_acceptance: string | null
  env_approval: string | null
  land_approval: string | null
  quality_filed: string | null
  grid_test_date: string | null
  attachment_ids: number[] | null
  remark: string | null
  declare_status: Generated<string>
  country_status: Generated<string>
  origin_dept_id: number
  data_source: Generated<string>
  repeat_flag: Generated<string>
  repeat_group_id: number | null
  repeat_reason: string | null
  read_flag: Generated<boolean>
  submitted_once: Generated<boolean>
  last_opinion: string | null
  waiting_since: Generated<string>
  period_year: number | null
  period_quarter: number | null
  warehouse_time: string | null
  deleted: Generated<boolean>
  version: Generated<number>
  create_by: string | null
  create_time: Generated<string>
  update_by: string | null
  update_time: Generated<string>
}

export interface FlowHistoryTable {
  id: Generated<number | null>
  province_code: string
  biz_type: string
  biz_id: number
  time: Generated<string>
  org_name: string
  user_name: string
  dept_id: number
  action: string
  from_status: string | null
  to_status: string
  opinion: string | null
}

export interface ImportBatchTable {
  id: Generated<number>
  org_id: number
  user_id: number
  province_code: string | null
  file_name: string
  sha256: string | null
  client_key: string | null
  storage_key: string | null
  mode: Generated<string>
  dry_run: Generated<boolean>
  submit_after_commit: Generated<boolean>
  accept_warnings: Generated<boolean>
  skip_repeat: Generated<boolean>
  state: Generated<string>
  total_rows: Generated<number>
  parsed_rows: Generated<number>
  ok_rows: Generated<number>
  warn_rows: Generated<number>
  error_rows: Generated<number>
  repeat_rows: Generated<number>
  committed_rows: Generated<number>
  commit_cursor: Generated<number>
  is_complete: Generated<boolean>
  letters: GeneratedJson
  layout: Json | null
  lease_owner: string | null
  lease_until: string | null
  attempts: Generated<number>
  claims: Generated<number>
  submit_cursor: Generated<number>
  message: string | null
  create_by: string | null
  create_time: Generated<string>
  started_at: string | null
  finished_at: string | null
}

export interface ImportRowTable {
  batch_id: number
  row_no: number
  state: string
  raw: Json
  project: Json | null
  errors: GeneratedJson
  warnings: GeneratedJson
  repeats: GeneratedJson
  project_id: number | null
  same_name: string | null
  record_no: string | null
  national_code: string | null
}

export interface ProjectDuplicateTable {
  id: Generated<number>
  newer_id: number
  older_id: number
  yielding_id: number
  score: number
  signals: Json
  name_similarity: number
  distance_m: number | null
  fingerprint: string
  decision: Generated<string>
  decided_by: string | null
  decided_at: string | null
  opinion: string | null
  found_at: Generated<string>
}

export interface ProjectDuplicateDecisionTable {
  id: Generated<number>
  pair_id: number
  decision: string
  yielding_id: number
  decided_by: string
  org_id: number
  decided_at: Generated<string>
  opinion: string | null
  fingerprint: string
}

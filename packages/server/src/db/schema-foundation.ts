import type { ColumnType, Generated } from 'kysely'

/** Read as a value, written as JSON text. */
export type Json = ColumnType<unknown, string, string>

/** As `Json`, with a default. */
export type GeneratedJson = ColumnType<unknown, string | undefined, string>

export interface SettingTable {
  name: string
  value: string
}

export interface RegionTable {
  code: string
  name: string
  short_name: string
  level: number
  parent_code: string | null
  province_code: string
  city_code: string | null
  county_code: string | null
  region_group: string
  lng: number | null
  lat: number | null
  map_name: string | null
  is_reporting: Generated<boolean>
}

export interface DictTable {
  id: Generated<number>
  name: string
  title: string
  closed: boolean
}

export interface DictEntryTable {
  id: Generated<number>
  dict_id: number
  value: string
  label: string
  parent: string | null
  dict_sort: Generated<number>
  enabled: Generated<boolean>
  version: Generated<number>
}

export interface OwnerDictTable {
  id: Generated<number>
  value: string
  label: string
  short_name: string | null
  type: string | null
  credit_code: string | null
  parent_id: number | null
  org_id: number | null
  sort: Generated<number>
  enabled: Generated<boolean>
}

export interface RoleTable {
  id: number
  name: string
  level: number
  data_scope: string
}

export interface OrgTable {
  id: Generated<number>
  org_name: string
  short_name: string | null
  dept_id: number
  parent_org_id: number | null
  region_code: string | null
  credit_code: string | null
  owner_group_id: number | null
  region_group: string | null
  review_levels: Generated<string[]>
  legal_person: string | null
  registered_address: string | null
  owner_type: string | null
  contact_name: string | null
  contact_phone: string | null
  contact_email: string | null
  enabled: Generated<boolean>
  version: Generated<number>
  create_by: string | null
  create_time: Generated<string>
  update_by: string | null
  update_time: Generated<string>
}

export interface AppUserTable {
  id: Generated<number>
  username: string
  username_key: string
  password_hash: string
  previous_hashes: Generated<string[]>
  real_name: string | null
  id_card: string | null
  phone: string | null
  email: string | null
  office_phone: string | null
  position: string | null
  org_id: number | null
  flag: Generated<string>
  status: Generated<string>
  captcha_exempt: Generated<boolean>
  failures: Generated<number>
  locked_until: string | null
  pwd_reset_time: Generated<string>
  last_login_time: string | null
  last_login_ip: string | null
  version: Generated<number>
  create_by: string | null
  create_time: Generated<string>
  update_by: string | null
  update_time: Generated<string>
}

export interface UserRoleTable {
  user_id: number
  role_id: number
}

export interface AuthSessionTable {
  id: string
  user_id: number
  purpose: string
  access_hash: string
  access_expires: string
  refresh_hash: string | null
  code_hash: string | null
  previous_hash: string | null
  previous_code_hash: string | null
  successor: Uint8Array | null
  rotated_at: string | null
  refresh_expires: string | null
  absolute_expires: string
  create_time: Generated<string>
  address: string | null
}

export interface AuthUsedTokenTable {
  refresh_hash: string
  session_id: string
  used_at: Generated<string>
}

export interface CaptchaTable {
  id: string
  answer_hash: string
  expires: string
}

export interface SmsOutboxTable {
  id: Generated<number>
  phone: string
  purpose: string
  ticket_hash: string | null
  user_id: number | null
  code_hash: string
  body: string
  tries: Generated<number>
  used: Generated<boolean>
  expires: string
  create_time: Generated<string>
}

export interface MenuTable {
  id: Generated<number>
  pid: number | null
  menu_key: string | null
  type: number
  title: string
  path: string
  component: string | null
  component_name: string | null
  icon: string | null
  permission: string | null
  menu_sort: Generated<number>
  hidden: Generated<boolean>
  cache: Generated<boolean>
  i_frame: Generated<boolean>
  affix: Generated<boolean>
  breadcrumb: Generated<boolean>
  active_menu: string | null
  always_show: Generated<boolean>
  redirect: string | null
  version: Generated<number>
  create_time: Generated<string>
}

export interface MenuGrantTable {
  dept_id: number
  role_id: Generated<number>
  menu_id: number
  sort: Generated<number>
  title: string | null
  affix: Generated<boolean>
}

export interface PermissionGrantTable {
  dept_id: number
  role_id: Generated<number>
  permission: string
}

export interface IdempotencyKeyTable {
  user_id: number
  key: string
  operation_id: string
  body_hash: string
  status: number | null
  /** Sealed with the key itself, which is not kept. */
  reply: Buffer | null
  create_time: Generated<string>
}

export interface AuditLogTable {
  id: Generated<number>
  time: Generated<string>
  user_id: number | null
  username: string | null
  org_name: string | null
  address: string | null
  action: string
  operation_id: string | null
  object: string | null
  result: number
  request_id: string | null
}

export interface FillTimeTable {
  id: Generated<number>
  fill_type: string
  year: number
  quarter: number | null
  batch_no: number | null
  start_time: string
  end_time: string
  level_deadlines: GeneratedJson
  region_codes: Generated<string[]>
  enabled: Generated<boolean>
  remark: string | null
  version: Generated<number>
  create_by: string | null
  create_time: Generated<string>
  update_by: string | null
  update_time: Generated<string>
}

export interface MessagePushTable {
  id: Generated<number>
  title: string
  content: string
  message_type: string
  level: Generated<string>
  target_type: string
  target_dept_ids: Generated<number[]>
  target_region_codes: Generated<string[]>
  target_org_ids: Generated<number[]>
  target_user_ids: Generated<number[]>
  status: Generated<string>
  need_receipt: Generated<boolean>
  publish_time: Generated<string>
  expire_time: string | null
  biz_type: string | null
  biz_id: number | null
  link: string | null
  attachment_ids: Generated<number[]>
  sender_org_id: number | null
  version: Generated<number>
  create_by: string | null
  create_time: Generated<string>
  update_time: Generated<string>
}

export interface MessageReadTable {
  message_id: number
  user_id: number
  read_time: Generated<string>
  receipt: Generated<boolean>
}

export interface FileInfoTable {
  id: Generated<number>
  file_name: string
  ext: string
  size: number
  sha256: string
  biz_type: string
  biz_id: number | null
  storage_key: string
  org_id: number | null
  upload_by: string | null
  upload_time: Generated<string>
}

export interface JobTable {
  id: Generated<number>
  kind: string
  payload: Json
  state: Generated<string>
  attempts: Generated<number>
  run_after: Generated<string>
  lease_until: string | null
  message: string | null
  create_time: Generated<string>
}

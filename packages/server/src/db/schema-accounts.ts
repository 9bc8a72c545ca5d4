import type { Generated } from 'kysely'

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
  review_note: string | null
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
  last_seen: Generated<string>
  idle_seconds: Generated<number>
  refresh_failures: Generated<number>
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
  /** Absent for a proof of work. */
  answer_hash: string | null
  /** Leading zero bits of a proof of work. */
  work_bits: number | null
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

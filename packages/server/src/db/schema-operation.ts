import type { Generated } from 'kysely'
import type { GeneratedJson, Json } from './schema-json.ts'

export interface IdempotencyKeyTable {
  user_id: number
  key: string
  operation_id: string
  body_hash: string
  status: number | null
  /** Sealed with the key itself, which is not kept. */
  reply: Buffer | null
  /** The running call that holds the key, and until when unless its server renews the lease. */
  lease_owner: string | null
  lease_until: string | null
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

export interface SavedQueryTable {
  id: Generated<number>
  user_id: number
  list_name: string
  name: string
  conditions: Json
  update_time: Generated<string>
}

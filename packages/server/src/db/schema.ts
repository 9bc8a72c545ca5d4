import type {
  AppUserTable,
  AuthSessionTable,
  AuthUsedTokenTable,
  CaptchaTable,
  OrgTable,
  RoleTable,
  SmsOutboxTable,
  UserRoleTable,
} from './schema-accounts.ts'
import type {
  AuditLogTable,
  FileInfoTable,
  FillTimeTable,
  IdempotencyKeyTable,
  JobTable,
  MessagePushTable,
  MessageReadTable,
  SavedQueryTable,
} from './schema-operation.ts'
import type {
  FillTimeLimitTable,
  UsageReminderTable,
  UsageReportTable,
  WarehousePeriodTable,
  WarehouseProjectTable,
  WarehouseSyncTable,
  WarehouseUsageTable,
  YearCalcTable,
} from './schema-periodic.ts'
import type {
  EsProjectTable,
  FlowHistoryTable,
  ImportBatchTable,
  ImportRowTable,
  ProjectDuplicateDecisionTable,
  ProjectDuplicateTable,
} from './schema-project.ts'
import type {
  DictEntryTable,
  DictTable,
  MenuGrantTable,
  MenuTable,
  OwnerDictTable,
  PermissionGrantTable,
  RegionTable,
  SettingTable,
} from './schema-reference.ts'

/** The tables, as the migrations make them. */
export interface Database {
  setting: SettingTable
  region: RegionTable
  dict: DictTable
  dict_entry: DictEntryTable
  owner_dict: OwnerDictTable
  role: RoleTable
  org: OrgTable
  app_user: AppUserTable
  user_role: UserRoleTable
  auth_session: AuthSessionTable
  auth_used_token: AuthUsedTokenTable
  captcha: CaptchaTable
  sms_outbox: SmsOutboxTable
  menu: MenuTable
  menu_grant: MenuGrantTable
  permission_grant: PermissionGrantTable
  idempotency_key: IdempotencyKeyTable
  audit_log: AuditLogTable
  fill_time: FillTimeTable
  message_push: MessagePushTable
  message_read: MessageReadTable
  file_info: FileInfoTable
  job: JobTable
  es_project: EsProjectTable
  flow_history: FlowHistoryTable
  import_batch: ImportBatchTable
  import_row: ImportRowTable
  project_duplicate: ProjectDuplicateTable
  project_duplicate_decision: ProjectDuplicateDecisionTable
  usage_report: UsageReportTable
  usage_reminder: UsageReminderTable
  saved_query: SavedQueryTable
  year_calc: YearCalcTable
  fill_time_limit: FillTimeLimitTable
  warehouse_sync: WarehouseSyncTable
  warehouse_period: WarehousePeriodTable
  warehouse_project: WarehouseProjectTable
  warehouse_usage: WarehouseUsageTable
}

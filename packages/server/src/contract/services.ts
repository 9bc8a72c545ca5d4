import type { Config } from '../config.ts'
import type { Db, DbPool } from '../db/database.ts'
import type { Change, Transact } from '../db/transaction.ts'
import type { CaptchaSource } from '../domain/auth/captcha/question.ts'
import type { RecordWatch } from '../domain/desk/record-watch.ts'
import type { WritesDocuments } from '../domain/documents/official/write.ts'
import type { Report } from '../domain/documents/report/model.ts'
import type { EventWatch } from '../domain/events/watch.ts'
import type { ObjectStore } from '../domain/files/store/object-store.ts'
import type { ImportRunner } from '../domain/import/runner.ts'
import type { ManualShelf } from '../domain/manual/manual-shelf.ts'
import type { UnreadWatch } from '../domain/messages/unread-watch.ts'
import type { SampleAccount } from '../domain/platform/sample.ts'
import type { SmsOutbox } from '../domain/sms/runner.ts'
import type { ParquetWriter } from '../domain/statistics/open-data/parquet-writer.ts'
import type { WarehouseRunner } from '../domain/warehouse/runner.ts'
import type { WebhookRunner } from '../domain/webhooks/runner.ts'
import type { Drain } from '../runtime/drain.ts'
import type { Claims } from './idempotency.ts'

/** Services for handlers. */
export interface Services {
  db: DbPool
  config: Config
  /** The bytes of uploaded files. */
  files: ObjectStore
  captcha: CaptchaSource
  /** Keys that make a creating call happen once. */
  claims: Pick<Claims, 'take'>
  /** Text messages; undefined without a gateway. */
  sms: SmsOutbox | undefined
  /** Accounts that a platform with sample data offers at log-in. */
  sampleAccounts: readonly SampleAccount[]
  /** Background worker for imports. */
  imports: Pick<ImportRunner, 'wake'>
  /** Background worker for comparisons and syncs of official data. */
  warehouse: Pick<WarehouseRunner, 'wake'>
  /** Draws documents off the event loop. */
  reports: { draw(report: Report): Promise<Uint8Array> }
  /** Writes official documents off the event loop. */
  documents: WritesDocuments
  /** Writes Parquet files off the event loop. */
  parquet: Pick<ParquetWriter, 'begin' | 'file'>
  /** User manuals as PDF documents. */
  manualShelf: Pick<ManualShelf, 'read'>
  /** Streams unread counts to open pages. */
  unread: Pick<UnreadWatch, 'open' | 'assertRoom'>
  /** Tells open pages of steps on their records. */
  records: Pick<RecordWatch, 'watchable' | 'follow'>
  /** Lets requests wait for events. */
  events: Pick<EventWatch, 'beyond'>
  /** Sends events to registered addresses. */
  webhooks: Pick<WebhookRunner, 'wake'>
  /** Whether the server is about to end. */
  drain: Pick<Drain, 'isBegun'>
  /** The moment; a function so that tests can move it. */
  now(): Date
}

/** Services for the handler of one call. */
export interface CallServices extends Omit<Services, 'db'> {
  /** For reads: the call's transaction if the whole call is one, otherwise single statements. */
  db: Db
  change: Change
  /** Like `change` without the record, for writes that must stay although the call is refused. */
  transact: Transact
}

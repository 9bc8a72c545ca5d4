export { createClient, type XinchuClient } from './client.ts'
export {
  type Bound,
  bind,
  type ClientOptions,
  connect,
  type ResourceSet,
  type XinchuConnection,
} from './connect.ts'
export * from './errors.ts'
export * from './gen/resources.ts'
export { type ServerEvent, serverEvents } from './helpers/events.ts'
export { type AppliedPlan, type ApplyOptions, applyPlan, rowsToApply } from './helpers/import/apply-plan.ts'
export {
  type AnswerOptions,
  answerImport,
  answerReading,
  ImportAskingError,
  type ImportCell,
  type ImportJournal,
  type ImportOptions,
  type ImportOutcome,
  type ImportRecord,
  type ImportState,
  type ImportTerms,
  importRows,
  importWorkbook,
  type ReadingMap,
  type ReadingMapColumn,
  type ReadingQuestion,
  type RowCheck,
  type RowsOptions,
  type RowsProgress,
  readingMapOf,
  readingQuestions,
  type SentPart,
  type WorkbookOptions,
} from './helpers/import/index.ts'
export { type ImportPlan, type ImportSource, type PlanOptions, planImport } from './helpers/import/plan.ts'
export type { MovedRow } from './helpers/import/plan-moved.ts'
export {
  BLANK_RULE,
  KEPT_RULE,
  type PlanAction,
  type PlanLine,
  type PlannedChange,
  type PlannedRow,
  planActions,
  planCells,
  planHeadings,
  planLines,
  plannedRow,
  planSummary,
  writtenSummary,
} from './helpers/import-plan.ts'
export { type LogEntry, logHooks } from './helpers/log-hooks.ts'
export { type AskOtp, loginWithOtp } from './helpers/login-with-otp.ts'
export { orThrow } from './helpers/or-throw.ts'
export {
  type Items,
  items,
  type Page,
  pages,
  type QueryById,
  type QueryOfWhole,
  type WalkOptions,
  whole,
} from './helpers/paging.ts'
export { totp } from './helpers/totp.ts'
export { followUnread, type UnreadOptions } from './helpers/unread.ts'
export { type FileSource, type UploadOptions, uploadFile } from './helpers/upload.ts'
export { type ScopedOptions, withOptions } from './helpers/with-options.ts'
export { type ReplyFacts, type WithResponse, withResponse } from './helpers/with-response.ts'
export { fileNameOf } from './http/file-name.ts'
export type { Middleware, MiddlewareCall } from './http/middleware.ts'
export { dateTimeText, queryText } from './http/query.ts'
export { type RetryOptions, retryAfterMs } from './http/retry.ts'
export { fetchTransport, type Transport, type TransportRequest } from './http/transport.ts'
export type {
  CallInfo,
  CallOptions,
  FileReply,
  GivenHeaders,
  Hooks,
  Http,
  Operation,
  QueryOf,
  RawOptions,
  RepliedCall,
  Timeouts,
  UploadBody,
} from './http/types.ts'
export { browserTransport } from './http/xhr.ts'
export { type RawConnection, rawClient } from './raw/raw-client.ts'
export type { RawClient, RawSettings } from './raw/raw-types.ts'
export { type SessionInit, sessionFetch } from './raw/session-fetch.ts'
export { type BrowserStoreOptions, browserStore } from './session/browser-store.ts'
export { type Credentials, credentialsOf, type ServiceAccount } from './session/credentials.ts'
export { isSession } from './session/is-session.ts'
export { memoryStore, type SessionStore, type SessionTokens } from './session/store.ts'
export type * from './types.ts'

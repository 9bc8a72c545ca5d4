import type { operations } from '@xinchu/sdk/schema'
import type { AnyXinchuError } from '../errors.ts'
import type { LostSession } from '../session/options.ts'
import type { Middleware } from './middleware.ts'
import type { RetryOptions } from './retry.ts'

/** Options of one call. */
export interface CallOptions {
  /** Ends the call. Its reason becomes the `cause` of the error; `AbortSignal.timeout()` is a time-out. */
  signal?: AbortSignal
  /**
   * Time-out in milliseconds for the complete reply, retries included; 0 or Infinity for none. It starts when the call
   * leaves the queue of `maxConcurrency`.
   */
  timeout?: number
  /** Retries of this call, in place of those of the client. Only calls that may be sent twice are retried. */
  retry?: Partial<RetryOptions>
  headers?: Readonly<Record<string, string>>
  /**
   * Idempotency key, which makes retries of a write safe: `true` generates one, a text is used as given. Calls that create a
   * record and take a key generate one by themselves; `false` sends none. Without a key a write is never retried.
   */
  idempotencyKey?: boolean | string
  /**
   * Unsaved input that a new record is made from: its `target` in `unsaved`. A second creation from it fails with 409, whose
   * field error `Unsaved-Slot` has the id of the record.
   */
  unsavedSlot?: string | undefined
  /** Hooks are not told of its failure, because the caller expects it. */
  isQuiet?: boolean
  /** The call only reads, although its method does not say so. Default: whether the method is safe. */
  isSafe?: boolean
  /** Upload progress in bytes. Called by `browserTransport` and `nodeTransport`, never by `fetchTransport`. */
  onUpload?: (sent: number, total: number | undefined) => void
  /** Download progress in bytes, with the total if the server sends it. */
  onDownload?: (received: number, total: number | undefined) => void
  /**
   * Reads a file reply in place of the client, which would hold it in memory, and returns the `blob` of the result. The call
   * lasts until then. `downloadTo()` of `@xinchu/sdk/node` writes to the disk. What it throws is a failure of the network.
   */
  receive?: (response: Response) => Promise<Blob>
  /** Told of a successful call before it resolves. `withResponse()` passes it. */
  onReply?: (reply: RepliedCall) => void
}

/** A call that succeeded, as `onReply` gets it. */
export interface RepliedCall {
  /** The id that the request was sent with. */
  requestId: string
  /** Requests that were sent, retries and replays included. */
  attempts: number
  /** The reply. Its body has been read, except for streams. */
  response?: Response | undefined
}

/** Query parameters of an operation. */
export type QueryOf<Id extends keyof operations> = operations[Id] extends {
  parameters: { query?: infer Query }
}
  ? NonNullable<Query>
  : never

/**
 * Body of a call that takes a file: its fields, a ready form, or a stream with its own Content-Type header.
 * A function that opens the stream allows retries; a stream itself can be sent once.
 */
export type UploadBody<Fields> =
  | Fields
  | FormData
  | ReadableStream<Uint8Array>
  | (() => ReadableStream<Uint8Array>)

/** A downloaded file. */
export interface FileReply {
  blob: Blob
  /** File name from the server, without any path; undefined if it sent none. */
  fileName: string | undefined
  contentType: string
}

/** Format of a reply. `raw` leaves reading to the caller, refusals included. */
export type ReplyKind = 'json' | 'file' | 'none' | 'stream' | 'raw'

/** One operation of the contract, ready to be sent. */
export interface Operation {
  /** Default GET. */
  method?: string
  /** Path template of the contract, with `{id}`. */
  path: string
  params?: Readonly<Record<string, string | number>>
  query?: object | undefined
  body?: unknown
  /** Type of a successful reply. Default JSON. */
  reply?: ReplyKind
  /** The operation takes a file. */
  upload?: boolean
  /**
   * It creates or ends a session, or a log-in needs it: it neither waits for a refresh nor causes one, nor waits for a place in
   * the queue, where other calls may be waiting for it.
   */
  isOpen?: boolean
  /** It creates a record: without an option of the call it is sent with a generated idempotency key. */
  makesKey?: boolean
  /** Hooks do not receive its failure, because the caller reports it. */
  isQuiet?: boolean
  /** The operation is idempotent. */
  isRepeatable?: boolean | undefined
  /** Whether a JSON reply has all that the contract promises. Default: any object has. */
  isComplete?: (value: object) => boolean
  /** Further fetch options, such as `credentials`. */
  init?: RequestInit
  /** Options of openapi-fetch, whose result is then that of the call. */
  raw?: RawOptions
}

/** The options of openapi-fetch that the client looks at. */
export interface RawOptions {
  params?: { header?: Record<string, string | null | undefined> }
  middleware?: readonly Middleware[]
  fetch?: (request: Request) => Promise<Response>
  parseAs?: string
}

/** The part of a connection that resource functions use. */
export interface Http {
  send<T>(operation: Operation, call?: CallOptions): Promise<T>
}

/** Passed to hooks for each try. Contains no body and no token. */
export interface CallInfo {
  method: string
  /** Path template of the contract. */
  path: string
  url: string
  requestId: string
  /** 0 for the first try. */
  attempt: number
}

/** Headers by name. */
export type GivenHeaders = Readonly<Record<string, string>>

/** Observers. What they throw is printed on the console, and changes no call. */
export interface Hooks {
  onRequest?(info: CallInfo): void
  onResponse?(info: CallInfo & { status: number; durationMs: number }): void
  /** Called before the wait for another try, with its length and what failed. */
  onRetry?(info: CallInfo & { delayMs: number; error: AnyXinchuError }): void
  /** Called when a call has finally failed. */
  onError?(error: AnyXinchuError): void
  /**
   * Called once per session when it ends without a log-out. The message is for the user. The cause has the code `S-006` if
   * somebody ended the session; its message says why.
   */
  onExpired?(message: string, cause?: unknown): void
  /**
   * Logs in again after the session ended without a log-out, for example by a dialog. All calls wait for it and are then
   * sent with the new token and their own idempotency keys. False refuses them.
   */
  recoverSession?(lost: LostSession): Promise<boolean>
  onForbidden?(error: AnyXinchuError): void
}

/** Time-outs; 0 or Infinity for none. */
export interface Timeouts {
  /** Time-out of ordinary calls in milliseconds. */
  ordinary: number
  /** Time-out of uploads and downloads in milliseconds. */
  file: number
  /** Time-out of a session refresh in milliseconds. Until then a server that fails is asked again. */
  refresh: number
  /** Longest wait for a place among `maxConcurrency` calls, in milliseconds, before a call is sent. Default: none. */
  queue: number
}

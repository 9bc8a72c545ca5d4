import type { AnyXinchuError } from '../errors.ts'
import type { SentBody } from './body.ts'
import type { Deadline } from './deadline.ts'

/** What one call may ask for beyond its arguments. */
export interface CallOptions {
  signal?: AbortSignal
  /** Milliseconds until the whole answer must be there, repetitions included. */
  timeout?: number
  headers?: Readonly<Record<string, string>>
  /**
   * Marks a creating call so that it may be sent again safely: `true` makes a key, a text is the key.
   * Without one, a creating call is never sent twice.
   */
  idempotencyKey?: boolean | string
  /** How much of the request has been sent, in bytes. `fetchTransport` never calls it; `browserTransport` and `nodeTransport` do. */
  onUpload?: (sent: number, total: number | undefined) => void
  /** How much of the answer has arrived, in bytes; the total where the server says it. */
  onDownload?: (received: number, total: number | undefined) => void
}

/**
 * What may be given to a call that takes a file: its fields, a ready form, or a stream with its own Content-Type header.
 * A function that opens the stream lets the call be sent again; a stream by itself can be sent once.
 */
export type UploadBody<Fields> =
  | Fields
  | FormData
  | ReadableStream<Uint8Array>
  | (() => ReadableStream<Uint8Array>)

/** A file as the server sent it. */
export interface FileReply {
  blob: Blob
  /** The name that the server gave, without any path; undefined where it gave none. */
  fileName: string | undefined
  contentType: string
}

/** How a reply is read; `raw` leaves that to the caller, refusals included. */
export type ReplyKind = 'json' | 'file' | 'none' | 'stream' | 'raw'

/** One operation of the contract, ready to be sent. */
export interface Operation {
  method: string
  /** The path as the contract writes it, with `{id}`. */
  path: string
  params?: Readonly<Record<string, string | number>>
  query?: object
  body?: unknown
  /** What a successful reply is; JSON unless said otherwise. */
  reply?: ReplyKind
  /** The operation takes a file. */
  upload?: boolean
  /** Hooks are not told of its failure: somebody else tells what it means. */
  isQuiet?: boolean
  /** Doing it twice is as good as doing it once. */
  isRepeatable?: boolean
  /** What else fetch is to be given, such as `credentials`. */
  init?: RequestInit
}

/** What resource functions need of a connection. */
export interface Http {
  send<T>(operation: Operation, call?: CallOptions): Promise<T>
}

/** One call on its way, kept until it is over: what is sent for it, and what has come back. */
export interface Exchange {
  method: string
  url: string
  headers: Headers
  body: SentBody
  init: RequestInit | undefined
  /** The path as the contract writes it. */
  path: string
  requestId: string
  deadline: Deadline
  reply: ReplyKind
  isRepeatable: boolean | undefined
  call: CallOptions
  /** The text of the reply, once it has been read. */
  text?: string | undefined
}

/** What hooks are told of each try. Nothing of a body, and no token, is among it. */
export interface CallInfo {
  method: string
  /** The path as the contract writes it; as sent for the raw client. */
  path: string
  url: string
  requestId: string
  /** 0 for the first try. */
  attempt: number
}

export interface Hooks {
  onRequest?(info: CallInfo): void
  onResponse?(info: CallInfo & { status: number; durationMs: number }): void
  /** A call has failed for good. */
  onError?(error: AnyXinchuError): void
  /** The session ended against the user's will; the message is for the user. Called once for each session. */
  onExpired?(message: string): void
  onForbidden?(error: AnyXinchuError): void
}

export interface Timeouts {
  /** Milliseconds for ordinary calls. */
  ordinary: number
  /** Milliseconds for calls that carry files either way. */
  file: number
  /** Milliseconds for the refresh of a session. */
  refresh: number
}

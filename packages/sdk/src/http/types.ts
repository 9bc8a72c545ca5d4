import type { AnyXinchuError } from '../errors.ts'
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
  /** How much of the request has been sent, in bytes. Where the platform cannot tell, called once when all is sent. */
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

export type ReplyKind = 'json' | 'file' | 'none' | 'stream'

/** One operation of the contract, ready to be sent. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
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
}

/** What resource functions need of a connection. */
export interface Http {
  send<T>(operation: Operation, call?: CallOptions): Promise<T>
}

/** One call on its way: what the sending side must know, and what it hands back. */
export interface Exchange {
  path: string
  requestId: string
  deadline: Deadline
  /** `raw` leaves the reading of a good reply to openapi-fetch. */
  reply: ReplyKind | 'raw'
  onUpload?: CallOptions['onUpload']
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

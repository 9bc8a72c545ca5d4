import { bodyOf, type SentBody } from './body.ts'
import { Deadline } from './deadline.ts'
import { randomId, requestId } from './random-id.ts'
import type { CallInfo, CallOptions, FileReply, Operation, ReplyKind, Timeouts } from './types.ts'

const SAFE_METHOD = /^(GET|HEAD|OPTIONS)$/

/** One call in progress: its operation, its request, and what has arrived of its reply. */
export interface Call {
  operation: Operation
  method: string
  /** Path template without a query. */
  path: string
  headers: Readonly<Record<string, string | null | undefined>>
  body: SentBody
  requestId: string
  deadline: Deadline
  reply: ReplyKind
  /** Only reads. */
  isSafe: boolean
  options: CallOptions
  /** Middlewares or the caller look at request and reply. */
  isSeen: boolean
  /** Number of the try, from 0. */
  attempt: number
  /** Requests that were handed to the transport. */
  attempts: number
  /** One of them may have reached the server. */
  isSent: boolean
  /** The address of the last request. */
  url: string
  /** The token to replay with, where the one sent was refused, and its value once it is there. */
  replacement?: Promise<string> | undefined
  token?: string | undefined
  /** What the transport gave in this try, before any middleware. */
  response?: Response | undefined
  /** Its text, or its file, once read. */
  text?: string | undefined
  file?: FileReply | undefined
  /** The reply as middlewares get it. */
  shown?: Response | undefined
  /** What the reply says by its operation, or the error of a refusal or of a try without reply. */
  value?: unknown
  failure?: unknown
  /** The request had an idempotency key. */
  isKeyed?: boolean
  /** A middleware threw what ended the call. */
  isForeign?: boolean
}

/** A call of an operation, ready to be sent. `isResting`: see `Deadline`. */
export function callOf(
  operation: Operation,
  options: CallOptions,
  { ordinary, file }: Timeouts,
  isResting: () => boolean,
): Call {
  const { method = 'GET', path, reply = 'json', upload, body: given } = operation
  const body = reply === 'raw' || given === undefined ? (given as SentBody) : bodyOf(given) // a raw body is one of fetch
  const id = requestId()
  // Spreading the operation would make an object of slow access, and a call take twice the CPU.
  return {
    operation,
    method,
    path: path.replace(/\?.*/, ''),
    headers: {
      // openapi-fetch takes any body but a form for JSON.
      'Content-Type': typeof body === 'string' ? undefined : null,
      ...keyOf(options.idempotencyKey ?? operation.makesKey),
      'Unsaved-Slot': options.unsavedSlot,
      ...encoded(options.headers),
      'X-Request-Id': id,
    },
    body,
    requestId: id,
    deadline: new Deadline(
      options.timeout ?? (reply === 'file' || upload ? file : ordinary),
      options.signal,
      isResting,
    ),
    reply,
    isSafe: options.isSafe ?? SAFE_METHOD.test(method),
    options,
    isSeen: false,
    attempt: 0,
    attempts: 0,
    isSent: false,
    url: path,
  }
}

/** @throws TypeError if a header has characters that no header can carry */
function encoded(headers: CallOptions['headers'] = {}): CallOptions['headers'] {
  if (/[^\0-\xff]/.test(Object.values(headers).join('')))
    throw new TypeError('a header needs encodeURIComponent')
  return headers
}

const keyOf = (key: CallOptions['idempotencyKey']) =>
  key && {
    'Idempotency-Key': key === true ? randomId() : /^[!-~]*$/.test(key) ? key : encodeURIComponent(key),
  }

/** What hooks are told of a call. */
export const infoOf = ({ method, path, url, requestId, attempt }: Call): CallInfo => ({
  method,
  path,
  url,
  requestId,
  attempt,
})

import {
  type AnyXinchuError,
  errorOfStatus,
  type FailureDetails,
  type FieldProblem,
  failureMessages,
  MalformedResponseError,
} from '../errors.ts'
import { attempt } from './attempt.ts'
import type { Call } from './call.ts'
import { fileNameOf } from './file-name.ts'
import { observe } from './observe.ts'
import { retryAfterMs } from './retry.ts'
import type { CallOptions, FileReply } from './types.ts'

interface ErrorBody {
  status?: unknown
  timestamp?: unknown
  code?: unknown
  message?: unknown
  errors?: unknown
}

/** Whether a successful reply is to be read as text: a web page is no file of the platform. */
export const isText = ({ headers }: Response): boolean => /json|html/.test(headers.get('content-type') ?? '')

const parsed = (text: string): unknown => attempt(JSON.parse, text)

// Non-objects become an empty object, so that the parts below can be read safely.
const asErrorBody = (value: unknown): ErrorBody => Object(value)

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Status of the platform's own error body, which may differ from that of HTTP. Undefined for any other value. */
export function ownStatusOf(value: unknown): number | undefined {
  const { status, timestamp, message } = asErrorBody(value)
  const isOwn = typeof message === 'string' && TIME.test(`${timestamp}`)
  return isOwn && typeof status === 'number' && status >= 400 ? status : undefined
}

// Searching the text first avoids parsing each successful reply twice.
const SAYS_401 = /"status"\s*:\s*401\b/

/** Whether the reply refuses the token, by HTTP status or by the status in its body. */
export function isRefused({ response, text }: Call): boolean {
  if (response?.status === 401) return true
  return text !== undefined && SAYS_401.test(text) && ownStatusOf(parsed(text)) === 401
}

const isProblem = (value: unknown): value is FieldProblem =>
  'field' in Object(value) && 'message' in Object(value)

/** What every error of a call tells of it. */
export function detailsOf({ requestId, method, path, attempts, isSent }: Call): FailureDetails {
  return { requestId, method, url: path, attempts, sent: isSent }
}

/** What an error tells of a reply. */
function replyDetailsOf({ status, headers }: Response, call: Call): FailureDetails {
  const { text, requestId } = call
  return {
    ...detailsOf(call),
    status,
    requestId: headers.get('x-request-id') ?? requestId,
    headers,
    ...(text ? { body: parsed(text) ?? text } : {}),
  }
}

/** The status that decides on the kind. Of replies of others few say enough, and a web page with 401 or 403 may be any gateway's. */
function plainStatusOf(status: number, isPage: boolean): number {
  if (status >= 500) return 500
  return status === 429 || (!isPage && (status === 401 || status === 403)) ? status : 0
}

/** The error of a refused reply. Only the platform's own body tells what is wrong with the request. */
function errorOf(response: Response, value: unknown, call: Call): AnyXinchuError {
  const { status, headers } = response
  const said = ownStatusOf(value)
  // One that a gateway gave another status says nothing.
  const ownStatus = response.ok || said === status ? said : undefined
  const { code, message, errors } = asErrorBody(ownStatus && value)
  const kindStatus = ownStatus ?? plainStatusOf(status, value === undefined && !!call.text)
  // An own body has a text.
  return errorOfStatus(kindStatus, (message as string | undefined) || failureMessages.unreachable, {
    ...replyDetailsOf(response, call),
    status: ownStatus ?? status,
    code: code as string | undefined, // a text in the platform's own body
    errors: Array.isArray(errors) ? errors.filter(isProblem) : [],
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
  })
}

async function blobOf(response: Response, { onDownload, receive }: CallOptions): Promise<Blob> {
  if (receive) return receive(response)
  const { body, headers } = response
  if (!onDownload || !body) return response.blob()
  let received = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk)
      received += chunk.byteLength
      observe(() => onDownload(received, Number(headers.get('content-length')) || undefined))
    },
  })
  return new Response(body.pipeThrough(counter), response).blob()
}

/** Reads a file. */
export async function fileOf(response: Response, call: CallOptions): Promise<FileReply> {
  const { headers } = response
  return {
    blob: await blobOf(response, call),
    fileName: fileNameOf(headers.get('content-disposition')),
    contentType: headers.get('content-type') ?? '',
  }
}

/**
 * Interprets a reply by its operation.
 * @throws the typed error of a refusal, also if it arrives as JSON in place of a file
 */
function readReply(response: Response, call: Call): unknown {
  const { reply, text, file, operation } = call
  if (text === undefined) return file ?? response
  const value = parsed(text)
  if (!response.ok || ownStatusOf(value)) throw errorOf(response, value, call)
  if (response.status === 204 || (reply === 'none' && (value || !text))) return undefined
  // The contract has objects and arrays only. Text in place of a requested file or stream is an error, regardless of the status.
  if (reply !== 'json' || typeof value !== 'object' || !value || operation.isComplete?.(value) === false)
    throw new MalformedResponseError(failureMessages.unreachable, replyDetailsOf(response, call))
  return value
}

/** Reads a reply as its operation says, except for streams, which the caller reads. */
export async function take(call: Call, response: Response, fileMs: number): Promise<void> {
  const { reply, deadline, options } = call
  const isLong = response.ok && !isText(response)
  call.response = response
  call.text = call.file = call.failure = undefined
  if (isLong && reply === 'file') call.file = await fileOf(response, options)
  else if (isLong && reply === 'raw') deadline.extend(fileMs)
  else if (reply === 'stream' ? !isLong : reply !== 'raw' || !response.ok) call.text = await response.text()
  try {
    call.value = readReply(response, call)
  } catch (refusal) {
    call.failure = refusal
  }
}

/** The reply as middlewares get it: a real Response, also of what has been read. */
export function shownOf({ text, file }: Call, response: Response): Response {
  if (text !== undefined) return new Response(text || null, response)
  if (file) return new Response(file.blob, response)
  return response instanceof Response ? response : new Response((response as Response).body, response) // as nodeTransport gives it
}

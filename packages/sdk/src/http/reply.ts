import {
  type AnyXinchuError,
  errorOfStatus,
  type FailureDetails,
  type FieldProblem,
  failureMessages,
  MalformedResponseError,
} from '../errors.ts'
import { fileNameOf } from './file-name.ts'
import { observe } from './observe.ts'
import { retryAfterMs } from './retry.ts'
import type { CallOptions, Exchange, FileReply } from './types.ts'

interface ErrorBody {
  status?: unknown
  timestamp?: unknown
  code?: unknown
  message?: unknown
  errors?: unknown
}

export const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.includes('json') ?? false

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Non-objects become an empty object, so that the parts below can be read safely.
const asErrorBody = (value: unknown): ErrorBody => Object(value)

/** The status of an error body. With a successful HTTP status, all three of its parts must be present. */
function ownStatusOf(value: unknown, isOk: boolean): number | undefined {
  const { status, timestamp, message } = asErrorBody(value)
  if (typeof status !== 'number' || status < 400) return undefined
  return isOk && (timestamp === undefined || typeof message !== 'string') ? undefined : status
}

// Searching the text first avoids parsing each successful reply twice.
const SAYS_401 = /"status"\s*:\s*401\b/

/** Whether the reply refuses the token, by HTTP status or by the status in its body. */
export function isRefused(response: Response, { text }: Exchange): boolean {
  if (response.status === 401) return true
  return text !== undefined && SAYS_401.test(text) && ownStatusOf(parsed(text), response.ok) === 401
}

const isProblem = (value: unknown): value is FieldProblem =>
  'field' in Object(value) && 'message' in Object(value)

/** What every error of a call tells of it. */
export function detailsOf({ requestId, method, path, attempts }: Exchange): FailureDetails {
  return { requestId, method, url: path, attempts, sent: attempts > 0 }
}

/** What an error tells of a reply. */
function replyDetailsOf({ status, headers }: Response, exchange: Exchange): FailureDetails {
  const own = detailsOf(exchange)
  const { text } = exchange
  return {
    ...own,
    status,
    requestId: headers.get('x-request-id') ?? own.requestId,
    headers,
    ...(text ? { body: parsed(text) ?? text } : {}),
  }
}

/** The error of a refused reply, by the status in its body if present. */
function errorOf(response: Response, value: unknown, exchange: Exchange): AnyXinchuError {
  const { status, headers } = response
  const { code, message, errors } = asErrorBody(value)
  const ownStatus = ownStatusOf(value, false)
  // Without a status in the body the reply is not from the platform, unless the HTTP status is meaningful by itself.
  const isKnown = ownStatus !== undefined || status === 401 || status === 403
  const words = isKnown && typeof message === 'string' ? message : ''
  return errorOfStatus(ownStatus ?? status, words || failureMessages.unreachable, {
    ...replyDetailsOf(response, exchange),
    code: typeof code === 'string' ? code : undefined,
    errors: Array.isArray(errors) ? errors.filter(isProblem) : [],
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
  })
}

/** The error of a reply that is no success by its HTTP status; undefined otherwise. */
export function refusalOf(response: Response, exchange: Exchange): AnyXinchuError | undefined {
  return response.ok ? undefined : errorOf(response, parsed(exchange.text ?? ''), exchange)
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
export function readReply(response: Response, exchange: Exchange): unknown {
  const { reply, text, file } = exchange
  if (reply === 'raw') return text === undefined ? response : new Response(text || null, response)
  if (text === undefined) return file ?? response
  const value = isJson(response) ? parsed(text) : undefined
  const isFile = reply === 'file'
  if (!response.ok || ownStatusOf(value, !isFile) !== undefined) throw errorOf(response, value, exchange)
  if (reply === 'none' || response.status === 204) return undefined
  // The contract has objects and arrays only. A JSON body in place of a requested file is an error, regardless of the status.
  if (isFile || typeof value !== 'object' || !value)
    throw new MalformedResponseError(failureMessages.unreachable, replyDetailsOf(response, exchange))
  return value
}

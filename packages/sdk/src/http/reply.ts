import {
  type AnyXinchuError,
  errorOfStatus,
  type FieldProblem,
  failureMessages,
  MalformedResponseError,
} from '../errors.ts'
import { fileNameOf } from './file-name.ts'
import { retryAfterMs } from './retry.ts'
import type { CallOptions, Exchange, FileReply, Operation } from './types.ts'

interface ErrorBody {
  status?: unknown
  timestamp?: unknown
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

const asErrorBody = (value: unknown): ErrorBody => (typeof value === 'object' && value !== null ? value : {})

/** The status of an error body. With a good HTTP status all of its three parts are asked for. */
function ownStatusOf(value: unknown, isOk: boolean): number | undefined {
  const { status, timestamp, message } = asErrorBody(value)
  if (typeof status !== 'number' || status < 400) return undefined
  return isOk && (timestamp === undefined || typeof message !== 'string') ? undefined : status
}

// A look at the text spares parsing each good reply twice.
const SAYS_401 = /"status"\s*:\s*401\b/

/** Whether the reply refuses the token: by HTTP or by the status of its body. */
export function isRefused(response: Response, { text }: Exchange): boolean {
  if (response.status === 401) return true
  return text !== undefined && SAYS_401.test(text) && ownStatusOf(parsed(text), response.ok) === 401
}

/** A refused reply whose text has been read, readable once more. */
export function rebuilt(response: Response, { text }: Exchange): Response {
  if (response.ok || text === undefined) return response
  const { status, statusText, headers } = response
  return new Response(text === '' ? null : text, { status, statusText, headers })
}

const isProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' && value !== null && 'field' in value && 'message' in value

/** The error that a refused reply stands for, by the status of its body where that has one. */
function errorOf(
  response: Response,
  value: unknown,
  operation: Operation,
  exchange: Exchange,
): AnyXinchuError {
  const body = asErrorBody(value)
  const ownStatus = ownStatusOf(value, false)
  // Without a status in the body the reply is not the platform's, unless HTTP itself says what to do.
  const isKnown = ownStatus !== undefined || response.status === 401 || response.status === 403
  const message = typeof body.message === 'string' && isKnown ? body.message : ''
  return errorOfStatus(ownStatus ?? response.status, message || failureMessages.unreachable, {
    errors: Array.isArray(body.errors) ? body.errors.filter(isProblem) : [],
    requestId: response.headers.get('x-request-id') ?? exchange.requestId,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    method: operation.method,
    url: operation.path,
  })
}

async function blobOf(response: Response, onDownload: CallOptions['onDownload']): Promise<Blob> {
  if (!onDownload || !response.body) return response.blob()
  const type = response.headers.get('content-type') ?? ''
  const total = Number(response.headers.get('content-length')) || undefined
  const chunks: BlobPart[] = []
  let received = 0
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    received += value.byteLength
    onDownload(received, total)
  }
  return new Blob(chunks, { type })
}

async function fileOf(response: Response, call: CallOptions): Promise<FileReply> {
  return {
    blob: await blobOf(response, call.onDownload),
    fileName: fileNameOf(response.headers.get('content-disposition')),
    contentType: response.headers.get('content-type') ?? '',
  }
}

function malformed(response: Response, { method, path }: Operation): MalformedResponseError {
  return new MalformedResponseError(failureMessages.unreachable, {
    status: response.status,
    method,
    url: path,
  })
}

/**
 * What a reply means by its operation.
 * @throws the typed error that a refusal stands for, also when it comes as JSON in place of a file
 */
export async function readReply(
  response: Response,
  operation: Operation,
  exchange: Exchange,
  call: CallOptions,
): Promise<unknown> {
  const { reply = 'json' } = operation
  const { text } = exchange
  if (text === undefined) return reply === 'file' ? fileOf(response, call) : response
  const value = isJson(response) ? parsed(text) : undefined
  if (!response.ok) throw errorOf(response, value, operation, exchange)
  if (ownStatusOf(value, true) !== undefined) throw errorOf(response, value, operation, exchange)
  // A JSON body where a file was asked for carries an error, whatever HTTP says.
  if (reply === 'file') throw malformed(response, operation)
  if (text === '' || reply === 'none') return undefined
  if (value === undefined) throw malformed(response, operation)
  return value
}

import { errorOfStatus, type FieldProblem, failureMessages, MalformedResponseError } from '../errors.ts'
import { fileNameOf } from './file-name.ts'
import { retryAfterMs } from './retry.ts'
import type { CallOptions, FileReply, Operation } from './types.ts'

interface ErrorBody {
  status?: unknown
  message?: unknown
  errors?: unknown
  requestId?: unknown
}

const isJson = (response: Response) => response.headers.get('content-type')?.includes('json') ?? false

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const asErrorBody = (value: unknown): ErrorBody => (typeof value === 'object' && value !== null ? value : {})

const isProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' && value !== null && 'field' in value && 'message' in value

/** The error that a refused reply stands for, by the status of its body where that has one. */
async function failureOf(response: Response, operation: Operation) {
  const body = asErrorBody(parsed(await response.text()))
  const ownStatus = typeof body.status === 'number' ? body.status : undefined
  // Without a status in the body the reply is not the platform's, unless HTTP itself says what to do.
  const known = ownStatus !== undefined || response.status === 401 || response.status === 403
  const message =
    typeof body.message === 'string' && body.message !== '' ? body.message : failureMessages.unreachable
  return errorOfStatus(ownStatus ?? response.status, known ? message : failureMessages.unreachable, {
    errors: Array.isArray(body.errors) ? body.errors.filter(isProblem) : [],
    requestId:
      typeof body.requestId === 'string'
        ? body.requestId
        : (response.headers.get('x-request-id') ?? undefined),
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    method: operation.method,
    url: operation.path,
  })
}

async function blobOf(response: Response, onDownload: CallOptions['onDownload']): Promise<Blob> {
  const type = response.headers.get('content-type') ?? ''
  if (!onDownload || !response.body) return response.blob()
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

/** Reads a reply to its end as its operation says. Rejects with the typed error that a refusal stands for. */
export async function readReply(
  response: Response,
  operation: Operation,
  call: CallOptions,
): Promise<unknown> {
  const { reply = 'json' } = operation
  // A JSON body where a file was asked for carries an error, whatever HTTP says.
  if (!response.ok || (reply === 'file' && isJson(response))) throw await failureOf(response, operation)
  if (reply === 'stream') return response
  if (reply === 'file') return fileOf(response, call)
  const text = await response.text()
  if (text === '' || reply === 'none') return undefined
  const value = isJson(response) ? parsed(text) : undefined
  if (value === undefined) {
    throw new MalformedResponseError(failureMessages.unreachable, {
      status: response.status,
      url: operation.path,
    })
  }
  return value
}

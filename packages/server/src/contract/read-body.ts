import { createHash } from 'node:crypto'
import { type PackedRows, packRows } from '../domain/import/pack-rows.ts'
import { HttpError } from '../errors.ts'
import type { Operation } from '../operations.ts'
import { objectOf } from './call-object.ts'
import type { OperationId } from './operation-id.ts'
import { readJson } from './read-json.ts'
import { bodyReader } from './validator.ts'

/** A refusal in the form passed between threads, which lose an error's class. */
export type Refusal = Pick<HttpError, 'status' | 'code' | 'message' | 'errors'>

/** A large body, read and validated off the event loop. */
export interface LargeBody {
  /** The body without nulls, an import without its rows. For a refused body, the keys for the audit log. */
  value: unknown
  /** The refusal of the body, reported after session and parameters were checked. */
  refusal: Refusal | undefined
  /** Digest that identifies the body for its idempotency key. */
  digest: string
  /** The rows of an import, or their refusal. */
  rows: PackedRows | { refusal: Refusal } | undefined
}

/** Digest of a body. The order of its properties matters. */
export const digestOf = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('hex')

const toRefusal = ({ status, code, message, errors }: HttpError): Refusal => ({
  status,
  code,
  message,
  errors,
})

export const toError = ({ status, code, message, errors }: Refusal): HttpError =>
  new HttpError(status, message, { ...(code ? { code } : {}), ...(errors ? { errors } : {}) })

/** Converts an HttpError to a refusal. @throws any other error */
export function refusalIn(error: unknown): Refusal {
  if (error instanceof HttpError) return toRefusal(error)
  throw error
}

const readers = new Map<OperationId, ReturnType<typeof bodyReader>>()

function readerOf(operation: Operation): ReturnType<typeof bodyReader> {
  const reader = readers.get(operation.id) ?? bodyReader(operation)
  readers.set(operation.id, reader)
  return reader
}

const notedOf = (body: unknown) => ({
  ids: objectOf({ params: {}, query: {}, body })?.split(',') ?? [],
})

type Rows = Parameters<typeof packRows>[0]

function rowsOf(id: OperationId, value: unknown): Pick<LargeBody, 'value' | 'rows'> {
  if (id !== 'importProjects') return { value, rows: undefined }
  const request = value as { rows: Rows } // as its schema says
  const rest = { ...request, rows: [] }
  try {
    return { value: rest, rows: packRows(request.rows) }
  } catch (error) {
    return { value: rest, rows: { refusal: refusalIn(error) } }
  }
}

/**
 * Parses, limits and validates a body. A thread can hand the result over in small parts.
 * @throws HttpError 400 if the body is not JSON or exceeds its operation's limits
 */
export function readLarge(bytes: Buffer, operation: Operation): LargeBody {
  const given = readJson(bytes, operation.body?.json)
  try {
    const body = readerOf(operation)(given)
    return { ...rowsOf(operation.id, body), digest: digestOf(body), refusal: undefined }
  } catch (error) {
    return { value: notedOf(given), refusal: refusalIn(error), digest: '', rows: undefined }
  }
}

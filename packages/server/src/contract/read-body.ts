import { createHash } from 'node:crypto'
import { type PackedRows, packRows } from '../domain/import/pack-rows.ts'
import { HttpError } from '../errors.ts'
import { objectOf } from './audit.ts'
import type { Operation } from './document.ts'
import { readJson } from './read-json.ts'
import type { OperationId } from './types.ts'
import { bodyReader } from './validator.ts'

/** A refusal as threads hand it to each other, which lose the class of an error. */
export type Refusal = Pick<HttpError, 'status' | 'message' | 'errors'>

/** A large body as it was read, bounded and validated apart from the event loop. */
export interface LargeBody {
  /** Without its nulls; an import without its rows. Of a refused body what the audit log notes of it. */
  value: unknown
  /** Why the body is refused, once the session and the parameters have been looked at. */
  refusal: Refusal | undefined
  /** Tells it from other bodies with the same idempotency key. */
  digest: string
  /** The rows of an import, or why they are refused. */
  rows: PackedRows | { refusal: Refusal } | undefined
}

/** Tells a body from others; the order of its properties is the sender's and counts. */
export const digestOf = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('hex')

const toRefusal = ({ status, message, errors }: HttpError): Refusal => ({ status, message, errors })

export const toError = ({ status, message, errors }: Refusal): HttpError =>
  new HttpError(status, message, errors ? { errors } : {})

/** The refusal that an error is. @throws any other error */
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
 * Does all that a body costs: a thread can hand the result over by small parts.
 * @throws HttpError 400 when the body is no JSON or exceeds the bounds of its operation
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

import { NotReplayableError } from '../errors.ts'
import { flatten } from './query.ts'

/** A body that fetch accepts. `BodyInit` is a DOM type, which Node projects may lack. */
export type FetchBody = NonNullable<RequestInit['body']>

/** A body kept until it is sent. A function opens a fresh stream for each try. */
export type SentBody = FetchBody | (() => ReadableStream<Uint8Array>) | undefined

/**
 * Encodes a caller's body: forms, files, bytes and streams pass unchanged, an object that holds a file becomes a form,
 * everything else becomes JSON without undefined values.
 */
export function bodyOf(body: unknown): SentBody {
  if (body instanceof FormData || body instanceof Blob || body instanceof ReadableStream) return body
  if (typeof body === 'function') return body as () => ReadableStream<Uint8Array> // the types admit no other function
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return new Blob([body as BlobPart]) // a view is a BlobPart; the DOM type only excludes shared memory
  if (!Object.values(body ?? {}).some((value) => value instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  flatten((name, value) => form.append(name, value as string), body) // the type has a form of its own for files
  return form
}

/** The body of one try. */
export const opened = (body: SentBody): FetchBody | undefined => (typeof body === 'function' ? body() : body)

/** Whether a body can be sent again. */
export const isReplayable = (body: SentBody): boolean => !(body instanceof ReadableStream)

/** @throws NotReplayableError for a stream that the first try consumed */
export function assertReplayable(body: SentBody): void {
  if (!isReplayable(body)) throw new NotReplayableError('请求内容只能发送一次')
}

import { NotReplayableError } from '../errors.ts'

/** A body as it is kept until it is sent; a function opens a stream anew for each sending. */
export type SentBody = BodyInit | (() => ReadableStream<Uint8Array>) | undefined

function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) for (const item of value) append(form, name, item)
  else if (value instanceof File) form.append(name, value, value.name)
  else form.append(name, value instanceof Blob ? value : String(value))
}

/**
 * What is put on the wire for the body that a caller gave: forms, files, bytes and streams as they are;
 * an object that holds a file as a form; the rest as JSON, without what is undefined.
 */
export function bodyOf(body: unknown): SentBody {
  if (body instanceof FormData || body instanceof Blob || body instanceof ReadableStream) return body
  if (typeof body === 'function') return body as () => ReadableStream<Uint8Array> // the types admit no other function
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return new Blob([body as BlobPart]) // a view is a BlobPart; the DOM type only excludes shared memory
  const fields = Object.entries(body ?? {})
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of fields) append(form, name, value)
  return form
}

/** The body of one sending. */
export function opened(body: SentBody): BodyInit | undefined {
  return typeof body === 'function' ? body() : body
}

/** Whether a body can be sent a second time. */
export const isReplayable = (body: SentBody): boolean => !(body instanceof ReadableStream)

/** @throws NotReplayableError for a stream, which the first try has used up */
export function assertReplayable(body: SentBody): void {
  if (!isReplayable(body)) throw new NotReplayableError('请求内容只能读取一次，登录续期后无法重发')
}

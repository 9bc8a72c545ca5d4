import { NotReplayableError } from '../errors.ts'

export type SentBody = BodyInit | undefined

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function formOf(record: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined || value === null) continue
    if (value instanceof File) form.append(name, value, value.name)
    else form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}

/** What is put on the wire for the body that a caller gave: forms and bytes as they are, the rest as JSON. */
export function bodyOf(body: unknown, upload: boolean): SentBody {
  if (body === undefined) return undefined
  if (body instanceof FormData || body instanceof Blob || body instanceof ReadableStream) return body
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return new Blob([body as BlobPart]) // a view is a BlobPart; the DOM type only excludes shared memory
  if (upload && isPlain(body) && Object.values(body).some((value) => value instanceof Blob))
    return formOf(body)
  return JSON.stringify(body)
}

/** Whether a body is sent as JSON text. */
export const isJsonBody = (body: SentBody): boolean => typeof body === 'string'

/** @throws NotReplayableError for a stream, which the first try has used up */
export function assertReplayable(body: SentBody): void {
  if (body instanceof ReadableStream) {
    throw new NotReplayableError('请求内容只能读取一次，登录续期后无法重发')
  }
}

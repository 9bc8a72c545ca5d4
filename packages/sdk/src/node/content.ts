import type { ClientRequest } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TransportRequest } from '../http/transport.ts'
import { multipartOf } from './multipart.ts'

/** A body as it is written, with its type and its size in bytes as far as known. */
export interface Content {
  type?: string | undefined
  size?: number | undefined
  /** Bytes to write at once. */
  bytes?: Buffer
  stream?: ReadableStream<Uint8Array>
}

export function contentOf(body: TransportRequest['body']): Content {
  if (body === undefined || body === null) return {}
  if (body instanceof FormData) return contentOf(multipartOf(body))
  if (body instanceof Blob) return { type: body.type || undefined, size: body.size, stream: body.stream() }
  if (body instanceof ReadableStream) return { stream: body }
  const bytes = Buffer.from(
    ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : bytesOf(body),
  )
  const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded;charset=UTF-8' : undefined
  return { type: typeof body === 'string' ? 'text/plain;charset=UTF-8' : type, size: bytes.byteLength, bytes }
}

const bytesOf = (body: string | URLSearchParams | ArrayBuffer) =>
  body instanceof ArrayBuffer ? Buffer.from(body) : Buffer.from(String(body))

/** The header fields of a request, with those that fetch adds. */
export function fieldsOf(
  { headers, method }: TransportRequest,
  { type, size, stream }: Content,
  userAgent: string,
): Record<string, string | number> {
  const fields: Record<string, string | number> = Object.fromEntries(headers)
  fields['user-agent'] ??= userAgent
  fields['accept'] ??= '*/*'
  fields['accept-encoding'] ??= 'gzip, deflate, br'
  if (type) fields['content-type'] ??= type
  if (size !== undefined) fields['content-length'] = size
  else if (!stream && !/^(?:GET|HEAD)$/.test(method)) fields['content-length'] = 0
  return fields
}

/** Writes a body and ends the request. */
export async function write(
  request: ClientRequest,
  { bytes, stream, size }: Content,
  onUpload: TransportRequest['onUpload'],
): Promise<void> {
  if (!stream) {
    request.end(bytes)
    if (bytes) onUpload?.(bytes.byteLength, size)
    return
  }
  async function* counted(source: ReadableStream<Uint8Array>) {
    let sent = 0
    for await (const chunk of source) {
      yield chunk
      // The next chunk is read after this one is written.
      sent += chunk.byteLength
      onUpload?.(sent, size)
    }
  }
  await pipeline(Readable.from(counted(stream), { objectMode: false }), request)
}

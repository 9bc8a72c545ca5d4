import { HttpError } from '../../errors.ts'

/** Bytes of a file, both ends included. */
export interface ByteRange {
  from: number
  to: number
}

/** What a reply with a stored file says of its bytes. */
export interface StoredContent {
  /** Of the whole file, in bytes. */
  size: number
  /** Strong validator of its bytes, with its quotes. */
  etag: string
  /** SHA-256 of the whole file in hexadecimal. */
  sha256: string
  /** The bytes that are sent; all if undefined. */
  range: ByteRange | undefined
}

interface Asking {
  range?: string | undefined
  'if-range'?: string | string[] | undefined
}

/**
 * The range that a request asks for (RFC 9110, section 14): one range of bytes. Undefined for the whole file, which is also the
 * answer to several ranges, to malformed ones, and where `If-Range` names other bytes.
 * @param etag strong validator of the bytes, with its quotes
 * @throws HttpError 416 if the file has no such bytes
 */
export function rangeAsked({ range, 'if-range': condition }: Asking, size: number, etag: string) {
  if (condition !== undefined && condition !== etag) return undefined
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range ?? '') ?? []
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < from) return undefined
  if (from >= size || (first === '' && Number(last) === 0))
    throw new HttpError(416, '文件没有所要的一段', { headers: { 'Content-Range': `bytes */${size}` } })
  return { from, to } satisfies ByteRange
}

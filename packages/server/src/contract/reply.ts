import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { DatabaseUnavailableError, isDiskFull } from '../db/failure.ts'
import { takenBy } from '../db/unique.ts'
import type { StoredContent } from '../domain/files/byte-range.ts'
import { HttpError, tooMany } from '../errors.ts'
import { dateTime } from '../runtime/time.ts'
import type { FileAnswer } from './types.ts'

/** Drops null and undefined properties, which the contract does not have. Copies only what has any. */
export function compact(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.map(compact)
    return kept.some((each, at) => each !== value[at]) ? kept : value
  }
  if (typeof value !== 'object' || value === null) return value
  const keys = Object.keys(value)
  let changed: (readonly [string, unknown])[] | undefined
  for (const [at, key] of keys.entries()) {
    const inner: unknown = Reflect.get(value, key)
    const kept = inner === null ? undefined : compact(inner)
    if (!changed && (kept === undefined || kept !== inner))
      changed = keys.slice(0, at).map((before) => [before, Reflect.get(value, before)])
    if (kept !== undefined) changed?.push([key, kept])
  }
  return changed ? Object.fromEntries(changed) : value
}

/** Both forms of a file name required by RFC 6266, encoded by RFC 8187. */
export function contentDisposition(fileName: string): string {
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(fileName)?.[0] ?? ''
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="download${extension}"; filename*=UTF-8''${encoded}`
}

/** Should a browser ever show a file in place, it runs nothing and loads nothing. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Lets a download go on where it was interrupted. Sets status 206 for a part. */
function describeStored(reply: FastifyReply, { size, etag, sha256, range }: StoredContent): void {
  const { from, to } = range ?? { from: 0, to: size - 1 }
  const digest = `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`
  reply
    .header('Repr-Digest', digest)
    .header('ETag', etag)
    .header('Accept-Ranges', 'bytes')
    .header('Content-Length', to - from + 1)
  if (range) reply.status(206).header('Content-Range', `bytes ${from}-${to}/${size}`)
}

export function sendFile(reply: FastifyReply, answer: FileAnswer): FastifyReply {
  const { fileName, contentType, content, stored } = answer
  if (stored) describeStored(reply, stored)
  return reply
    .header('Content-Type', contentType)
    .header('Content-Disposition', contentDisposition(fileName))
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Security-Policy', FILE_POLICY)
    .send(content instanceof Uint8Array ? Buffer.from(content) : content)
}

const FILE_HEADERS = [
  ...['content-encoding', 'content-disposition', 'content-length'],
  ...['content-range', 'accept-ranges', 'etag', 'repr-digest'],
]

/** Removes the file headers of a reply that could not be sent. An error takes its place, uncompressed. */
export function takeBackFile(reply: FastifyReply): FastifyReply {
  for (const name of FILE_HEADERS) {
    reply.removeHeader(name)
    if (!reply.raw.headersSent) reply.raw.removeHeader(name)
  }
  return reply
}

/** Headers of an event stream: not buffered by proxies, and the connection closes with the stream. */
export function sendEvents(reply: FastifyReply, events: Readable): FastifyReply {
  return reply
    .header('Content-Type', 'text/event-stream; charset=utf-8')
    .header('X-Accel-Buffering', 'no')
    .header('Connection', 'close')
    .send(events)
}

export function errorBody(error: HttpError, requestId: string): Record<string, unknown> {
  return {
    status: error.status,
    timestamp: dateTime(new Date()),
    ...(error.code ? { code: error.code } : {}),
    message: error.message,
    ...(error.errors?.length ? { errors: error.errors } : {}),
    requestId,
  }
}

// Messages for Fastify's own refusals.
const FRAMEWORK: Readonly<Record<string, readonly [status: number, message: string, field?: string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, '不支持的内容类型'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, '请求内容过大'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, '请求内容不是有效的 JSON', 'body'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, '请求缺少内容', 'body'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, '请求长度不正确', 'body'],
  FST_REQ_FILE_TOO_LARGE: [413, '文件超出规定大小'],
  FST_FILES_LIMIT: [413, '一次只能上传一个文件'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, '不支持的内容类型'],
  FST_ERR_BAD_URL: [400, '请求地址不正确'],
  FST_ERR_MAX_PARAM_LENGTH: [404, '请求的内容不存在'],
}

// SQLSTATEs that request data can cause.
const DATABASE: Readonly<Record<string, [number, string]>> = {
  '22021': [400, '内容含有无法保存的字符'],
  '22P05': [400, '内容含有无法保存的字符'],
  '22003': [400, '数值超出范围'],
  '22P02': [400, '取值不正确'],
  '22007': [400, '日期或时间不正确'],
  '22008': [400, '日期或时间不正确'],
  '23505': [409, '内容与已有记录重复'],
}

/** Retry-After in seconds for an unavailable database or a conflict. */
const RETRY_SECONDS = 2
/** After a statement that took too long: what holds the rest up lasts. */
const BUSY_SECONDS = 5
/** SQLSTATE of a statement, and of a wait for a lock, that reached the time limit of the session. */
const TOO_LONG = new Set(['57014', '55P03'])

/** Refusal of a call that the database cannot serve now; undefined for other errors. */
function outageOf(error: unknown, code: string | undefined): HttpError | undefined {
  const retry = { retryAfterSeconds: RETRY_SECONDS }
  if (error instanceof DatabaseUnavailableError) return new HttpError(503, '系统暂不可用，请稍后再试', retry)
  if (code === '40001' || code === '40P01') return new HttpError(503, '系统繁忙，请稍后再试', retry)
  if (code !== undefined && TOO_LONG.has(code))
    return new HttpError(503, '系统繁忙，请稍后再试', { retryAfterSeconds: BUSY_SECONDS })
  if (isDiskFull(error)) return new HttpError(507, '存储空间不足，内容未保存，请联系平台运维人员')
  return undefined
}

/** Converts any thrown value to a refusal. Unexpected errors reveal nothing internal. */
export function httpErrorOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const { code, statusCode, constraint } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: string
    statusCode?: number
    constraint?: string
  } // read defensively
  const outage = outageOf(error, code)
  if (outage) return outage
  const repeated = takenBy({ code, constraint })
  if (repeated) return repeated
  const known = code === undefined ? undefined : (FRAMEWORK[code] ?? DATABASE[code])
  if (known) {
    const [status, message, field] = known
    return new HttpError(status, message, field ? { errors: [{ field, message }] } : {})
  }
  if (statusCode === 429) return tooMany('A-015', '操作过于频繁，请稍后再试', 60)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new HttpError(statusCode, '请求内容不正确')
  return new HttpError(500, '系统内部错误，请稍后再试')
}

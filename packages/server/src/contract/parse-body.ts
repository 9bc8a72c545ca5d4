import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest } from '../errors.ts'
import { findExcess, shapeOf } from './body-limits.ts'
import type { JsonSchema } from './document.ts'

const BYTE_ORDER_MARK = '\uFEFF'

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) throw badRequest('请求缺少内容')
  if (!isUtf8(bytes)) throw badRequest('请求内容不是有效的 UTF-8 文本')
  const text = bytes.toString('utf8')
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
  } catch {
    throw badRequest('请求内容不是有效的 JSON')
  }
}

/**
 * Reads JSON that an operation can take by its size: no deeper, longer or wider than that.
 * @throws HttpError 400
 */
export function readJson(bytes: Buffer, schema: JsonSchema | undefined): unknown {
  const value = parse(bytes)
  const excess = findExcess(value, shapeOf(schema ?? {}))
  if (!excess) return value
  const { problem, title } = excess
  throw badRequest(title ? `${title}：${problem.message}` : problem.message, [problem])
}

/** Replaces Fastify's parser of JSON by one that knows what the operation can take. */
export function addJsonParser(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) =>
      readJson(bytes, request.routeOptions.config.operation?.body?.json),
  )
}

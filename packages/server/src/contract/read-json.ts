import { isUtf8 } from 'node:buffer'
import { type HttpError, malformed, refusedFields } from '../errors.ts'
import { document, type JsonSchema } from '../operations.ts'
import { findExcess, MAX_DEPTH, OPEN_ITEMS, shapeOf } from './body-limits.ts'
import { type Excess, JsonSkimmer, largestList, type TextLimits } from './skim-json.ts'

/** Field name of errors that concern the whole body. */
const BODY = 'body'
const BYTE_ORDER_MARK = '\uFEFF'
/** More than the largest legal body contains: an import of 2,000 rows, or 1,000 items with parts. */
const MOST_CONTAINERS = 20_000

const schemas = document.components.schemas as unknown as Readonly<Record<string, JsonSchema>>
const known = new Map<JsonSchema, TextLimits>()

function limitsOf(schema: JsonSchema): TextLimits {
  const found = known.get(schema)
  if (found) return found
  const entries = Math.max(largestList(schema, schemas), OPEN_ITEMS) + 1
  // One level more, so that the scan of the parsed body can report where it is too deep.
  const limits = { depth: MAX_DEPTH + 1, entries: entries + 1, containers: MOST_CONTAINERS }
  known.set(schema, limits)
  return limits
}

function excessive(excess: Excess, { entries }: TextLimits): HttpError {
  const words: Readonly<Record<Excess, string>> = {
    depth: `嵌套过深，至多${MAX_DEPTH}层`,
    entries: `每个列表或对象至多${entries - 2}项`,
    containers: `列表与对象至多${MOST_CONTAINERS}个`,
  }
  return malformed(words[excess], BODY)
}

/** @throws HttpError 400 if the text is too deep, wide or long to parse */
function skim(bytes: Buffer, limits: TextLimits): void {
  const excess = new JsonSkimmer(bytes, limits).next(bytes.length)
  if (excess) throw excessive(excess, limits)
}

function parse(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
  } catch {
    throw malformed('请求内容不是有效的 JSON', BODY)
  }
}

/**
 * Parses JSON within an operation's limits of depth, length and width.
 * @throws HttpError 400
 */
export function readJson(bytes: Buffer, schema: JsonSchema = {}): unknown {
  if (bytes.length === 0) throw malformed('请求缺少内容', BODY)
  if (!isUtf8(bytes)) throw malformed('请求内容不是有效的 UTF-8 文本', BODY)
  skim(bytes, limitsOf(schema))
  const value = parse(bytes)
  const excess = findExcess(value, shapeOf(schema))
  if (!excess) return value
  const { problem, title } = excess
  throw refusedFields(title ? `${title}：${problem.message}` : problem.message, [problem])
}

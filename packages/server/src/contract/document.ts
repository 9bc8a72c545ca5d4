import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import type { OperationId } from './operation-id.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }

interface Media {
  schema: JsonSchema
}

interface Reply {
  $ref?: string
  content?: Readonly<Record<string, Media>>
}

interface Parameter {
  $ref?: string
  name: string
  in: 'query' | 'path' | 'header'
  description?: string
  required?: boolean
  schema: JsonSchema
}

interface RawOperation {
  operationId: OperationId
  summary: string
  tags: readonly string[]
  parameters?: readonly Parameter[]
  requestBody?: { required?: boolean; content: Readonly<Record<string, Media>> }
  responses: Readonly<Record<string, Reply>>
  'x-callers': readonly string[]
  'x-body-in-query'?: string | true
  'x-max-body'?: number
  'x-audited'?: boolean
}

/** Maximum bytes of a JSON body: without a session, with one, and with `x-max-body` in the contract. */
const PUBLIC_BYTES = 64 * 1024
const USUAL_BYTES = 1024 * 1024

/** One operation of the contract, as the server uses it. */
export interface Operation {
  id: OperationId
  summary: string
  method: string
  path: string
  callers: readonly string[]
  parameters: readonly Parameter[]
  body: { required: boolean; json: JsonSchema | undefined; multipart: JsonSchema | undefined } | undefined
  /** Success status, and its JSON schema if it has one. A file with parts is sent as it is, so that they can be counted. */
  success: { status: number; json: JsonSchema | undefined; isFile: boolean; hasParts: boolean }
  /** Schemas of JSON replies by status, with `default` for the rest. */
  replies: Readonly<Record<string, JsonSchema | undefined>>
  isIdempotent: boolean
  /** A creation that can name the unsaved input it comes from. */
  takesSlot: boolean
  /** Recorded in the audit log although it is a read. */
  isAudited: boolean
  /** A missing body is read from the query: a list by this name, or each property by its own. */
  bodyInQuery: string | true | undefined
  maxBodyBytes: number
}

const METHODS = ['get', 'post', 'put', 'delete']

// The contract's lint and tests guarantee these shapes.
const paths = document.paths as unknown as Record<string, Record<string, RawOperation>>
const components = document.components as unknown as {
  parameters: Record<string, Parameter>
  responses: Record<string, Reply>
}

const nameOf = (ref: string) => ref.split('/').at(-1) ?? ''

function parameterOf(parameter: Parameter): Parameter {
  const found = parameter.$ref ? components.parameters[nameOf(parameter.$ref)] : parameter
  if (!found) throw new Error(`the contract refers to no such parameter: ${parameter.$ref}`)
  return found
}

const replyOf = (reply: Reply): Reply =>
  reply.$ref ? (components.responses[nameOf(reply.$ref)] ?? {}) : reply

function operationOf(path: string, method: string, raw: RawOperation): Operation {
  const replies = Object.fromEntries(
    Object.entries(raw.responses).map(([status, reply]) => [
      status,
      replyOf(reply).content?.['application/json']?.schema,
    ]),
  )
  const [status = '200', reply = {}] =
    Object.entries(raw.responses).find(([code]) => code.startsWith('2')) ?? []
  const parameters = (raw.parameters ?? []).map(parameterOf)
  const content = raw.requestBody?.content
  const usualBytes = raw['x-callers'].includes('PUB') || !content ? PUBLIC_BYTES : USUAL_BYTES
  return {
    id: raw.operationId,
    summary: raw.summary,
    method: method.toUpperCase(),
    path,
    callers: raw['x-callers'],
    parameters,
    body: content && {
      required: raw.requestBody?.required ?? false,
      json: content['application/json']?.schema,
      multipart: content['multipart/form-data']?.schema,
    },
    success: {
      status: Number(status),
      json: replies[status],
      hasParts: '206' in raw.responses,
      isFile: Object.keys(replyOf(reply).content ?? {}).some((type) => type !== 'application/json'),
    },
    replies,
    bodyInQuery: raw['x-body-in-query'],
    isAudited: raw['x-audited'] ?? false,
    isIdempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
    takesSlot: parameters.some(({ name }) => name === 'Unsaved-Slot'),
    maxBodyBytes: raw['x-max-body'] ?? usualBytes,
  }
}

/** Every operation of the contract. */
export const operations: readonly Operation[] = Object.entries(paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => (item[method] ? [operationOf(path, method, item[method])] : [])),
)

export { document }

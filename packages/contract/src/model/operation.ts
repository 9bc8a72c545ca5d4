import type { Content, ContractDocument, Schema, StatedOperation, StatedParameter } from './document.ts'
import { placed, pointerOf } from './references.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data'
const KILOBYTE = 1024
/** Most bytes of a JSON body without `x-max-body`: without a session, and with one. */
const PUBLIC_BYTES = 64 * KILOBYTE
const USUAL_BYTES = KILOBYTE * KILOBYTE

export interface Parameter extends StatedParameter {
  /** JSON pointer of the parameter. */
  readonly pointer: string
}

export interface Body {
  readonly required: boolean
  readonly content: Content
  readonly json: Schema | undefined
  readonly form: Schema | undefined
}

export interface Reply {
  readonly description: string
  readonly content: Content
  readonly schema: Schema | undefined
  /** JSON pointer of the reply. */
  readonly pointer: string
}

export interface Success extends Reply {
  readonly status: number
  readonly kind: 'json' | 'file' | 'stream' | 'none'
  /** The body is a file or a stream. */
  readonly isFile: boolean
  /** Parts of the file can be asked for, so it is sent as it is. */
  readonly hasParts: boolean
}

/** One operation of the contract, with references resolved. */
export interface Operation<Id extends string = string> {
  readonly id: Id
  readonly method: Method
  readonly path: string
  /** JSON pointer of the operation. */
  readonly pointer: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** Names of the client's function. The published document lacks them. */
  readonly resource: string
  readonly verb: string
  readonly callers: readonly string[]
  /** Can be called without a session. */
  readonly isPublic: boolean
  /** Is sent with the session of the client, if it has one. */
  readonly hasSession: boolean
  readonly parameters: readonly Parameter[]
  readonly takesKey: boolean
  /** Creates a record, so that the client makes a key by itself. */
  readonly makesKey: boolean
  /** Can name the unsaved input that a record comes from. */
  readonly takesSlot: boolean
  readonly paging: 'pages' | 'after' | undefined
  readonly body: Body | undefined
  /** A missing body is read from the query: a list by this name, or each property by its own. */
  readonly bodyInQuery: string | true | undefined
  readonly maxBodyBytes: number
  readonly maxUploadBytes: number
  readonly success: Success
  /** Replies by status, with `default` for the rest. */
  readonly replies: ReadonlyMap<string, Reply>
  /** Statuses that the operation lists, or that any operation of its kind has. */
  readonly statuses: ReadonlySet<number>
  /** Fill window that must be open. */
  readonly window: string | undefined
  /** Is made by open pages on their own, and does not keep the session alive. */
  readonly polls: boolean
  /** Ignores a session that is sent along. The audit log keeps the network of the caller and nothing else. */
  readonly isAnonymous: boolean
  /** Whether the audit log records calls: changes and exported files, all, or none. */
  readonly audit: 'change' | 'always' | 'never'
}

function kindOf(content: Content): Success['kind'] {
  if (content[JSON_TYPE]) return 'json'
  if (content['text/event-stream']) return 'stream'
  return Object.keys(content).length > 0 ? 'file' : 'none'
}

const EMPTY: Reply = { description: '', content: {}, schema: undefined, pointer: '#' }

function repliesOf({ components }: ContractDocument, stated: StatedOperation, at: readonly string[]) {
  return new Map(
    Object.entries(stated.responses).map(([status, given]): [string, Reply] => {
      const own = pointerOf(...at, 'responses', status)
      const { part, pointer } = placed(components.responses, given, own)
      const { description = '', content = {} } = part
      return [status, { description, content, schema: content[JSON_TYPE]?.schema, pointer }]
    }),
  )
}

function successOf(replies: ReadonlyMap<string, Reply>): Success {
  const [status, reply] = [...replies].find(([code]) => code.startsWith('2')) ?? ['200', EMPTY]
  const kind = kindOf(reply.content)
  const isFile = kind === 'file' || kind === 'stream'
  return { ...reply, status: Number(status), kind, isFile, hasParts: replies.has('206') }
}

function statusesOf(document: ContractDocument, stated: StatedOperation, method: string): Set<number> {
  const { any, session, body, change } = document['x-shared-responses']
  const shared = {
    ...any,
    ...(stated.security?.length === 0 ? {} : session),
    ...(stated.requestBody ? body : {}),
    ...(method === 'get' ? {} : change),
  }
  return new Set([...Object.keys(stated.responses), ...Object.keys(shared)].map(Number).filter(Boolean))
}

function bodyOf({ requestBody }: StatedOperation): Body | undefined {
  if (!requestBody) return undefined
  const { required = false, content } = requestBody
  return { required, content, json: content[JSON_TYPE]?.schema, form: content[FORM_TYPE]?.schema }
}

function pagingOf(parameters: readonly Parameter[]): Operation['paging'] {
  const has = (name: string) => parameters.some((each) => each.name === name)
  if (has('afterId')) return 'after'
  return has('page') && has('size') ? 'pages' : undefined
}

function auditOf({ 'x-audited': isAudited }: StatedOperation): Operation['audit'] {
  if (isAudited === undefined) return 'change'
  return isAudited ? 'always' : 'never'
}

/** What the extensions of an operation say, and the bounds of its body. */
function marksOf(document: ContractDocument, stated: StatedOperation) {
  const isPublic = stated['x-callers'].includes('PUB')
  const usualBytes = isPublic || !stated.requestBody ? PUBLIC_BYTES : USUAL_BYTES
  return {
    callers: stated['x-callers'],
    isPublic,
    hasSession: !stated['x-open'],
    bodyInQuery: stated['x-body-in-query'],
    maxBodyBytes: stated['x-max-body'] ?? usualBytes,
    maxUploadBytes: stated['x-max-upload'] ?? document['x-max-upload'],
    window: stated['x-window'],
    polls: stated['x-polls'] ?? false,
    isAnonymous: stated['x-anonymous'] ?? false,
    audit: auditOf(stated),
  }
}

export function operationOf(
  document: ContractDocument,
  path: string,
  method: string,
  stated: StatedOperation,
): Operation {
  const at = ['paths', path, method]
  const parameters = (stated.parameters ?? []).map((given, index): Parameter => {
    const own = pointerOf(...at, 'parameters', index)
    const { part, pointer } = placed(document.components.parameters, given, own)
    return { ...part, pointer }
  })
  const takes = (name: string) => parameters.some((each) => each.name === name)
  const replies = repliesOf(document, stated, at)
  const success = successOf(replies)
  const takesKey = takes('Idempotency-Key')
  return {
    id: stated.operationId,
    method: method.toUpperCase() as Method, // one of the four that the contract has
    path,
    pointer: pointerOf(...at),
    tag: stated.tags[0] ?? '',
    summary: stated.summary,
    description: stated.description ?? '',
    resource: stated['x-sdk']?.resource ?? '',
    verb: stated['x-sdk']?.method ?? '',
    ...marksOf(document, stated),
    parameters,
    takesKey,
    makesKey: takesKey && success.status === 201,
    takesSlot: takes('Unsaved-Slot'),
    paging: pagingOf(parameters),
    body: bodyOf(stated),
    success,
    replies,
    statuses: statusesOf(document, stated, method),
  }
}

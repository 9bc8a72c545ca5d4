import type { FieldProblem } from '@xinchu/sdk'
import { dateTimeText } from '@xinchu/sdk'
import { JSON_TYPE } from '@xinchu/sdk/operations'
import { checkReply } from './check.ts'
import {
  type BodyOf,
  example,
  mediaTypeOf,
  type OperationId,
  type PathOf,
  type QueryOf,
  type ReplyOf,
  routeOf,
} from './contract.ts'

/** One call of an operation, read and checked as the contract types it. */
export interface Call<Id extends OperationId> {
  query: QueryOf<Id>
  path: PathOf<Id>
  /** JSON without its nulls, which mean the same as missing, or the form. */
  body: BodyOf<Id>
  headers: Headers
}

export interface RefusalDetails {
  /** Code of the rule, such as `W-003`. */
  code?: string
  errors?: readonly FieldProblem[]
  headers?: Readonly<Record<string, string>>
}

/** A refusal, answered in the contract's error shape. */
export class Refusal {
  readonly status: number
  readonly message: string
  readonly details: RefusalDetails

  constructor(status: number, message: string, details: RefusalDetails = {}) {
    this.status = status
    this.message = message
    this.details = details
  }

  /** The body of the error, at a time. */
  body(at: Date, requestId?: string) {
    const { code, errors } = this.details
    return {
      status: this.status,
      timestamp: dateTimeText(at),
      message: this.message,
      ...(code ? { code } : {}),
      ...(errors?.length ? { errors } : {}),
      ...(requestId ? { requestId } : {}),
    }
  }
}

/** Refuses a call: `refuse(409, '数据已被他人修改，请刷新后重试', { code: 'W-003' })`. */
export const refuse = (status: number, message: string, details?: RefusalDetails): Refusal =>
  new Refusal(status, message, details)

/** A reply: the JSON of success, a file, a refusal, or any other response, which is not checked. */
export type Answer<Id extends OperationId> = ReplyOf<Id> | Blob | Refusal | Response
/** Answers one operation. */
export type Resolver<Id extends OperationId> = (call: Call<Id>) => Answer<Id> | Promise<Answer<Id>>

export const isResolver = <Id extends OperationId>(given: Answer<Id> | Resolver<Id>): given is Resolver<Id> =>
  typeof given === 'function'

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

/** What an operation answers without a resolver: the contract's example, a small file, an open stream or nothing. */
export function exampleAnswer<Id extends OperationId>(id: Id): Answer<Id> {
  const type = mediaTypeOf(id)
  if (type === undefined) return new Response(null, { status: routeOf(id).status })
  if (type === JSON_TYPE) return example(id)
  if (type !== 'text/event-stream') return new File([id], `${id}.${EXTENSIONS[type] ?? 'bin'}`, { type })
  return new Response(new ReadableStream(), { headers: { 'Content-Type': type } })
}

function fileResponse(status: number, file: Blob): Response {
  const name = file instanceof File ? file.name : 'file'
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return new Response(file, {
    status,
    headers: {
      'Content-Type': file.type || 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  })
}

export interface Moment {
  at: Date
  requestId?: string | undefined
}

const jsonResponse = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  })

/** The response of a refusal, in the contract's error shape. */
export const refusalResponse = (refusal: Refusal, { at, requestId }: Moment): Response =>
  jsonResponse(refusal.status, refusal.body(at, requestId), refusal.details.headers)

/** The response of an answer. @throws ContractBreach for JSON that the contract does not allow */
export function responseOf(id: OperationId, answer: unknown, moment: Moment): Response {
  if (answer instanceof Response) return answer
  const { status } = routeOf(id)
  if (answer instanceof Blob) return fileResponse(status, answer)
  if (answer instanceof Refusal) {
    checkReply(id, answer.status, answer.body(moment.at, moment.requestId))
    return refusalResponse(answer, moment)
  }
  checkReply(id, status, answer)
  return answer === undefined ? new Response(null, { status }) : jsonResponse(status, answer)
}

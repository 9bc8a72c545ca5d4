import { messages } from '@xinchu/validators'
import { badRequest } from '../errors.ts'
import type { Operation } from '../operations.ts'
import { type Check, compileReply, compileRequest } from './compile.ts'
import { bodyInQueryReader, parameterReader } from './read-parameters.ts'
import { assertValid } from './refuse.ts'
import { singleValuesOf } from './single-values.ts'
import { withoutNulls } from './text.ts'

export interface OperationValidator {
  query(value: Readonly<Record<string, unknown>>): Record<string, unknown>
  path(value: Readonly<Record<string, unknown>>): Record<string, unknown>
  body(value: unknown): unknown
  bodyInQuery(value: Readonly<Record<string, unknown>>): unknown
  /** The first problem of a JSON reply, or undefined. */
  reply(status: number, value: unknown): string | undefined
}

/** Compiles a body reader that removes nulls and rejects invalid bodies with 400. */
export function bodyReader({ body }: Operation): OperationValidator['body'] {
  const schema = body?.json
  const validate = schema && compileRequest(schema)
  const withLists = schema ? singleValuesOf(schema) : (read: unknown) => read
  return (value) => {
    if (value === undefined && !body?.required) return undefined
    if (value === undefined)
      throw badRequest('F-001', '请求缺少内容', [{ field: 'body', message: messages.nonEmpty }])
    const read = withLists(withoutNulls(value))
    if (validate) assertValid(validate, read, schema)
    return read
  }
}

const wordsOf = ({ errors }: Check): string =>
  (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ')

function replyChecker(operation: Operation): OperationValidator['reply'] {
  const replies = new Map<string, Check>()
  return (status, value) => {
    const key = operation.replies.has(String(status)) ? String(status) : 'default'
    const schema = operation.replies.get(key)?.schema
    if (!schema)
      return value === undefined
        ? undefined
        : `${operation.id} answers ${status} with a body that the contract does not have`
    const validate = replies.get(key) ?? compileReply(schema)
    replies.set(key, validate)
    return validate(value) ? undefined : `${operation.id} ${status}: ${wordsOf(validate)}`
  }
}

const compiled = new Map<Operation, OperationValidator>()

/** An operation's validators, compiled once per process. */
export function validatorOf(operation: Operation): OperationValidator {
  const known = compiled.get(operation)
  if (known) return known
  const validator = {
    ...parameterReader(operation),
    body: bodyReader(operation),
    bodyInQuery: bodyInQueryReader(operation),
    reply: replyChecker(operation),
  }
  compiled.set(operation, validator)
  return validator
}

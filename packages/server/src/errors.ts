import { messages, ruleCodeOf } from '@xinchu/validators'

/** One refused field; the contract's FieldError. */
export interface FieldProblem {
  row?: number
  field: string
  caption?: string
  value?: string
  /** The code of the check in the catalogue; added to messages of the catalogue. */
  code?: string
  message: string
}

/** Adds the code of the catalogue to a problem whose message has one. */
export function coded<P extends { code?: string; message: string }>(problem: P): P {
  const code = problem.code ?? ruleCodeOf(problem.message)
  return code ? { ...problem, code } : problem
}

/** A refusal with a message for the user. Becomes a reply in the contract's error shape. */
export class HttpError extends Error {
  readonly status: number
  readonly errors: readonly FieldProblem[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** The code of the check that refused the whole request. */
  readonly code: string | undefined

  constructor(
    status: number,
    message: string,
    more: { errors?: readonly FieldProblem[]; retryAfterSeconds?: number; code?: string | undefined } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.errors = more.errors?.map(coded)
    this.code = more.code
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** Fields of a refusal. A single name is a field with the same message. */
type Fields = string | readonly FieldProblem[]

const refuse = (status: number, message: string, fields: Fields): HttpError =>
  new HttpError(status, message, {
    errors: typeof fields === 'string' ? [{ field: fields, message }] : fields,
  })

export const badRequest = (message: string, fields: Fields): HttpError => refuse(400, message, fields)
/** A field that must not be empty. */
export const missing = (field: string, caption: string): HttpError =>
  badRequest(`${caption}：${messages.nonEmpty}`, [{ field, message: messages.nonEmpty }])
/** Only where naming the field would reveal too much, such as which of name and password is wrong. */
export const badRequestWithoutField = (message: string): HttpError =>
  new HttpError(400, message, { code: ruleCodeOf(message) })
export const unauthorized = (message = '登录过期，请重新登录'): HttpError => new HttpError(401, message)
export const forbidden = (message = '您没有权限办理此事项'): HttpError => new HttpError(403, message)
/** Also for records outside the caller's scope, so that their existence is not revealed. */
export const notFound = (what: string): HttpError => new HttpError(404, `${what}不存在`)
export const conflict = (message: string, errors?: readonly FieldProblem[]): HttpError =>
  new HttpError(409, message, errors ? { errors } : {})
export const staleVersion = (): HttpError => conflict('数据已被他人修改，请刷新后重试')
export const unprocessable = (message: string, fields: Fields): HttpError => refuse(422, message, fields)
export const windowClosed = (): HttpError => new HttpError(423, '当前不在填报时间内')
export const tooMany = (message: string, retryAfterSeconds: number): HttpError =>
  new HttpError(429, message, { retryAfterSeconds })

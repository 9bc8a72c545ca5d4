import { codes, messages, type RuleCode } from '@xinchu/validators'

/** One refused field; the contract's FieldError. */
export interface FieldProblem {
  row?: number
  field: string
  caption?: string
  value?: string
  /** The code of the rule in the book. */
  code?: RuleCode
  message: string
}

/** A refusal with a message for the user. Becomes a reply in the contract's error shape. */
export class HttpError extends Error {
  readonly status: number
  readonly errors: readonly FieldProblem[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  /** The rule that refused the request. Refusals of the transport have none. */
  readonly code: RuleCode | undefined

  constructor(
    status: number,
    message: string,
    more: {
      errors?: readonly FieldProblem[]
      retryAfterSeconds?: number
      headers?: Readonly<Record<string, string>>
      code?: RuleCode
    } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    // A problem without a rule of its own is refused by that of the whole.
    const { code } = more
    this.errors = more.errors?.map((problem) => (problem.code || !code ? problem : { ...problem, code }))
    this.code = this.errors?.[0]?.code ?? more.code
    this.retryAfterSeconds = more.retryAfterSeconds
    this.headers = more.headers
  }
}

/** Fields of a refusal. A single name is a field with the same message. */
type Fields = string | readonly FieldProblem[]

const problemsOf = (message: string, fields: Fields): readonly FieldProblem[] =>
  typeof fields === 'string' ? [{ field: fields, message }] : fields

export const badRequest = (code: RuleCode, message: string, fields: Fields): HttpError =>
  new HttpError(400, message, { code, errors: problemsOf(message, fields) })
/** For problems that have their codes already. */
export const refusedFields = (message: string, errors: readonly FieldProblem[]): HttpError =>
  new HttpError(400, message, { errors })
/** A request that cannot be read: no rule refuses it. */
export const malformed = (message: string, fields: Fields): HttpError =>
  new HttpError(400, message, { errors: problemsOf(message, fields) })
/** A field that must not be empty. */
export const missing = (field: string, caption: string): HttpError =>
  badRequest(codes.nonEmpty, `${caption}：${messages.nonEmpty}`, [{ field, message: messages.nonEmpty }])
/** A return says why. */
export const opinionMissing = (): HttpError =>
  badRequest('W-006', `退回意见：${messages.nonEmpty}`, [
    { field: 'opinion', code: 'W-006', message: messages.nonEmpty },
  ])
const UNANSWERED = '请填写对国家退回意见的答复'
/** What the nation returned goes up again only with an answer. */
export const answerMissing = (): HttpError =>
  conflict('W-007', UNANSWERED, [{ field: 'opinion', code: 'W-007', message: UNANSWERED }])
/** Only where naming the field would reveal too much, such as which of name and password is wrong. */
export const badRequestWithoutField = (code: RuleCode, message: string): HttpError =>
  new HttpError(400, message, { code })
export const unauthorized = (): HttpError => new HttpError(401, '登录过期，请重新登录', { code: 'A-008' })
export const forbidden = (code: RuleCode = 'W-001', message = '您没有权限办理此事项'): HttpError =>
  new HttpError(403, message, { code })
/** Also for records outside the caller's scope, so that their existence is not revealed. */
export const notFound = (what: string): HttpError => new HttpError(404, `${what}不存在`, { code: 'W-002' })
export const conflict = (code: RuleCode, message: string, errors?: readonly FieldProblem[]): HttpError =>
  new HttpError(409, message, { code, ...(errors ? { errors } : {}) })
/** Rule and message of a refusal, for a call or for one item of a batch. */
export const STALE = { code: 'W-003', message: '数据已被他人修改，请刷新后重试' } as const
export const CLOSED = { code: 'W-004', message: '当前不在填报时间内' } as const
export const NOT_ALLOWED = { code: 'W-005', message: '当前状态不允许此操作' } as const
/**
 * The first call of the same key still runs: the caller repeats it, and gets its reply.
 * @param seconds after which the first call has ended or its server is gone
 */
export const stillRunning = (seconds: number): HttpError =>
  new HttpError(409, '相同的请求正在处理，请稍后查看结果', { code: 'W-039', retryAfterSeconds: seconds })
export const staleVersion = (): HttpError => conflict(STALE.code, STALE.message)
export const unprocessable = (code: RuleCode, message: string, fields: Fields): HttpError =>
  new HttpError(422, message, { code, errors: problemsOf(message, fields) })
/** Reason why a form is closed: the window, its end, and who can extend it. */
export interface Closure {
  code: typeof CLOSED.code
  message: string
}
export const windowClosed = ({ code, message }: Closure): HttpError => new HttpError(423, message, { code })
export const tooMany = (code: RuleCode, message: string, retryAfterSeconds: number): HttpError =>
  new HttpError(429, message, { code, retryAfterSeconds })

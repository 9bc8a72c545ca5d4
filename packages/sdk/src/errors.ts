/** One field that the server refused. */
export interface FieldProblem {
  /** The row of a batch, from 1. */
  row?: number
  field: string
  /** Code of the check, such as `F-001`. New codes may appear at any time. */
  code?: string
  value?: string
  message: string
}

/** The import that a call was part of. The same key resumes it. */
export interface ImportReference {
  clientKey: string
  /** Unknown if the failure came before the first reply. */
  batchId?: number | undefined
}

export interface FailureDetails {
  /** HTTP status, or that of the error body. */
  status?: number | undefined
  /** Code of the check that refused the whole request, such as `A-003`. New codes may appear at any time. */
  code?: string | undefined
  /** The field errors of a refused request. */
  errors?: readonly FieldProblem[]
  /** The server's request id, to quote in a report. */
  requestId?: string | undefined
  method?: string | undefined
  url?: string | undefined
  retryAfterMs?: number | undefined
  sent?: boolean
  attempts?: number
  body?: unknown
  headers?: Headers
  importOf?: ImportReference
  failed?: readonly PartialFailure[]
  cause?: unknown
}

/** Catalogue messages for failures without a message of their own. */
export const failureMessages = {
  timeout: '网络请求超时',
  unreachable: '接口请求失败',
  expired: '登录过期，请重新登录',
  unavailable: '暂时无法确认登录状态，请稍后再试',
  aborted: '请求已取消',
} as const

// The same in every copy of this package.
const BRAND: unique symbol = Symbol.for('@xinchu/sdk/error') as never // a registered symbol is unique all the same

/** Every failure of a call is one of this family; switch on `kind`. */
export abstract class XinchuError extends Error {
  abstract readonly kind: string
  // The constructor assigns these; `declare` keeps fields without a value out of the bundle.
  declare readonly status: number | undefined
  declare readonly code: string | undefined
  readonly errors: readonly FieldProblem[] = []
  declare readonly requestId: string | undefined
  declare readonly method: string | undefined
  declare readonly url: string | undefined
  /** The wait that the server requests before the next try, in milliseconds. */
  declare readonly retryAfterMs: number | undefined
  /** Whether the call may have reached the server. False: it was not sent, so another try cannot double anything. */
  declare readonly sent: boolean | undefined
  /** How many requests were sent, retries and replays included. */
  declare readonly attempts: number | undefined
  /** The reply's body, parsed if it is JSON, as it came: words that are not of the platform are here and not in `message`. */
  declare readonly body: unknown
  /** The reply's headers. */
  declare readonly headers: Headers | undefined
  /** For errors of `importRows` and `importWorkbook`: batch and key. */
  declare readonly importOf: ImportReference | undefined

  constructor(message: string, { cause, ...details }: FailureDetails = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    Object.assign(this, details)
  }

  get [BRAND](): true {
    return true
  }

  /** All that can be logged: also the message and the cause in words, without headers. */
  toJSON(): object {
    const { message, cause } = this
    return { ...this, message, cause: cause && String(cause), headers: undefined }
  }
}

/** The server could not be reached, or the connection broke. */
export class NetworkError extends XinchuError {
  readonly kind = 'network'
}
/** No complete reply within the time-out. */
export class TimeoutError extends XinchuError {
  readonly kind = 'timeout'
}
/** The caller's signal aborted the call. */
export class AbortedError extends XinchuError {
  readonly kind = 'aborted'
}
/** The reply does not follow the contract, such as a proxy's HTML page. It says nothing about the record or the request. */
export class MalformedResponseError extends XinchuError {
  readonly kind = 'malformed'
}
/** No session, or one that the server does not accept. */
export class UnauthenticatedError extends XinchuError {
  readonly kind = 'unauthenticated'
}
/** The session ended and could not be refreshed. Log in again. */
export class SessionExpiredError extends XinchuError {
  readonly kind = 'session-expired'
}
/** A refresh or a log-in got no verdict of the platform. `cause` is its first failure. The session stays. */
export class SessionUnavailableError extends XinchuError {
  readonly kind = 'session-unavailable'
}
export class ForbiddenError extends XinchuError {
  readonly kind = 'forbidden'
}
/** The record does not exist or is outside the caller's scope. */
export class NotFoundError extends XinchuError {
  readonly kind = 'not-found'
}
/** The record was changed by somebody else, or its state does not allow the action. */
export class ConflictError extends XinchuError {
  readonly kind = 'conflict'
}
/** The content was refused; `errors` says which fields. */
export class ValidationError extends XinchuError {
  readonly kind = 'validation'
}
/** The fill window is closed. */
export class WindowClosedError extends XinchuError {
  readonly kind = 'window-closed'
}
/** Too many calls; try again after `retryAfterMs`. */
export class RateLimitError extends XinchuError {
  readonly kind = 'rate-limit'
}
/** The server does not offer this call yet. */
export class NotImplementedError extends XinchuError {
  readonly kind = 'not-implemented'
}
/** The server failed. */
export class ServerError extends XinchuError {
  readonly kind = 'server'
}
/** Any other refusal. */
export class RejectedError extends XinchuError {
  readonly kind = 'rejected'
}
/** The call must be replayed after a session refresh, but its body can be read only once. */
export class NotReplayableError extends XinchuError {
  readonly kind = 'not-replayable'
}

/** Some records of a call were refused, others were not. Thrown by `orThrow` only. */
export class PartialError extends XinchuError {
  readonly kind = 'partial'
  /** What was refused, with the record where the call names it. */
  declare readonly failed: readonly PartialFailure[]
}

export interface PartialFailure {
  id?: number | undefined
  code?: string | undefined
  message: string
}

export type AnyXinchuError =
  | NetworkError
  | TimeoutError
  | AbortedError
  | MalformedResponseError
  | UnauthenticatedError
  | SessionExpiredError
  | SessionUnavailableError
  | ForbiddenError
  | NotFoundError
  | ConflictError
  | ValidationError
  | WindowClosedError
  | RateLimitError
  | NotImplementedError
  | ServerError
  | RejectedError
  | NotReplayableError
  | PartialError

/** Narrows to this family, so that `switch (error.kind)` is exhaustive. Knows the errors of other copies of this package. */
export function isXinchuError(error: unknown): error is AnyXinchuError {
  return BRAND in Object(error)
}

const BY_STATUS: Readonly<Record<number, new (message: string, details: FailureDetails) => AnyXinchuError>> =
  {
    0: MalformedResponseError,
    400: ValidationError,
    401: UnauthenticatedError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    422: ValidationError,
    423: WindowClosedError,
    429: RateLimitError,
    501: NotImplementedError,
  }

/** The error of a refusal with this status; 0 for a reply that is not of the platform. `details.status` wins. */
export function errorOfStatus(status: number, message: string, details: FailureDetails): AnyXinchuError {
  const Kind = BY_STATUS[status] ?? (status >= 500 ? ServerError : RejectedError)
  return new Kind(message, { status, ...details })
}

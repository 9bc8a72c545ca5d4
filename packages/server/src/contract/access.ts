import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { mustEnrol } from '../domain/auth/second-factor/policy.ts'
import { type Caller, isAmong } from '../domain/caller.ts'
import { assertPermitted } from '../domain/permissions.ts'
import { forbidden, HttpError, unauthorized } from '../errors.ts'
import type { Operation } from '../operations.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import type { OperationId } from './operation-id.ts'
import { unsavedSlotOf } from './unsaved-slot.ts'

/** Calls allowed before a required password change. */
const WITH_FLAG: ReadonlySet<OperationId> = new Set([
  'getAuthInfo',
  'refreshToken',
  'logout',
  'buildMenus',
  'updatePassword',
  'getPlatform',
  'getCaptcha',
  'getCaptchaWork',
])
/** Calls allowed besides those before a required second factor is set up. */
const ENROLMENT: ReadonlySet<OperationId> = new Set([
  'getSecondFactor',
  'startSecondFactor',
  'confirmSecondFactor',
])
/** Calls allowed with the token of an incomplete account. */
const WITH_COMPLETION: ReadonlySet<OperationId> = new Set(['completeBuiltInUser', 'getBuiltInDept'])

/** Calls allowed with the ticket of a registration, and only these. */
const WITH_REGISTRATION: ReadonlySet<OperationId> = new Set([
  'getRegistration',
  'correctRegistration',
  'uploadRegistrationProof',
])

type FactorConfig = Pick<Config, 'secondFactor' | 'sampleData'>

/** Returns why account, password or second factor forbid this call; undefined if they allow it. */
function unready({ id }: Operation, caller: Caller, config: FactorConfig): HttpError | undefined {
  const { purpose, flag } = caller
  if (purpose === 'registration')
    return WITH_REGISTRATION.has(id) ? undefined : forbidden('A-006', '注册申请尚未通过审核')
  if (purpose === 'completion')
    return WITH_COMPLETION.has(id) ? undefined : forbidden('A-010', '请先完善账号信息')
  if (WITH_FLAG.has(id)) return undefined
  if (flag !== 'not') return forbidden('A-009', '请先修改密码')
  if (mustEnrol(caller, config) && !ENROLMENT.has(id)) return forbidden('S-004', '请先启用两步验证')
  return undefined
}

/**
 * Returns the caller for the handler. On public calls an incomplete session counts as none.
 * @throws HttpError 401 or 403 if the caller may not make this call
 */
export function admit(
  operation: Operation,
  caller: Caller | undefined,
  config: FactorConfig,
): Caller | undefined {
  const refusal = caller && unready(operation, caller, config)
  if (operation.isPublic) return refusal ? undefined : caller
  if (!caller) throw unauthorized()
  if (refusal) throw refusal
  if (!isAmong(caller, operation.callers)) throw forbidden()
  assertPermitted(operation, caller)
  return caller
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i
const MULTIPART = /^multipart\/form-data\s*(?:;|$)/i

/** Whether a request carries a multipart form. */
export const isForm = (headers: IncomingHttpHeaders): boolean => MULTIPART.test(headers['content-type'] ?? '')

/**
 * Checks everything that can refuse a call before its body is read.
 * @throws HttpError 400, 413 or 415
 */
export function assertHead(
  { body, maxBodyBytes, takesKey, takesSlot }: Operation,
  request: FastifyRequest,
): void {
  const { 'content-type': type, 'content-length': length } = request.headers
  const isUpload = isForm(request.headers)
  const isOther = type !== undefined && !isUpload && !JSON_TYPE.test(type)
  if (isUpload ? !body?.form : body && (isOther || !body.json)) throw new HttpError(415, '不支持的内容类型')
  if (!isUpload && Number(length ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes)
  if (takesKey) idempotencyKeyOf(request)
  if (takesSlot) unsavedSlotOf(request)
}

const KILOBYTE = 1024

/** Creates the refusal of a body that is too large, with the limit. */
export function tooLarge(bytes: number): HttpError {
  const size = bytes < KILOBYTE ** 2 ? `${bytes / KILOBYTE}KB` : `${bytes / KILOBYTE ** 2}MB`
  return new HttpError(413, `请求内容过大，至多${size}`)
}

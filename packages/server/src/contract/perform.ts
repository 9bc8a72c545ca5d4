import type { FastifyRequest } from 'fastify'
import type { Db, Trx } from '../db/database.ts'
import { inTransaction, type Transact } from '../db/transaction.ts'
import { HttpError } from '../errors.ts'
import type { Operation } from '../operations.ts'
import { callEntry } from './access-log.ts'
import { CallRecorder } from './audit.ts'
import type { Claim } from './idempotency.ts'
import type { OperationId } from './operation-id.ts'
import type { CallServices, Services } from './services.ts'
import { abandon, onBroken } from './streams.ts'
import { slotClaimOf } from './unsaved-slot.ts'

/**
 * Calls that are not a single transaction, because a step must persist although the call fails later (a used code, a
 * counted attempt, an ended session), because they compute for long, or because a part only reads, all of one moment. They
 * mark their transactional parts by `change`.
 */
const IN_STEPS: ReadonlySet<OperationId> = new Set([
  'login',
  'refreshToken',
  'updatePassword',
  'confirmSecondFactor',
  'removeSecondFactor',
  'renewRecoveryCodes',
  'sendForgetSms',
  'resetForgottenPassword',
  'registerUser',
  'updateUserCenter',
  'completeBuiltInUser',
  'createUser',
  'createExpert',
  'resetUserPassword',
  'reviewRegistration',
  'openRegistration',
  'uploadRegistrationProof',
  'sendObjectionCode',
  'openObjection',
  'uploadObjectionEvidence',
  'fileObjection',
  'getFiledObjection',
  'withdrawObjection',
  'renewObjectionCode',
  'importUsers',
  'importOwners',
  'changeUsersInBulk',
  'importDict',
  'importProjects',
  'commitImportBatch',
  'uploadFile',
  'uploadDemoFile',
  'uploadAnnualReport',
  'deleteFile',
  'putFilePart',
  'finishFileSession',
  'cancelFileSession',
  'createWebhook',
  'updateWebhook',
  'testWebhook',
  'withdrawRevision',
  'syncWarehousingData',
])

const isOneTransaction = ({ id, method, success }: Operation) =>
  method !== 'GET' && !success.isFile && !IN_STEPS.has(id)

/** Logs and records a file whose rest could not be sent. Its client sees a reply that breaks off. */
function reportBroken(error: Error, request: FastifyRequest, recorder: CallRecorder, db: Db): void {
  if (request.raw.socket.destroyed) return
  request.log.error({ ...callEntry(request), err: error }, 'a file broke off')
  recorder
    .refused(db, new HttpError(500, '文件未能完整送出'))
    .catch((failure: unknown) => request.log.error({ err: failure }, 'a broken file was not recorded'))
}

/** Runs a call. Its changes, audit entry, idempotent reply and the record of its slot commit together. */
export async function perform(
  operation: Operation,
  request: FastifyRequest,
  services: Services,
  claim: Claim | undefined,
  handler: (services: CallServices) => unknown,
): Promise<unknown> {
  const { status } = operation.success
  const recorder = new CallRecorder(operation, request)
  const slot = slotClaimOf(operation, request)
  if (isOneTransaction(operation)) {
    return inTransaction(services.db, async (trx) => {
      const within: Transact = (work) => work(trx)
      await recorder.look(trx, { isLocked: true })
      await slot?.take(trx)
      const reply = await handler({ ...services, db: trx, change: within, transact: within })
      await slot?.keep(trx, reply)
      await claim?.keep(trx, { status, reply })
      await recorder.note(trx, status, reply)
      return reply
    })
  }
  let isNoted = false
  const transact: Transact = (work) => inTransaction(services.db, work)
  async function change<T>(work: (trx: Trx) => Promise<T>, ids?: readonly number[]): Promise<T> {
    const result = await transact(async (trx) => {
      await recorder.look(trx, { isLocked: true, ...(ids ? { ids } : {}) })
      await slot?.take(trx)
      const done = await work(trx)
      await slot?.keep(trx, done)
      await recorder.note(trx, status, done)
      return done
    })
    isNoted = true
    return result
  }
  const reply = await handler({ ...services, change, transact })
  onBroken(reply, (error) => reportBroken(error, request, recorder, services.db))
  try {
    await claim?.keep(services.db, { status, reply })
    if (!isNoted) await recorder.note(services.db, status, reply)
  } catch (error) {
    abandon(reply)
    throw error
  }
  return reply
}

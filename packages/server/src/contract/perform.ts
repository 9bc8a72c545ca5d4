import type { FastifyRequest } from 'fastify'
import type { Trx } from '../db/database.ts'
import { inTransaction, type Transact } from '../db/transaction.ts'
import { CallRecorder } from './audit.ts'
import type { Operation } from './document.ts'
import type { Claim } from './idempotency.ts'
import type { OperationId } from './operation-id.ts'
import type { CallServices, Services } from './services.ts'
import { abandon, holdErrors } from './streams.ts'

/**
 * Calls that are not a single transaction, because a step must persist although the call fails later (a used code, a
 * counted attempt, an ended session), or because they compute for long. They mark their transactional parts by `change`.
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
  'resetUserPassword',
  'reviewRegistration',
  'openRegistration',
  'uploadRegistrationProof',
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
])

const isOneTransaction = ({ id, method, success }: Operation) =>
  method !== 'GET' && !success.isFile && !IN_STEPS.has(id)

/** Runs a call. Its changes, audit entry and idempotent reply commit together. */
export async function perform(
  operation: Operation,
  request: FastifyRequest,
  services: Services,
  claim: Claim | undefined,
  handler: (services: CallServices) => unknown,
): Promise<unknown> {
  const { status } = operation.success
  const recorder = new CallRecorder(operation, request)
  if (isOneTransaction(operation)) {
    return inTransaction(services.db, async (trx) => {
      const within: Transact = (work) => work(trx)
      await recorder.look(trx, { isLocked: true })
      const reply = await handler({ ...services, db: trx, change: within, transact: within })
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
      const done = await work(trx)
      await recorder.note(trx, status, done)
      return done
    })
    isNoted = true
    return result
  }
  const reply = await handler({ ...services, change, transact })
  holdErrors(reply)
  try {
    await claim?.keep(services.db, { status, reply })
    if (!isNoted) await recorder.note(services.db, status, reply)
  } catch (error) {
    abandon(reply)
    throw error
  }
  return reply
}

import type { CallServices } from '../contract/services.ts'
import { defineHandlers } from '../contract/types.ts'
import { checkCaptcha } from '../domain/auth/captcha.ts'
import { factorKey } from '../domain/auth/second-factor/key.ts'
import { keepUpload } from '../domain/files/keep.ts'
import {
  countUpload,
  evidenceInfo,
  evidenceOf,
  keepEvidence,
} from '../domain/kinds/objection/filing/evidence.ts'
import { fileObjection } from '../domain/kinds/objection/filing/file.ts'
import {
  countReceipt,
  ownObjection,
  renewCode,
  withdrawObjection,
} from '../domain/kinds/objection/filing/own.ts'
import { filedState } from '../domain/kinds/objection/filing/state.ts'
import { assertTicket, issueTicket } from '../domain/kinds/objection/filing/ticket.ts'
import { macOf } from '../domain/kinds/objection/person.ts'
import { sendCode, useCode } from '../domain/users/sms.ts'

/** The phone as codes for objections are stored under: nobody reads there who objects. */
const printOf = async (phone: string, { db, config }: Pick<CallServices, 'db' | 'config'>) =>
  macOf({ phone }, await factorKey(db, config))

/**
 * Handlers of objections by the public, without an account. Counts of addresses stay although the call is refused, except
 * those of `fileObjection`, which are part of its transaction.
 */
export const publicObjectionHandlers = defineHandlers({
  async sendObjectionCode({ body: { phone, uuid, code }, request }, services) {
    if (services.config.captcha) await checkCaptcha(services.db, uuid, code)
    const { ticket: _ticket, ...sent } = await sendCode(services, {
      ...{ phone, purpose: 'objection' },
      storedAs: await printOf(phone, services),
      address: request.ip,
    })
    return sent
  },

  async openObjection({ body: { phone, smsCode } }, { db, change, config }) {
    const stored = await printOf(phone, { db, config })
    await useCode(db, { phone: stored, purpose: 'objection', code: smsCode })
    return change(async (trx) => issueTicket(trx, phone, await factorKey(trx, config)))
  },

  async uploadObjectionEvidence({ upload, request }, services) {
    await countUpload(services.db, request.ip)
    const evidence = evidenceOf(upload)
    // Before the file is read and stored. Recording it checks the ticket again, under its lock.
    await assertTicket(services.db, evidence.ticket)
    return evidenceInfo(await keepUpload(evidence.upload, (trx) => keepEvidence(trx, evidence), services))
  },

  async fileObjection({ body, request }, { change, config, now, sms }) {
    const filed = await change(async (trx) =>
      fileObjection(trx, body, {
        now: now(),
        key: await factorKey(trx, config),
        address: request.ip,
        sms,
      }),
    )
    sms?.wake()
    return filed
  },

  async getFiledObjection({ body, request }, { db, config }) {
    await countReceipt(db, request.ip)
    if (config.captcha) await checkCaptcha(db, body.uuid, body.code)
    const { undoSeconds } = config
    const key = await factorKey(db, config)
    return filedState(db, await ownObjection(db, body, key), { key, undoSeconds })
  },

  async withdrawObjection({ body, request }, { db, change, config, now }) {
    await countReceipt(db, request.ip)
    await change(async (trx) =>
      withdrawObjection(trx, body, {
        key: await factorKey(trx, config),
        now: now(),
        undoSeconds: config.undoSeconds,
      }),
    )
  },

  async renewObjectionCode({ body, request }, { db, change, config }) {
    await countReceipt(db, request.ip)
    return change(async (trx) => renewCode(trx, body, await factorKey(trx, config)))
  },
})

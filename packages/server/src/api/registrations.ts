import { originOf } from '../contract/origin.ts'
import { defineHandlers } from '../contract/types.ts'
import { assertTicket, openRegistration } from '../domain/auth/registration-access.ts'
import { keepUpload } from '../domain/files/keep.ts'
import {
  correctRegistration,
  keepProof,
  proofOf,
  registrationState,
} from '../domain/users/registration-proof.ts'
import {
  exportRegistrations,
  pageRegistrations,
  registrationDetail,
  reviewRegistration,
} from '../domain/users/registrations.ts'
import { XLSX } from '../workbook/index.ts'

export const registrationHandlers = defineHandlers({
  async openRegistration({ body, request }, services) {
    return openRegistration(services, body, originOf(request))
  },

  async getRegistration({ user }, { db }) {
    assertTicket(user)
    return registrationState(db, user)
  },

  async correctRegistration({ body, user }, { change }) {
    assertTicket(user)
    return change(async (trx) => {
      await correctRegistration(trx, body, user)
      return registrationState(trx, user)
    })
  },

  async uploadRegistrationProof({ upload, user }, services) {
    assertTicket(user)
    const proof = proofOf(upload)
    await keepUpload(proof.upload, (trx) => keepProof(trx, proof, user), services)
    return registrationState(services.db, user)
  },

  async listRegistrations({ query, user }, { db }) {
    return pageRegistrations(db, query, user)
  },

  async getRegistrationDetail({ path, user }, { db }) {
    return registrationDetail(db, path.id, user)
  },

  async exportRegistrations({ query, user }, { db, now }) {
    return {
      fileName: '注册审核.xlsx',
      contentType: XLSX,
      content: await exportRegistrations(db, query, user, now()),
    }
  },

  async reviewRegistration({ body, user }, { change, sms }) {
    return reviewRegistration({ change, sms }, body, user)
  },
})

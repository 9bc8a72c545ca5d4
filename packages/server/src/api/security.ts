import type { FastifyRequest } from 'fastify'
import { originOf } from '../contract/origin.ts'
import { defineHandlers } from '../contract/types.ts'
import { pageLogins } from '../domain/auth/login-log.ts'
import { endSessions, listSessions } from '../domain/auth/own-sessions.ts'
import {
  clearFactor,
  confirmFactor,
  factorState,
  removeFactor,
  renewCodes,
  startFactor,
} from '../domain/auth/second-factor/manage.ts'
import type { Caller } from '../domain/caller.ts'

const ownerOf = <Proof>(user: Caller, request: FastifyRequest, proof: Proof) => ({
  user,
  origin: originOf(request),
  proof,
})

export const securityHandlers = defineHandlers({
  async getSecondFactor({ query, user }, services) {
    return factorState(services, query.userId, user)
  },

  async startSecondFactor({ user }, { db, config }) {
    return startFactor(db, config, user)
  },

  async confirmSecondFactor({ body, user, request }, services) {
    return confirmFactor(services, ownerOf(user, request, body))
  },

  async removeSecondFactor({ body, user, request }, services) {
    await removeFactor(services, ownerOf(user, request, body))
  },

  async renewRecoveryCodes({ body, user, request }, services) {
    return renewCodes(services, ownerOf(user, request, body))
  },

  async clearSecondFactor({ body, user }, { change }) {
    await change((trx) => clearFactor(trx, body, user))
  },

  async listSessions({ query, user }, { db }) {
    return listSessions(db, query.userId, user)
  },

  async endSessions({ body, user }, { change }) {
    return change((trx) => endSessions(trx, body, user))
  },

  async listLogins({ query, user }, { db }) {
    return pageLogins(db, user.id, query)
  },
})

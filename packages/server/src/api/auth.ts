import { originOf } from '../contract/origin.ts'
import { defineHandlers } from '../contract/types.ts'
import { askCaptcha, askCaptchaWork } from '../domain/auth/captcha.ts'
import { authInfo } from '../domain/auth/info.ts'
import { deviceCookie } from '../domain/auth/known-origin.ts'
import { loadCaller } from '../domain/auth/load-caller.ts'
import { logIn } from '../domain/auth/login.ts'
import { refreshSession } from '../domain/auth/refresh.ts'
import { endSession } from '../domain/auth/session.ts'

export const authHandlers = defineHandlers({
  async getCaptcha({ request }, { db, config, captcha }) {
    return askCaptcha(db, config, request.ip, captcha)
  },

  async getCaptchaWork({ request }, { db, config }) {
    return askCaptchaWork(db, config, request.ip)
  },

  async login({ body, request }, services) {
    const { db, config } = services
    const { device, result } = await logIn(services, body, originOf(request))
    request.keptCookie = deviceCookie(device, request.protocol === 'https')
    if (result.flag === 'users') return result
    const caller = await loadCaller(db, result.token)
    request.caller = caller
    return { ...result, ...(caller ? { user: await authInfo(db, caller, config) } : {}) }
  },

  async refreshToken({ query, request }, services) {
    return refreshSession(services, services.config, {
      header: request.headers.authorization,
      code: query.code,
      address: request.ip,
      requestId: request.id,
    })
  },

  async getAuthInfo({ user }, { db, config }) {
    return authInfo(db, user, config)
  },

  async logout({ request }, { change }) {
    await change((trx) => endSession(trx, request.headers.authorization))
  },
})

import { sql } from 'kysely'
import { defineHandlers } from '../contract/types.ts'
import { askCaptcha, askCaptchaWork, checkCaptcha } from '../domain/auth/captcha.ts'
import { authInfo } from '../domain/auth/info.ts'
import { loadCaller } from '../domain/auth/load-caller.ts'
import { checkNobody, isPassword } from '../domain/auth/password.ts'
import { endSession, openCompletion, openSession, refreshSession } from '../domain/auth/session.ts'
import { countFailure, countTry, forgetTries, lockOf } from '../domain/auth/tries.ts'
import { badRequest } from '../errors.ts'

// One message for an unknown account and a wrong password: which accounts exist is nobody's business.
const WRONG = '用户名或密码不正确'

export const authHandlers = defineHandlers({
  async getCaptcha({ request }, { db, config, captcha }) {
    return askCaptcha(db, config, request.ip, captcha)
  },

  async getCaptchaWork({ request }, { db, config }) {
    return askCaptchaWork(db, config, request.ip)
  },

  async login({ body, request }, { db, config, change }) {
    const user = await db
      .selectFrom('app_user')
      .select(['id', 'password_hash', 'status', 'flag', 'captcha_exempt'])
      .where('username_key', '=', body.username.toLowerCase())
      .executeTakeFirst()
    // Consumed before the password is looked at: each guess costs a new captcha.
    if (config.captcha && !user?.captcha_exempt) await checkCaptcha(db, body.uuid, body.code)
    const attempt = { userId: user?.id, username: body.username, address: request.ip }
    await countTry(db, attempt, lockOf(config))
    const isRight = user
      ? await isPassword(body.password, user.password_hash)
      : await checkNobody(body.password)
    if (!user || !isRight) {
      await countFailure(db, attempt)
      throw badRequest(WRONG)
    }
    await forgetTries(db, user.id)
    if (user.status !== '1') throw badRequest('账号未启用，请联系管理员')
    const isCompletion = user.flag === 'users'
    const tokens = await change(async (trx) => {
      await trx
        .updateTable('app_user')
        .set({ last_login_time: sql`now()`, last_login_ip: request.ip })
        .where('id', '=', user.id)
        .execute()
      return isCompletion
        ? { token: await openCompletion(trx, user.id, request.ip) }
        : openSession(trx, config, user.id, request.ip)
    })
    if (isCompletion) return { flag: 'users', token: tokens.token }
    const caller = await loadCaller(db, tokens.token)
    request.caller = caller
    const flag = user.flag as 'not' | 'init' | 'reset' | 'expired' // the values of the dictionary, bar the one above
    return { flag, ...tokens, ...(caller ? { user: await authInfo(db, caller) } : {}) }
  },

  async refreshToken({ query, request }, { db, config }) {
    return refreshSession(db, config, request.headers.authorization, query.code)
  },

  async getAuthInfo({ user }, { db }) {
    return authInfo(db, user)
  },

  async logout({ request }, { db }) {
    await endSession(db, request.headers.authorization)
  },
})

import { sql } from 'kysely'
import { defineHandlers } from '../contract/types.ts'
import { askCaptcha, checkCaptcha } from '../domain/auth/captcha.ts'
import { authInfo } from '../domain/auth/info.ts'
import { loadCaller } from '../domain/auth/load-caller.ts'
import { checkNobody, isPassword } from '../domain/auth/password.ts'
import { endSession, openCompletion, openSession, refreshSession } from '../domain/auth/session.ts'
import { badRequest, tooMany } from '../errors.ts'
import type { Services } from '../services.ts'

// One message for an unknown account and a wrong password: which accounts exist is nobody's business.
const WRONG = '用户名或密码不正确'

async function countFailure({ db, config }: Services, userId: number): Promise<void> {
  await sql`update app_user set
      failures = case when failures + 1 >= ${config.loginFailures} then 0 else failures + 1 end,
      locked_until = case when failures + 1 >= ${config.loginFailures}
        then now() + make_interval(secs => ${config.lockSeconds}) else locked_until end
    where id = ${userId}`.execute(db)
}

export const authHandlers = defineHandlers({
  async getCaptcha(_input, { db, captcha }) {
    return askCaptcha(db, captcha)
  },

  async login({ body, request }, services) {
    const { db, config } = services
    const user = await db
      .selectFrom('app_user')
      .select(['id', 'password_hash', 'status', 'flag', 'captcha_exempt'])
      .select(sql<number>`greatest(0, ceil(extract(epoch from locked_until - now())))`.as('locked_seconds'))
      .where('username_key', '=', body.username.toLowerCase())
      .executeTakeFirst()
    // Consumed before the password is looked at: each guess costs a new captcha.
    if (config.captcha && !user?.captcha_exempt) await checkCaptcha(db, body.uuid, body.code)
    if (user && user.locked_seconds > 0)
      throw tooMany('登录失败次数过多，账号已锁定，请15分钟后再试', user.locked_seconds)
    const isRight = user
      ? await isPassword(body.password, user.password_hash)
      : await checkNobody(body.password)
    if (!user || !isRight) {
      if (user) await countFailure(services, user.id)
      throw badRequest(WRONG)
    }
    if (user.status !== '1') throw badRequest('账号未启用，请联系管理员')
    await db
      .updateTable('app_user')
      .set({ failures: 0, locked_until: null, last_login_time: sql`now()`, last_login_ip: request.ip })
      .where('id', '=', user.id)
      .execute()
    if (user.flag === 'users') {
      return { flag: 'users', token: await openCompletion(db, user.id, request.ip) }
    }
    const tokens = await openSession(db, config, user.id, request.ip)
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

import { AccountStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import { originOf } from '../contract/origin.ts'
import { defineHandlers } from '../contract/types.ts'
import type { Db } from '../db/database.ts'
import { checkCaptcha } from '../domain/auth/captcha.ts'
import { proveFactor } from '../domain/auth/second-factor/prove.ts'
import { lockOf } from '../domain/auth/tries.ts'
import { isAmong } from '../domain/caller.ts'
import { registerPdf } from '../domain/documents/register.ts'
import { kindOf } from '../domain/manual/chapters.ts'
import { countHit } from '../domain/rate-limit.ts'
import { completeAccount, listDepartments } from '../domain/users/built-in.ts'
import { updateCenter } from '../domain/users/center.ts'
import { exportContacts, pageContacts } from '../domain/users/contacts.ts'
import { createUser } from '../domain/users/create.ts'
import { distribution, exportDistribution } from '../domain/users/distribution.ts'
import { modifyUser } from '../domain/users/modify.ts'
import { provePassword, setPassword } from '../domain/users/password.ts'
import { pageUsers, requireUser, userDetail } from '../domain/users/query.ts'
import { registerEnterprise } from '../domain/users/register.ts'
import { resetPassword } from '../domain/users/reset.ts'
import { sendCode, useTicket } from '../domain/users/sms.ts'
import { tellingMoved } from '../domain/users/tell-registered.ts'
import { isUnique, type Spared } from '../domain/users/unique.ts'
import { missing, notFound, unauthorized } from '../errors.ts'
import { day } from '../runtime/time.ts'
import { manuals } from '../seed/manuals.ts'
import { XLSX } from '../workbook/index.ts'

const PDF = 'application/pdf'

const registrationsFrom = (address: string) => ({ key: `register:${address}`, max: 30, seconds: 600 })

/** Limits public existence checks: enough for a form, too few to enumerate the platform. */
async function countLookUp(db: Db, address: string): Promise<void> {
  await countHit(db, { key: `look-up:${address}`, max: 30, seconds: 600 })
  await countHit(db, { key: `look-up-day:${address}`, max: 150, seconds: 86_400 })
}

export const userHandlers = defineHandlers({
  async sendRegisterSms({ query, request }, services) {
    if (services.config.captcha) await checkCaptcha(services.db, query.uuid, query.code)
    const { ticket: _ticket, ...sent } = await sendCode(services, {
      phone: query.phone,
      purpose: 'register',
      address: request.ip,
    })
    return sent
  },

  async sendProfileSms({ query, user, request }, services) {
    const { ticket: _ticket, ...sent } = await sendCode(services, {
      phone: query.phone,
      purpose: 'profile',
      address: request.ip,
      userId: user.id,
    })
    return sent
  },

  async sendForgetSms({ body, request }, services) {
    const { db, config } = services
    if (config.captcha) await checkCaptcha(db, body.uuid, body.code)
    const user = await db
      .selectFrom('app_user')
      .select('id')
      .where('username_key', '=', body.username.toLowerCase())
      .where('phone', '=', body.phone)
      .where('status', '=', AccountStatus.active)
      .where('flag', '!=', 'users')
      .executeTakeFirst()
    const { ticket, phoneMasked } = await sendCode(services, {
      phone: body.phone,
      purpose: 'forget',
      address: request.ip,
      account: { userId: user?.id },
    })
    return { ticket, phoneMasked }
  },

  async resetForgottenPassword({ body }, services) {
    const userId = await useTicket(services.db, body.ticket, body.smsCode)
    await setPassword(services, userId, body.newPassword, 'newPassword')
  },

  async updatePassword({ body, caller, request }, services) {
    const { db, config } = services
    if (request.headers.authorization && !caller) throw unauthorized()
    if (caller?.purpose === 'completion') throw unauthorized()
    if (!caller && !body.username) throw missing('username', '登录账号')
    if (!caller && config.captcha) await checkCaptcha(db, body.uuid, body.code)
    const who = caller ? { id: caller.id } : { username: body.username ?? '' }
    const userId = await provePassword(db, who, body.oldPass, {
      origin: originOf(request),
      lock: lockOf(config),
      // A session has proved it at its log-in.
      ...(caller
        ? {}
        : { more: (userId, settle) => proveFactor(services, { userId, otp: body.otp, settle }) }),
    })
    await setPassword(services, userId, body.newPass, 'newPass')
  },

  async registerUser({ body, request }, services) {
    await countHit(services.db, registrationsFrom(request.ip))
    return registerEnterprise(services, body, request.ip)
  },

  async completeBuiltInUser({ body, caller }, services) {
    if (caller?.purpose !== 'completion') throw unauthorized()
    await completeAccount(services, body, caller)
  },

  async getBuiltInDept({ query, caller }, { db }) {
    return listDepartments(db, query, caller)
  },

  async checkUserUnique({ query, caller, request }, { db }) {
    await countLookUp(db, request.ip)
    // For others it would reveal whose value it is.
    const mayExclude = caller && (query.excludeId === caller.id || isAmong(caller, ['ADM']))
    // A returned registration may be the visitor's own, which only the code sent to its phone proves.
    const spared: Spared = { returned: 'all', ...(mayExclude ? { userId: query.excludeId } : {}) }
    return { unique: await isUnique(db, query.field, query.value, spared) }
  },

  async checkUserInfo({ query, request }, { db }) {
    await countLookUp(db, request.ip)
    if (!query.creditCode) throw missing('creditCode', '统一社会信用代码')
    const { rows } = await sql<{ org_name: string }>`
      select org_name from org where dept_id = ${deptKinds.enterprise} and credit_code = ${query.creditCode.toUpperCase()}`.execute(
      db,
    )
    const [org] = rows
    const matched = !org || !query.companyName || org.org_name === query.companyName
    const message = !org ? '可以注册' : matched ? '该单位已注册' : '该信用代码已由其他单位注册'
    return { registered: Boolean(org), matched, message }
  },

  async updateUserCenter({ body, user }, services) {
    return updateCenter(services, body, user)
  },

  async listUsers({ query, user }, { db }) {
    return pageUsers(db, query, user)
  },

  async createUser({ body, user }, services) {
    return createUser(services, body, user)
  },

  async modifyUser({ body, user }, { change }) {
    return change((trx) => tellingMoved(trx, () => modifyUser(trx, body, user)))
  },

  async resetUserPassword({ body, user }, services) {
    return resetPassword(services, body.id, user)
  },

  async getNeaUser({ path, query, user }, { db }) {
    return userDetail(db, path.id, query, user)
  },

  async listContacts({ query, user }, { db }) {
    return pageContacts(db, query, user)
  },

  async exportContacts({ query, user }, { db, now }) {
    const content = await exportContacts(db, query, user, now())
    return { fileName: '通讯录.xlsx', contentType: XLSX, content }
  },

  async exportUserDistribution({ query, user }, { db, now }) {
    const content = await exportDistribution(db, query, user, now())
    return { fileName: '账号分布.xlsx', contentType: XLSX, content }
  },

  async listUserDistribution({ query, user }, { db }) {
    return distribution(db, query, user)
  },

  async downloadRegisterPdf({ query, user }, { db, config, now }) {
    const id = query.userId ?? user.id
    const isOwn = id === user.id
    if (!isOwn && !isAmong(user, ['NAT', 'ADM'])) throw notFound('用户')
    const options = { isOwn, platform: config.title, day: day(now()) }
    const content = registerPdf(await requireUser(db, id), options)
    return { fileName: '注册信息表.pdf', contentType: PDF, content }
  },

  async downloadUserManual({ user }, { config, manualShelf }) {
    const manual = manuals.get(kindOf(user.deptId) ?? 'nation')
    if (!manual) throw notFound('用户手册')
    const content = await manualShelf.read(manual, config.title)
    return { fileName: `用户手册-${manual.title}.pdf`, contentType: PDF, content }
  },
})

import { createClient } from '@xinchu/sdk'
import { completeCreditCode } from '@xinchu/validators'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { planBulk } from '../../src/domain/users/bulk/plan.ts'
import { type Rig, startRig } from '../rig.ts'
import { type Cases, codesOf, familyOf } from '../support/rules.ts'

const CODE = '482913'
const NEW_PASSWORD = 'Songtao7_Ke'

let rig: Rig
let refusesPhone = false
const deliver = async () => {
  if (refusesPhone) throw new Error('no such number')
}
beforeAll(async () => {
  rig = await startRig({ config: { smsCode: CODE, registrationReview: true }, sms: deliver })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(async () => {
  await sql`delete from rate_limit`.execute(rig.db)
})

const anonymous = () => createClient({ baseUrl: rig.url, retry: { times: 0 } })

async function captcha(code = '7') {
  const { uuid } = await anonymous().auth.getCaptcha()
  return { uuid, code }
}

const logIn = async (username: string, password = SAMPLE_PASSWORD, given?: { uuid: string; code: string }) =>
  anonymous().auth.login({ username, password, ...(given ?? (await captcha())) })

/** Works as an account in a state, which it has only during that work. */
async function whileIn(state: { status?: string; flag?: string }, work: () => Promise<unknown>) {
  const account = sql`update app_user set status = ${state.status ?? '1'}, flag = ${state.flag ?? 'not'}
    where username = 'lab_query'`
  await account.execute(rig.db)
  try {
    return await work()
  } finally {
    await sql`update app_user set status = '1', flag = 'not' where username = 'lab_query'`.execute(rig.db)
  }
}

const form = {
  username: 'qiye_rules',
  password: 'Meiyu#4Lan8',
  realName: '联系人',
  phone: '13800138111',
  smsCode: CODE,
  companyName: '盐池规则储能有限公司',
  creditCode: completeCreditCode('91640323MA76TE777'),
  legalPerson: '法人',
  enterpriseType: '3',
  regionCode: '640323',
} as const

async function register(change: Partial<typeof form> | { [K in keyof typeof form]?: string } = {}) {
  const given = { ...form, ...change }
  await anonymous().users.sendRegisterSms({ phone: given.phone, ...(await captcha()) })
  return anonymous().users.register({ ...given, enterpriseType: '3' })
}

const changePassword = async (oldPass: string, newPass: string) =>
  anonymous().users.updatePassword({ username: 'lab_query', oldPass, newPass, ...(await captcha()) })

const idOf = async (username: string) => {
  const account = rig.db.selectFrom('app_user').select('id').where('username', '=', username)
  return (await account.executeTakeFirstOrThrow()).id
}

/** Rules that only the form checks: the server gets one password. */
const IN_THE_FORM = ['A-020']

/** Calls that violate each rule of accounts. */
const CASES: Cases = {
  'A-001': async () => logIn('lab_query', SAMPLE_PASSWORD, await captcha('8')),
  async 'A-002'() {
    const used = await captcha()
    await logIn('lab_query', SAMPLE_PASSWORD, used)
    return logIn('lab_query', SAMPLE_PASSWORD, used)
  },
  'A-003': async () => anonymous().auth.login({ username: 'lab_query', password: SAMPLE_PASSWORD }),
  'A-004': async () => logIn('lab_query', 'Wrong_password1'),
  async 'A-005'() {
    for (let time = 0; time < 5; time += 1) await codesOf(logIn('lab_edit', 'Wrong_password1'))
    return logIn('lab_edit', 'Wrong_password1')
  },
  'A-006': async () => whileIn({ status: '0' }, () => logIn('lab_query')),
  'A-007': async () => whileIn({ status: '2' }, () => logIn('lab_query')),
  'A-008': async () => anonymous().projects.list(),
  'A-009': async () =>
    whileIn({ flag: 'reset' }, async () =>
      (await rig.as('lab_query')).sections.list({ category: 'platform' }),
    ),
  'A-010': async () => whileIn({ flag: 'users' }, () => changePassword(SAMPLE_PASSWORD, NEW_PASSWORD)),
  'A-011': async () => register({ password: 'chuneng2026' }),
  async 'A-012'() {
    const { users } = await rig.as('policy_query')
    await users.updatePassword({ oldPass: SAMPLE_PASSWORD, newPass: NEW_PASSWORD })
    const again = await logIn('policy_query', NEW_PASSWORD)
    return anonymous().users.updatePassword(
      { oldPass: NEW_PASSWORD, newPass: NEW_PASSWORD },
      { headers: { Authorization: again.token ?? '' } },
    )
  },
  'A-013': async () =>
    (await rig.as('lab_query')).users.updatePassword({ oldPass: 'Wrong_password1', newPass: NEW_PASSWORD }),
  'A-014': async () => register({ smsCode: '000000' }),
  async 'A-015'() {
    await anonymous().users.sendRegisterSms({ phone: form.phone, ...(await captcha()) })
    return anonymous().users.sendRegisterSms({ phone: form.phone, ...(await captcha()) })
  },
  'A-016': async () => register({ username: 'COUNTY_YC' }),
  async 'A-017'() {
    const admin = await rig.sameAs('admin')
    return admin.users.modify({ id: await idOf('admin'), version: 1, status: '2' })
  },
  async 'A-018'() {
    const admin = await rig.sameAs('admin')
    const office = rig.db.selectFrom('app_user').select('org_id').where('username', '=', 'county_yc')
    const { org_id } = await office.executeTakeFirstOrThrow()
    return admin.users.create({
      username: 'county_03',
      realName: '张伟',
      phone: '13900139333',
      orgId: org_id ?? 0,
      roleIds: [3],
    })
  },
  async 'A-019'() {
    const { id } = await register()
    const admin = await rig.sameAs('admin')
    await admin.users.reviewRegistration({ id, pass: true, reason: '已核对原件' })
    return admin.users.reviewRegistration({ id, pass: true, reason: '已核对原件' })
  },
  async 'A-021'() {
    const expires = (moment: string) =>
      sql`update app_user set password_expires = ${moment}::timestamptz where username = 'industry_query'`
    await expires('2026-01-01').execute(rig.db)
    return logIn('industry_query')
  },
  async 'A-022'() {
    // The caller was disabled meanwhile, so that no administrator would be left.
    const id = await idOf('admin')
    const caller = { id: 0, deptId: 900, orgId: 0, roles: [] } as unknown as Caller // asked for nothing else
    return { failed: (await planBulk(rig.db, { action: 'disable', ids: [id] }, caller)).reply.items }
  },
  async 'A-023'() {
    const { users } = await rig.sameAs('admin')
    return users.changeInBulk({
      action: 'disable',
      ids: [await idOf('lab_edit')],
      digest: 'other',
      reason: '离职',
    })
  },
  async 'A-024'() {
    const { users } = await rig.sameAs('admin')
    return { failed: (await users.changeInBulk({ action: 'enable', ids: [await idOf('lab_edit')] })).items }
  },
  async 'A-025'() {
    const rows = [['所属机构', '登录账号', '姓名', '手机号']]
    const file = new File([(await writeXlsx({ sheets: [{ name: '账号名单', rows }] })).slice()], '名单.xlsx')
    return (await rig.sameAs('admin')).users.importWorkbook({ file })
  },
  async 'A-026'() {
    const more = {
      username: 'qiye_proof',
      phone: '13800138112',
      creditCode: completeCreditCode('91640323MA76TE778'),
    }
    const { id } = await register({ ...more, companyName: '盐池材料储能有限公司' })
    return (await rig.sameAs('admin')).users.reviewRegistration({ id, pass: true })
  },
  async 'A-027'() {
    refusesPhone = true
    const asked = { phone: '13911110000', ...(await captcha()) }
    return anonymous()
      .users.sendRegisterSms(asked)
      .finally(() => (refusesPhone = false))
  },
}

test.each(Object.entries(CASES))('%s is the code of a call that breaks it', async (code, call) => {
  expect(await codesOf(call(rig))).toContain(code)
})

test('each rule of accounts is executed, but for those that only forms check', () => {
  expect([...Object.keys(CASES), ...IN_THE_FORM].sort()).toEqual(familyOf('A').map(({ code }) => code))
})

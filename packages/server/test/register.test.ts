import { createClient, isXinchuError } from '@xinchu/sdk'
import { completeCreditCode } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from './rig.ts'

const CODE = '482913'
const NEW_PASSWORD = 'Songtao7_Ke'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { smsCode: CODE } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(async () => {
  await sql`delete from rate_limit`.execute(rig.db)
})

const anonymous = () => createClient({ baseUrl: rig.url, retry: { times: 0 } })

async function captcha() {
  const { uuid } = await anonymous().auth.getCaptcha()
  return { uuid, code: '7' }
}

const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  return isXinchuError(error)
    ? { status: 'status' in error ? error.status : 0, message: error.message }
    : undefined
}

const sendTo = async (phone: string) => anonymous().users.sendRegisterSms({ phone, ...(await captcha()) })
const login = async (username: string, password: string) =>
  anonymous().auth.login({ username, password, ...(await captcha()) })

const codeOf = (serial: string) => completeCreditCode(`91640323MA76TE${serial}`)

const form = {
  username: 'qiye002',
  password: 'Meiyu#4Lan8',
  realName: '联系人',
  phone: '13800138000',
  smsCode: CODE,
  companyName: '盐池二号储能有限公司',
  creditCode: codeOf('003'),
  legalPerson: '法人',
  enterpriseType: '3',
  regionCode: '640323',
} as const

describe('registering', () => {
  test('[7.auth.8] founds an enterprise whose account can log in at once', async () => {
    await sendTo(form.phone)
    expect(await anonymous().users.register(form)).toMatchObject({ status: '1' })
    const { user } = await login(form.username, form.password)
    expect(user?.user).toMatchObject({ deptId: 100, orgName: form.companyName, countyCode: '640323' })
  })

  test.each([
    ['a name in other letters', { username: 'QIYE002', creditCode: codeOf('004') }, '登录账号已被使用'],
    ['an enterprise that is there', { username: 'qiye003' }, '该单位已注册'],
    ['a number that is there', { username: 'qiye003', creditCode: codeOf('004') }, '手机号已被使用'],
  ])('with %s is refused', async (_what, change, message) => {
    await sendTo(form.phone)
    const work = anonymous().users.register({ ...form, ...change })
    expect(await refusal(work)).toEqual({ status: 409, message })
  })

  test('[7.auth.6] needs the code of the number, which serves once and can be guessed at five times only', async () => {
    const phone = '13800138001'
    const other = { ...form, username: 'qiye009', creditCode: codeOf('009'), phone }
    const attempt = (smsCode: string) => refusal(anonymous().users.register({ ...other, smsCode }))
    const wrong = { status: 400, message: '短信验证码错误或已过期' }
    expect(await attempt(CODE)).toEqual(wrong)
    await sendTo(phone)
    for (let guess = 0; guess < 5; guess++) expect(await attempt('000000')).toEqual(wrong)
    expect(await attempt(CODE)).toEqual(wrong)
  })

  test('a second message to a number within a minute is refused, with the time to wait', async () => {
    await sendTo('13800138002')
    expect(await refusal(sendTo('13800138002'))).toMatchObject({ status: 429 })
    const { uuid, code } = await captcha()
    const reply = await fetch(`${rig.url}/api/users/sendMsg?phone=13800138002&uuid=${uuid}&code=${code}`)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('the code itself is stored nowhere', async () => {
    await sendTo('13800138003')
    const { rows } = await sql<{ body: string; code_hash: string }>`select * from sms_outbox`.execute(rig.db)
    expect(JSON.stringify(rows)).not.toContain(CODE)
  })

  test('[7.auth.16, 7.auth.17] can be tried out beforehand', async () => {
    const { users } = anonymous()
    expect(await users.checkUnique({ field: 'username', value: 'ENTERPRISE_YC' })).toEqual({ unique: false })
    expect(await users.checkUnique({ field: 'creditCode', value: codeOf('099') })).toEqual({
      unique: true,
    })
    expect(await users.checkInfo({ creditCode: codeOf('003'), companyName: '别的公司' })).toMatchObject({
      registered: true,
      matched: false,
    })
  })

  test('[7.auth.22] tells the kinds of department to all, their offices only to who is logged in', async () => {
    const open = await anonymous().departments.listBuiltIn({ withOrgs: true })
    expect(open[0]).toEqual({ id: 1, name: '国家能源主管部门' })
    const nation = await (await rig.as('nation')).departments.listBuiltIn({ withOrgs: true })
    expect(nation[0]?.orgs?.length).toBeGreaterThan(0)
  })

  test('tells an account that must change its password no more about departments than the public', async () => {
    const open = await anonymous().departments.listBuiltIn({ withOrgs: true })
    const client = await rig.as('region_xb')
    expect(await client.departments.listBuiltIn({ withOrgs: true })).not.toEqual(open)
    await sql`update app_user set flag = 'reset' where username = 'region_xb'`.execute(rig.db)
    expect(await client.departments.listBuiltIn({ withOrgs: true })).toEqual(open)
  })

  test.each(['expert', 'policy_edit'])('shows %s no office but its own', async (username) => {
    const client = await rig.as(username)
    const kinds = await client.departments.listBuiltIn({ withOrgs: true })
    const { user } = await client.auth.getInfo()
    expect(kinds.flatMap(({ orgs = [] }) => orgs.map(({ id }) => id))).toEqual([user.orgId])
  })
})

describe('a password', () => {
  test('[7.auth.12] that is changed ends every session, and only the new one logs in', async () => {
    const [first, second] = [await rig.as('city_wz'), await rig.as('city_wz')]
    expect(
      await refusal(first.users.updatePassword({ oldPass: 'wrong1234', newPass: NEW_PASSWORD })),
    ).toEqual({
      status: 400,
      message: '原密码不正确',
    })
    await first.users.updatePassword({ oldPass: SAMPLE_PASSWORD, newPass: NEW_PASSWORD })
    expect(await refusal(second.auth.getInfo())).toMatchObject({ status: 401 })
    expect(await refusal(login('city_wz', SAMPLE_PASSWORD))).toMatchObject({ status: 400 })
    expect((await login('city_wz', NEW_PASSWORD)).flag).toBe('not')
  })

  test('[7.auth.9, 7.auth.10] that is forgotten is set anew by the code; others get the same answer and nothing to use it with', async () => {
    const phone = '13900139000'
    await sql`update app_user set phone = ${phone} where username = 'county_sy'`.execute(rig.db)
    const ask = async (username: string, number: string) =>
      anonymous().users.sendForgetSms({ username, phone: number, ...(await captcha()) })
    const stranger = await ask('nobody', '13900139001')
    const { ticket, phoneMasked } = await ask('county_sy', phone)
    expect(Object.keys(stranger).sort()).toEqual(['phoneMasked', 'ticket'])
    expect(phoneMasked).toBe('139****9000')
    const reset = (given: string) =>
      anonymous().users.resetForgottenPassword({ ticket: given, smsCode: CODE, newPassword: NEW_PASSWORD })
    expect(await refusal(reset(stranger.ticket))).toMatchObject({ status: 400 })
    await reset(ticket)
    expect(await refusal(reset(ticket))).toMatchObject({ status: 400 })
    expect((await login('county_sy', NEW_PASSWORD)).flag).toBe('not')
  })

  test('[7.auth.20] of a pre-created account is set when it is completed, for an office of its own kind and place only', async () => {
    await sql`update app_user set flag = 'users' where username = 'province_bj'`.execute(rig.db)
    const { rows } = await sql<{ username: string; org_id: number }>`
      select username, org_id from app_user where username in ('province_bj', 'nation')`.execute(rig.db)
    const office = (name: string) => rows.find(({ username }) => username === name)?.org_id ?? 0
    const { token = '' } = await login('province_bj', SAMPLE_PASSWORD)
    const complete = (orgId: number) =>
      anonymous().users.completeBuiltIn(
        { password: NEW_PASSWORD, realName: '审核员', phone: '13900139002', orgId },
        { headers: { Authorization: token } },
      )
    expect(await refusal(complete(office('nation')))).toMatchObject({ status: 403 })
    await sql`update app_user set phone = '13900139002' where username = 'nation'`.execute(rig.db)
    expect(await refusal(complete(office('province_bj')))).toEqual({ status: 409, message: '手机号已被使用' })
    await sql`update app_user set phone = null where username = 'nation'`.execute(rig.db)
    await complete(office('province_bj'))
    expect(await refusal(complete(office('province_bj')))).toMatchObject({ status: 401 })
    expect((await login('province_bj', NEW_PASSWORD)).flag).toBe('not')
  })
})

test('[7.auth.7, 7.auth.13] a person changes his number by the code that was sent to it, and his name without', async () => {
  const { users } = await rig.as('enterprise_yc')
  const phone = '13700137000'
  const own = { realName: '新名字', phone }
  expect(await refusal(users.updateCenter(own))).toEqual({ status: 400, message: '短信验证码：值不能为空' })
  await users.sendProfileSms({ phone })
  await sql`update app_user set phone = ${phone} where username = 'nation'`.execute(rig.db)
  const taken = await refusal(users.updateCenter({ ...own, smsCode: CODE }))
  expect(taken).toEqual({ status: 409, message: '手机号已被使用' })
  await sql`update app_user set phone = null where username = 'nation'`.execute(rig.db)
  await sql`delete from rate_limit`.execute(rig.db)
  await users.sendProfileSms({ phone })
  expect(await users.updateCenter({ ...own, smsCode: CODE })).toMatchObject({ phone: '137****7000' })
  expect(await users.updateCenter({ realName: '再改', phone: '137****7000' })).toMatchObject({
    realName: '再改',
  })
})

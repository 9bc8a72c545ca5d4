import { createClient } from '@xinchu/sdk'
import { completeCreditCode } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { refusal } from './support/refusal.ts'

const CODE = '482913'
const PASSWORD = 'Meiyu#4Lan8'

const messages: string[] = []
let rig: Rig
beforeAll(async () => {
  rig = await startRig({
    config: { smsCode: CODE, captcha: false, registrationReview: true },
    sms: async (phone, text) => void messages.push(`${phone} ${text}`),
  })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(async () => {
  messages.length = 0
  await sql`delete from rate_limit`.execute(rig.db)
})

const anonymous = () => createClient({ baseUrl: rig.url, retry: { times: 0 } })

function formOf(index: number) {
  return {
    username: `review_${index}`,
    password: PASSWORD,
    realName: '联系人',
    phone: `1380013810${index}`,
    smsCode: CODE,
    companyName: `审核${index}号储能有限公司`,
    creditCode: completeCreditCode(`91640323MA76TF00${index}`),
    legalPerson: '法人',
    enterpriseType: '3',
    regionCode: '640323',
  } as const
}

async function register(index: number, change: object = {}) {
  const form = { ...formOf(index), ...change }
  await anonymous().users.sendRegisterSms({ phone: form.phone })
  return anonymous().users.register(form)
}

const login = (index: number, password = PASSWORD) =>
  anonymous().auth.login({ username: `review_${index}`, password })

const pending = async (username: string) =>
  (await (await rig.sameAs(username)).users.listRegistrations()).content.map((user) => user.username)

describe('a registration', () => {
  test('waits for a review, which only the right password is told', async () => {
    expect(await register(1)).toMatchObject({ status: '0' })
    expect(await refusal(login(1, 'Wrong12345'))).toEqual({ status: 400, message: '用户名或密码不正确' })
    expect(await refusal(login(1))).toEqual({ status: 400, message: '账号待审核，审核通过后即可登录' })
  })

  test('is listed for its own county, the platform and the administrators, and for nobody else', async () => {
    expect(await pending('county_yc')).toEqual(['review_1'])
    expect(await pending('platform')).toEqual(['review_1'])
    expect(await pending('admin')).toEqual(['review_1'])
    expect(await pending('county_sy')).toEqual([])
    for (const username of ['city_wz', 'province_nx', 'nation', 'query', 'enterprise_yc'])
      expect(await refusal(pending(username)), username).toMatchObject({ status: 403 })
  })

  test('is no business of another county, and needs a reason to be returned', async () => {
    const { id } = await register(2)
    const foreign = (await rig.sameAs('county_sy')).users
    expect(await refusal(foreign.reviewRegistration({ id, pass: true }))).toEqual({
      status: 404,
      message: '用户不存在',
    })
    const own = (await rig.sameAs('county_yc')).users
    expect(await refusal(own.reviewRegistration({ id, pass: false, reason: ' ' }))).toEqual({
      status: 400,
      message: '退回原因：值不能为空',
    })
  })

  test('that is confirmed can log in; it is told by text message and audited', async () => {
    const { id } = await register(3)
    messages.length = 0
    const { users } = await rig.sameAs('county_yc')
    expect(await users.reviewRegistration({ id, pass: true, reason: '已核对原件' })).toMatchObject({
      status: '1',
    })
    expect((await login(3)).flag).toBe('not')
    expect(messages).toEqual(['13800138103 您的账号review_3已通过审核，可以登录。'])
    expect(await refusal(users.reviewRegistration({ id, pass: true }))).toEqual({
      status: 409,
      message: '该账号不在待审核状态',
    })
    const { rows } = await sql`select username, object from audit_log
      where operation_id = 'reviewRegistration' and result = 200`.execute(rig.db)
    expect(rows).toEqual([{ username: 'county_yc', object: String(id) }])
  })

  test('that is returned says why, and can be made again with the same name, phone and code', async () => {
    const { id } = await register(4)
    messages.length = 0
    const { users } = await rig.sameAs('platform')
    await users.reviewRegistration({ id, pass: false, reason: '信用代码与单位名称不符' })
    await expect
      .poll(() => messages)
      .toEqual(['13800138104 您的注册申请未通过审核：信用代码与单位名称不符。请更正后再次提交。'])
    expect(await refusal(login(4))).toEqual({
      status: 400,
      message: '注册申请被退回：信用代码与单位名称不符。请在“查看进度、补充材料”更正后再次提交',
    })
    const { content } = await users.listRegistrations({ state: 'returned' })
    expect(content).toMatchObject([{ username: 'review_4', reviewNote: '信用代码与单位名称不符' }])
    await sql`delete from rate_limit`.execute(rig.db)
    expect(await register(4, { companyName: '更正后储能有限公司' })).toMatchObject({ status: '0' })
    expect((await users.listRegistrations({ keyword: '更正后' })).totalElements).toBe(1)
  })

  test('that is returned gives way to its own phone alone, not to its name or credit code', async () => {
    const { id } = await register(8)
    const { users } = await rig.sameAs('platform')
    await users.reviewRegistration({ id, pass: false, reason: '营业执照不清晰' })
    await sql`delete from rate_limit`.execute(rig.db)
    const taken = { status: 409, message: expect.stringMatching(/已/) }
    const sameName = { username: 'review_8' }
    expect(await refusal(register(9, sameName))).toMatchObject(taken)
    await sql`delete from rate_limit`.execute(rig.db)
    const sameCode = { creditCode: formOf(8).creditCode }
    expect(await refusal(register(9, sameCode))).toMatchObject(taken)
    const { content } = await users.listRegistrations({ state: 'returned', keyword: 'review_8' })
    expect(content).toMatchObject([{ id }])
    await sql`delete from rate_limit`.execute(rig.db)
    expect((await register(8)).id).not.toBe(id)
  })

  test('of one name at the same time is made once', async () => {
    for (const index of [5, 6, 7]) await anonymous().users.sendRegisterSms({ phone: formOf(index).phone })
    const replies = await Promise.all(
      [5, 6, 7].map((index) =>
        anonymous()
          .users.register({ ...formOf(index), username: 'review_same' })
          .then(
            () => 201,
            ({ status }: { status: number }) => status,
          ),
      ),
    )
    expect(replies.sort()).toEqual([201, 409, 409])
  })

  test('that waits cannot set a forgotten password', async () => {
    const { ticket } = await anonymous().users.sendForgetSms({ username: 'review_1', phone: '13800138101' })
    const reset = { ticket, smsCode: CODE, newPassword: 'Songtao7_Ke' }
    expect(await refusal(anonymous().users.resetForgottenPassword(reset))).toMatchObject({ status: 400 })
  })
})

test('who looks up whether a value is free may leave out no account but his own', async () => {
  const { rows } = await sql<{ id: number }>`select id from app_user where username = 'review_3'`.execute(
    rig.db,
  )
  const excludeId = rows[0]?.id ?? 0
  const question = { field: 'phone', value: '13800138103', excludeId } as const
  expect(await anonymous().users.checkUnique(question)).toEqual({ unique: false })
  expect(await (await rig.sameAs('county_yc')).users.checkUnique(question)).toEqual({ unique: false })
  expect(await (await rig.sameAs('admin')).users.checkUnique(question)).toEqual({ unique: true })
})

test('open questions about what exists are few', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 35; index++)
    await anonymous()
      .users.checkUnique({ field: 'username', value: `some_name_${index}` })
      .then(
        () => statuses.push(200),
        ({ status }: { status: number }) => statuses.push(status),
      )
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
})

test('a signed-in user may send five text messages an hour, to whatever numbers', async () => {
  const { users } = await rig.sameAs('query')
  for (let index = 0; index < 5; index++) await users.sendProfileSms({ phone: `1370013710${index}` })
  expect(await refusal(users.sendProfileSms({ phone: '13700137105' }))).toMatchObject({ status: 429 })
})

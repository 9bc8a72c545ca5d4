import { createClient } from '@xinchu/sdk'
import { completeCreditCode } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { remindReviewers } from '../../src/domain/users/registration-reminders.ts'
import { operations } from '../../src/operations.ts'
import { type Rig, startRig } from '../rig.ts'
import { refusal } from '../support/refusal.ts'
import { smallPdf } from '../support/small-pdf.ts'

const CODE = '482913'
const PASSWORD = 'Meiyu#4Lan8'

const texts: string[] = []
let rig: Rig
beforeAll(async () => {
  rig = await startRig({
    config: { smsCode: CODE, captcha: false, registrationReview: true },
    sms: async (phone, text) => void texts.push(`${phone} ${text}`),
  })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(async () => {
  await sql`delete from rate_limit`.execute(rig.db)
})

const anonymous = () => createClient({ baseUrl: rig.url, retry: { times: 0 } })

const formOf = (index: number) => ({
  username: `proof_${index}`,
  password: PASSWORD,
  realName: '联系人',
  phone: `1380013820${index}`,
  smsCode: CODE,
  companyName: `材料${index}号储能有限公司`,
  creditCode: completeCreditCode(`91640323MA76TG00${index}`),
  legalPerson: '法人',
  enterpriseType: '3',
  regionCode: '640323',
})

async function register(index: number, change: object = {}) {
  const form = { ...formOf(index), ...change }
  await anonymous().users.sendRegisterSms({ phone: form.phone })
  const { id, token = '' } = await anonymous().users.register(form)
  return { id, headers: { Authorization: token } }
}

const licence = () => new File([smallPdf()], '营业执照.pdf', { type: 'application/pdf' })

describe('a waiting registration', () => {
  test('takes its proof before the first log-in, which its county reads', async () => {
    const { id, headers } = await register(1)
    const { users } = anonymous()
    const { proofs } = await users.uploadRegistrationProof({ file: licence(), kind: 'license' }, { headers })
    expect(proofs).toMatchObject([{ kind: 'license', fileName: '营业执照.pdf' }])
    const county = await rig.sameAs('county_yc')
    expect((await county.users.getRegistrationDetail(id)).proofs).toEqual(proofs)
    const file = proofs[0]?.id ?? 0
    expect((await county.files.download(file)).blob.size).toBeGreaterThan(100)
    for (const username of ['county_sy', 'city_wz', 'enterprise_yc'])
      expect(await refusal((await rig.sameAs(username)).files.download(file)), username).toMatchObject({
        status: 404,
      })
    expect(await county.users.reviewRegistration({ id, pass: true })).toMatchObject({ status: '1' })
    expect(await refusal(users.getRegistration({ headers }))).toMatchObject({ status: 401 })
  })

  test('replaces a proof, and takes nothing but documents and pictures', async () => {
    const { headers } = await register(2)
    const { users } = anonymous()
    await users.uploadRegistrationProof({ file: licence(), kind: 'license' }, { headers })
    const { proofs } = await users.uploadRegistrationProof({ file: licence(), kind: 'license' }, { headers })
    expect(proofs).toHaveLength(1)
    const sheet = new File(['PK'], '执照.xlsx')
    expect(
      await refusal(users.uploadRegistrationProof({ file: sheet, kind: 'license' }, { headers })),
    ).toMatchObject({
      status: 400,
    })
  })

  test('passes without a licence only with a word on how it was checked', async () => {
    const { id } = await register(3)
    const { users } = await rig.sameAs('county_yc')
    expect(await refusal(users.reviewRegistration({ id, pass: true }))).toEqual({
      status: 400,
      message: '未上传营业执照，请写明核实方式',
    })
    await users.reviewRegistration({ id, pass: true, reason: '已现场核对执照原件' })
    expect((await anonymous().auth.login({ username: 'proof_3', password: PASSWORD })).flag).toBe('not')
  })

  test('is opened by its password, and by no other', async () => {
    await register(4)
    const { users } = anonymous()
    expect(
      await refusal(users.openRegistration({ username: 'proof_4', password: 'Wrong12345' })),
    ).toMatchObject({
      status: 400,
      message: '用户名或密码不正确',
    })
    expect(await refusal(users.openRegistration({ username: 'proof_3', password: PASSWORD }))).toMatchObject({
      status: 409,
    })
    const { token } = await users.openRegistration({ username: 'proof_4', password: PASSWORD })
    const { user } = await users.getRegistration({ headers: { Authorization: token } })
    expect(user).toMatchObject({ username: 'proof_4', status: '0' })
  })

  test('hints at companies of a similar name', async () => {
    const { id } = await register(5, { companyName: '盐池一号储能股份有限公司' })
    const { users } = await rig.sameAs('county_yc')
    expect((await users.getRegistrationDetail(id)).similar).toMatchObject([
      { orgName: '盐池一号储能有限公司' },
    ])
    const foreign = (await rig.sameAs('county_sy')).users.getRegistrationDetail(id)
    expect(await refusal(foreign)).toMatchObject({ status: 404 })
  })
})

test('a returned registration is corrected by its owner and waits again', async () => {
  const { id } = await register(6)
  const { users: county } = await rig.sameAs('county_yc')
  texts.length = 0
  await county.reviewRegistration({ id, pass: false, reason: '单位名称有误' })
  await expect
    .poll(() => texts)
    .toEqual(['13800138206 您的注册申请未通过审核：单位名称有误。请更正后再次提交。'])
  const { users } = anonymous()
  const { token } = await users.openRegistration({ username: 'proof_6', password: PASSWORD })
  const headers = { Authorization: token }
  expect((await users.getRegistration({ headers })).user).toMatchObject({
    status: '4',
    reviewNote: '单位名称有误',
  })
  const { realName, creditCode, legalPerson, enterpriseType, regionCode } = formOf(6)
  const correction = {
    realName,
    creditCode,
    legalPerson,
    enterpriseType,
    regionCode,
    companyName: '更名储能有限公司',
  }
  expect(
    await refusal(users.correctRegistration({ ...correction, regionCode: '640000' }, { headers })),
  ).toMatchObject({
    status: 400,
  })
  const { user } = await users.correctRegistration(correction, { headers })
  expect(user).toMatchObject({ status: '0', companyName: '更名储能有限公司' })
  expect((await county.listRegistrations({ keyword: '更名' })).content[0]?.submitTime).toMatch(/^\d{4}-/)
})

test('a correction keeps the wait of a registration, unless it goes to another county', async () => {
  const { id, headers } = await register(8)
  await sql`update app_user set submit_time = now() - interval '9 days', reviewer_reminded = now() - interval '2 days'
    where id = ${id}`.execute(rig.db)
  const state = async () => {
    const { rows } = await sql<{ days: number; reminded: boolean }>`
      select extract(day from now() - submit_time)::integer as days, reviewer_reminded is not null as reminded
      from app_user where id = ${id}`.execute(rig.db)
    return rows[0]
  }
  const { username: _u, password: _p, phone: _n, smsCode: _c, ...correction } = formOf(8)
  const { users } = anonymous()
  await users.correctRegistration({ ...correction, realName: '另一联系人' }, { headers })
  expect(await state()).toEqual({ days: 9, reminded: true })
  await users.correctRegistration({ ...correction, regionCode: '640121' }, { headers })
  expect(await state()).toEqual({ days: 0, reminded: false })
})

test('the ticket of a registration opens nothing else', async () => {
  const { headers } = await register(7)
  const own = new Set(['getRegistration', 'correctRegistration', 'uploadRegistrationProof'])
  const reads = operations.filter(
    ({ method, callers, id, path }) =>
      method === 'GET' && !callers.includes('PUB') && !own.has(id) && !path.includes('{'),
  )
  expect(reads.length).toBeGreaterThan(30)
  for (const { id, path } of reads) {
    const { status } = await fetch(`${rig.url}${path}`, { headers })
    expect(status, id).toBe(403)
  }
  const enterprise = (await rig.sameAs('enterprise_yc')).users
  expect(await refusal(enterprise.getRegistration())).toMatchObject({ status: 403 })
})

test('a county is reminded of what waits for days, once for as many days', async () => {
  await sql`update app_user set submit_time = now() - interval '4 days' where username = 'proof_7'`.execute(
    rig.db,
  )
  const remind = (days: number) =>
    inTransaction(rig.db, (trx) =>
      remindReviewers(trx, { now: new Date(Date.now() + days * 86_400_000), days: 3 }),
    )
  expect(await remind(0)).toBe(1)
  expect(await remind(0)).toBe(0)
  const { rows } = await sql<{
    title: string
    link: string
  }>`select title, link from message_push where code = 'registration.due'`.execute(rig.db)
  expect(rows).toEqual([{ title: '有1家单位的注册待审核', link: '/system/registration/index?mine=true' }])
  const { users } = await rig.sameAs('county_yc')
  expect((await users.listRegistrations({ waitingDays: 3 })).content).toMatchObject([{ username: 'proof_7' }])
  expect((await users.exportRegistrations({})).blob.size).toBeGreaterThan(1000)
})

test('who gets the registrations of a county with its first or last account is told of them', async () => {
  await register(9)
  const told = async (username: string) => {
    const { content } = await (await rig.as(username)).messages.list({ keyword: '注册', size: 50 })
    return content.length
  }
  const { rows } = await sql<{ id: number }>`
    select u.id from app_user u join app_user y on y.org_id = u.org_id
    where y.username = 'county_yc' and u.status = '1' order by u.id`.execute(rig.db)
  const admin = await rig.sameAs('admin')
  const setAll = async (status: '1' | '2') => {
    await sql`delete from message_push`.execute(rig.db)
    for (const { id } of rows) await admin.users.modify({ id, status })
  }
  await setAll('2')
  expect(await told('platform')).toBe(1)
  await setAll('1')
  expect([await told('county_yc'), await told('platform')]).toEqual([1, 0])
})

import { createClient, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { accounts, isOpenTo } from '../support/callers.ts'
import { refusal } from '../support/refusal.ts'

let rig: Rig
let platform: XinchuClient
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  platform = await rig.sameAs('platform')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const anonymous = () => createClient({ baseUrl: rig.url, retry: { times: 0 } })

const PASSWORD = 'Meiyu#4Lan8'

type Draft = Parameters<XinchuClient['demoReview']['createExpert']>[0]

const KNOWN = {
  ...{ username: 'added_01', realName: '卢明远', phone: '13900139801', idCard: '11010519491231002X' },
  ...{ title: '教授级高级工程师', workUnit: '沙湖电力试验研究院', specialty: ['4', '5'] },
  formerUnits: [{ unit: '东江大学', until: '2024-05-01' }],
  jointWork: [{ kind: 'PAPER', title: '液流电池', year: 2024, partners: ['南湖大学'] }],
  ...{ availableFrom: '2026-01-01', loadLimit: 6 },
} satisfies Draft

/** Another person's data. */
const other = (change: Partial<Draft> = {}): Draft => ({
  ...{ username: 'added_02', realName: '沈清', phone: '13900139802', idCard: '110101199003070038' },
  ...{ workUnit: '南湖储能研究院', ...change },
})

const added = async (keyword: string) =>
  (await platform.demoReview.listExperts({ keyword, size: 100 })).content

describe('an expert', () => {
  test('is added with account and profile at once, and must change the password that is shown once', async () => {
    const { idCard: _idCard, username, phone: _phone, realName, ...profile } = KNOWN
    const made = await platform.demoReview.createExpert(KNOWN)
    expect(made.expert).toMatchObject({
      ...profile,
      realName,
      phone: '139****9801',
      available: true,
      open: 0,
    })
    expect(made.expert.userId).toBe(made.id)
    expect(await added(realName)).toMatchObject([{ userId: made.id, workUnit: profile.workUnit }])
    expect(JSON.stringify(await added(realName))).not.toContain(made.initialPassword)
    const first = await anonymous().auth.login({ username, password: made.initialPassword })
    expect(first.flag).toBe('init')
    const asFirst = { headers: { Authorization: first.token ?? '' } }
    const { demoReview, users } = anonymous()
    expect(await refusal(demoReview.getOwnExpert(asFirst))).toMatchObject({ status: 403 })
    await users.updatePassword({ oldPass: made.initialPassword, newPass: PASSWORD }, asFirst)
    const { flag, token = '' } = await anonymous().auth.login({ username, password: PASSWORD })
    expect(flag).toBe('not')
    const own = await demoReview.getOwnExpert({ headers: { Authorization: token } })
    expect(own.workUnit).toBe(profile.workUnit)
  })

  test.each([
    ['the account', { username: 'ADDED_01' }, 'username', '登录账号已被使用'],
    ['the phone', { phone: KNOWN.phone }, 'phone', '手机号已被使用'],
    ['the ID number', { idCard: '11010519491231002x' }, 'idCard', '专家库中已有该身份证号的专家'],
    [
      'the name and unit',
      { realName: KNOWN.realName, workUnit: KNOWN.workUnit },
      'realName',
      '专家库中已有该单位的同名专家',
    ],
  ] as const)('is refused when the pool or an account has %s', async (_what, change, field, message) => {
    const refused = await platform.demoReview.createExpert(other(change)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 409, message, errors: [{ field, message }] })
    expect(await added('沈清')).toEqual([])
  })

  test('is known and stored without blanks around the name and the unit', async () => {
    const spaced = { realName: ` ${KNOWN.realName} `, workUnit: ` ${KNOWN.workUnit}` }
    const known = platform.demoReview.createExpert(other(spaced))
    expect(await refusal(known)).toMatchObject({ status: 409, message: '专家库中已有该单位的同名专家' })
    const person = { username: 'added_09', phone: '13900139810', realName: ' 高远 ', workUnit: '东江大学 ' }
    const { expert } = await platform.demoReview.createExpert(
      other({ ...person, idCard: '110101199003070054' }),
    )
    expect(expert).toMatchObject({ realName: '高远', workUnit: '东江大学' })
    await sql`update app_user set real_name = ' 高远' where username = 'added_09'`.execute(rig.db)
    await sql`update expert_profile set work_unit = '东江大学 ' where user_id = ${expert.userId}`.execute(
      rig.db,
    )
    const again = { ...person, username: 'added_10', phone: '13900139811', idCard: '' }
    expect(await refusal(platform.demoReview.createExpert(other(again)))).toMatchObject({ status: 409 })
  })

  test('of the same name is another person while neither names a unit', async () => {
    for (const last of ['11', '12']) {
      const { workUnit: _unit, idCard: _card, ...rest } = other({ realName: '林同' })
      await platform.demoReview.createExpert({
        ...rest,
        username: `added_${last}`,
        phone: `139001398${last}`,
      })
    }
    expect(await added('林同')).toHaveLength(2)
  })

  test('of the same name in another unit is another person', async () => {
    const { id } = await platform.demoReview.createExpert(
      other({
        username: 'added_03',
        phone: '13900139803',
        realName: KNOWN.realName,
        idCard: '110101199003070011',
      }),
    )
    expect((await added(KNOWN.realName)).map(({ userId }) => userId)).toContain(id)
  })

  test('is stored whole or not at all', async () => {
    const draft = other({ username: 'added_04', phone: '13900139804', availableFrom: '2026-02-01' })
    const ends = { ...draft, availableTo: '2026-01-01' }
    expect(await refusal(platform.demoReview.createExpert(ends))).toMatchObject({ status: 400 })
    const { rows } = await sql`select 1 from app_user where username = 'added_04'`.execute(rig.db)
    expect(rows).toEqual([])
  })

  test('is added once, whoever sends the same person at the same time', async () => {
    const asked = ['05', '06', '07'].map((last) =>
      platform.demoReview.createExpert(other({ username: `added_${last}`, phone: `139001398${last}` })).then(
        () => 201,
        ({ status }: { status: number }) => status,
      ),
    )
    expect((await Promise.all(asked)).sort()).toEqual([201, 409, 409])
    expect(await added('沈清')).toHaveLength(1)
  })

  test('stands in the audit log without password or ID number', async () => {
    const { rows } = await sql<{ username: string; kept: string }>`
      select username, audit_log::text as kept from audit_log
      where operation_id = 'createExpert' and result = 201 order by id limit 1`.execute(rig.db)
    expect(rows).toMatchObject([{ username: 'platform' }])
    expect(rows[0]?.kept).not.toContain(KNOWN.idCard)
    expect(rows[0]?.kept).not.toContain('initialPassword')
  })

  test('is not added while there is no office of experts', async () => {
    await sql`update org set enabled = false where dept_id = 1002`.execute(rig.db)
    const draft = other({
      username: 'added_08',
      phone: '13900139808',
      realName: '陆平',
      idCard: '110101199003070092',
    })
    expect(await refusal(platform.demoReview.createExpert(draft))).toEqual({
      status: 400,
      message: '尚无评审专家的机构，请由系统管理员先建立',
    })
    await sql`update org set enabled = true where dept_id = 1002`.execute(rig.db)
  })
})

test.each(accounts)('$username may add experts only if the contract says so', async (account) => {
  const { demoReview, users } = await rig.as(account.username)
  const status = async (call: Promise<unknown>) => (await refusal(call))?.status
  const added = await status(demoReview.createExpert(other({ phone: '1' })))
  expect(added === 403).toBe(!isOpenTo(account, 'createExpert'))
  if (account.username !== 'platform') return
  // Adding experts gives no right to make accounts.
  const user = { username: 'any_01', realName: '张伟', phone: '13900139809', orgId: 1, roleIds: [1] }
  expect(await status(users.create(user))).toBe(403)
})

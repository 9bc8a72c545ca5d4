import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { refusal } from './support/refusal.ts'
import { sheetOf } from './support/sheet.ts'

const NATION = '100000'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
  // Accounts in every state, and offices without any.
  await sql`update app_user set last_login_time = now() where username in ('county_yc', 'province_nx', 'admin')`.execute(
    rig.db,
  )
  await sql`update app_user set locked_until = now() + interval '1 hour' where username = 'city_wz'`.execute(
    rig.db,
  )
  await sql`update app_user set status = '4' where username = 'enterprise_sy'`.execute(rig.db)
  await sql`update app_user set status = '2' where username = 'county_sy'`.execute(rig.db)
  await sql`insert into org (org_name, dept_id, region_code, enabled) values
    ('青铜峡市能源主管部门', 5, '640381', true), ('同心县能源主管部门', 5, '640324', false),
    ('宁夏直属储能公司', 100, '640000', true), ('华东监管局', 1, null, true)`.execute(rig.db)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

type Share = Awaited<ReturnType<XinchuClient['users']['listDistribution']>>[number]

/** The filters of the lists of accounts and offices that a row's numbers lead to. */
const placeOf = ({ regionCode, deptId }: Share, asked: string | undefined) => ({
  deptId,
  regionCode,
  ...(regionCode === NATION || regionCode === asked ? { ownLevel: true } : {}),
})

const asked = [
  ['admin', {}, undefined],
  ['nation', { provinceCode: '640000' }, '640000'],
  ['query', { provinceCode: '640000', cityCode: '640300' }, '640300'],
  ['admin', { provinceCode: '110000' }, '110000'],
  ['province_nx', {}, '640000'],
  ['province_bj', {}, '110000'],
] as const

describe.each(asked)('for %s in %o', (account, query, place) => {
  test('every number of accounts is the number of rows of the list that it leads to', async () => {
    const { users, orgs } = await rig.as(account)
    const rows = await users.listDistribution(query)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      const where = placeOf(row, place)
      const listed = [
        users.list({ ...where, among: 'kept', size: 1 }),
        users.list({ ...where, among: 'kept', status: '1', size: 1 }),
        users.list({ ...where, among: 'kept', status: '3', size: 1 }),
        users.list({ ...where, among: 'neverLoggedIn', size: 1 }),
        orgs.list({ ...where, size: 1 }),
        orgs.list({ ...where, withoutAccounts: true, size: 1 }),
      ]
      const counts = (await Promise.all(listed)).map(({ totalElements }) => totalElements)
      const { total, active, locked, neverLoggedIn, offices, officesWithoutAccounts } = row
      expect(counts).toEqual([total, active, locked, neverLoggedIn, offices, officesWithoutAccounts])
    }
  })
})

test('an account that failed log-ins have locked counts as locked, and a cancelled one not at all', async () => {
  const { users } = await rig.as('admin')
  const rows = await users.listDistribution()
  const of = (regionCode: string, deptId: number) =>
    rows.find((row) => row.regionCode === regionCode && row.deptId === deptId)
  expect(of('640000', 4)).toMatchObject({ total: 1, active: 0, locked: 1 })
  const companies = of('110000', 100)
  expect(companies).toMatchObject({ total: 0, officesWithoutAccounts: companies?.offices })
  expect(of('110000', 5)).toMatchObject({ total: 1, active: 0 })
})

test('an office in use without an account is missing; a disabled one is not', async () => {
  const { orgs } = await rig.as('province_nx')
  const { content } = await orgs.list({ withoutAccounts: true, size: 9999 })
  const names = content.map(({ orgName }) => orgName)
  expect(names).toContain('青铜峡市能源主管部门')
  expect(names).toContain('宁夏直属储能公司')
  expect(names).not.toContain('同心县能源主管部门')
  expect(names).not.toContain('华东监管局')
})

test('the export has the same figures with a sum, and names the missing offices in scope', async () => {
  const { users, orgs } = await rig.as('province_nx')
  const counted = await users.listDistribution()
  const { blob, fileName } = await users.exportDistribution()
  expect(fileName).toBe('账号分布.xlsx')
  const [figures, missing] = [await sheetOf({ blob }), await sheetOf({ blob }, 1)]
  expect(figures.rows).toHaveLength(counted.length + 1)
  expect(figures.rows.at(-1)?.slice(0, 3)).toEqual([
    '合计',
    null,
    counted.reduce((sum, { total }) => sum + total, 0),
  ])
  const { totalElements } = await orgs.list({ withoutAccounts: true, size: 1 })
  expect(missing.rows).toHaveLength(totalElements)
})

test('only those who see accounts export their distribution', async () => {
  for (const account of ['county_yc', 'enterprise_yc', 'platform'])
    expect(await refusal((await rig.as(account)).users.exportDistribution())).toMatchObject({ status: 403 })
})

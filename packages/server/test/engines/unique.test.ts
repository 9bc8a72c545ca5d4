import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrationsDir } from '../../src/db/migrate.ts'
import { type Rig, startRig } from '../rig.ts'

let rig: Rig
let admin: XinchuClient
let officeId: number
let token: string
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  admin = await rig.as('admin')
  const { rows } = await sql<{ id: number }>`
    select org_id as id from app_user where username = 'county_yc'`.execute(rig.db)
  officeId = rows[0]?.id ?? 0
  const login = await admin.auth.login({ username: 'admin', password: 'Xinchu@2026' })
  token = login.token ?? ''
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function post(path: string, body: object): Promise<{ status: number; fields: string[] }> {
  const reply = await fetch(rig.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: token },
    body: JSON.stringify(body),
  })
  const { errors = [] }: { errors?: { field: string }[] } = await reply.json()
  return { status: reply.status, fields: errors.map(({ field }) => field) }
}

const account = (index: number) => ({
  username: `parallel_${index}`,
  realName: '张伟',
  phone: `1390013920${index}`,
  orgId: officeId,
  roleIds: [5],
})

describe('of eight calls at once, one creates and seven get 409 with the field', () => {
  test.each([
    ['a phone', 'phone', '/api/users', (index: number) => ({ ...account(index), phone: '13900139210' })],
    [
      'a user name',
      'username',
      '/api/users',
      (index: number) => ({
        ...account(index),
        username: index % 2 ? 'Same_Name' : 'same_name',
        phone: `1390013922${index}`,
      }),
    ],
    ['a menu title', 'title', '/api/menus', (index: number) => ({ title: '并发菜单', path: `p${index}` })],
    [
      'a component name',
      'componentName',
      '/api/menus',
      (index: number) => ({ title: `组件${index}`, path: `c${index}`, componentName: 'Parallel' }),
    ],
    [
      'the name of an office',
      'orgName',
      '/api/org',
      () => ({ orgName: '并发县能源局', deptId: 5, regionCode: '640323', enabled: true }),
    ],
    [
      'the credit code of an enterprise',
      'creditCode',
      '/api/org',
      (index: number) => ({
        orgName: `并发企业${index}`,
        deptId: 100,
        enabled: true,
        regionCode: '640323',
        creditCode: '91640323MA76T0002K',
      }),
    ],
    [
      'a dictionary value',
      'value',
      '/api/dictDetail',
      () => ({ dict: { name: 'tech_type' }, value: 'X-9', label: '并发' }),
    ],
  ])('%s', async (_what, field, path, body) => {
    const replies = await Promise.all(Array.from({ length: 8 }, (_none, index) => post(path, body(index))))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)])
    const refused = replies.filter(({ status }) => status === 409)
    expect(refused.map(({ fields }) => fields)).toEqual(Array<string[]>(7).fill([field]))
  })
})

test('a closed account does not keep its phone', async () => {
  const phone = '13900139290'
  const first = await admin.users.create({ ...account(8), phone })
  await admin.users.modify({ id: first.user.id, status: '4' })
  const second = await admin.users.create({ ...account(9), phone })
  await expect(admin.users.modify({ id: first.user.id, status: '1' })).rejects.toMatchObject({ status: 409 })
  expect(second.user.status).toBe('1')
})

test('the migration keeps the oldest of the duplicates that a running system has, and notes the others', async () => {
  for (const name of ['app_user_phone', 'menu_title', 'menu_component_name', 'org_office_name'])
    await sql`drop index ${sql.id(name)}`.execute(rig.db)
  await sql`create index app_user_phone on app_user (phone)`.execute(rig.db)
  await sql`update app_user set phone = '13900139300' where username in ('query_nx', 'query_wz', 'query_yc')`.execute(
    rig.db,
  )
  for (const component of ['Twice', 'Twice'])
    await sql`insert into menu (type, title, path, component_name) values (1, '升级重名', 'r', ${component})`.execute(
      rig.db,
    )
  for (const office of ['重复局', '重复局'])
    await sql`insert into org (org_name, dept_id) values (${office}, 2)`.execute(rig.db)
  const statements = readFileSync(join(migrationsDir, '0017-unique.sql'), 'utf8').split(/;\s*\n/)
  for (const statement of statements) if (statement.trim()) await sql.raw(statement).execute(rig.db)
  const { rows } = await sql<{ phones: string[]; titles: number; names: number; notes: number }>`
    select array(select username from app_user where phone = '13900139300') as phones,
      (select count(distinct title) from menu where title like '升级重名%')::int as titles,
      (select count(distinct org_name) from org where org_name like '重复局%')::int as names,
      (select count(*) from audit_log where action like '升级：%')::int as notes`.execute(rig.db)
  expect(rows).toEqual([{ phones: ['query_nx'], titles: 2, names: 2, notes: 5 }])
})

import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRecords } from '../../src/domain/audit-log/recorded.ts'
import { KINDS } from '../../src/domain/audited/kinds.ts'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'
import { refusal } from '../support/refusal.ts'

let rig: Rig
let admin: XinchuClient
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  admin = await rig.sameAs('admin')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const idOf = async (query: ReturnType<typeof sql<{ id: number }>>) =>
  (await query.execute(rig.db)).rows[0]?.id ?? 0
const userId = (username: string) => idOf(sql`select id from app_user where username = ${username}`)

/** The newest entry of an account, with its values before and after as `caption: old → new`. */
async function latest(username: string) {
  const { content } = await admin.auditLog.list({ person: username, size: 1 })
  const detail = await admin.auditLog.getDetail(content[0]?.id ?? 0)
  return {
    ...detail.entry,
    records: detail.records.map(({ kind, name, changes }) => ({
      kind,
      name,
      changes: changes.map(
        ({ fieldLabel, oldValue = '', newValue = '' }) => `${fieldLabel}：${oldValue} → ${newValue}`,
      ),
    })),
  }
}

test('says who disabled which account, from where, and what it was before', async () => {
  const id = await userId('city_wz')
  await admin.users.modify({ id, status: '2' })
  const entry = await latest('admin')
  expect(entry).toMatchObject({
    action: '停用账号',
    actionGroup: 'account',
    realName: '系统管理员',
    recordKind: 'USER',
    recordName: expect.stringContaining('（city_wz）'),
    device: expect.stringMatching(/程序/),
    result: 200,
  })
  expect(entry.orgName).toBeTruthy()
  expect(entry.roleNames).toBeTruthy()
  expect(entry.records[0]?.changes).toContain('账号状态：正常 → 停用')
  await admin.users.modify({ id, status: '1' })
  expect(await latest('admin')).toMatchObject({ action: '启用账号' })
})

test('masks personal values and never holds a password', async () => {
  const id = await userId('city_wz')
  await admin.users.modify({ id, phone: '13912345678', position: '处长' })
  const changed = await latest('admin')
  expect(changed.action).toBe('修改账号资料')
  expect(changed.records[0]?.changes.join()).toMatch(/139\*{4}5678/)
  const { tempPassword } = await admin.users.resetPassword({ id })
  expect(await latest('admin')).toMatchObject({ action: '重置密码', recordKind: 'USER' })
  const { rows } = await sql<{ text: string }>`
    select string_agg(to_jsonb(a)::text, '') as text from audit_log a`.execute(rig.db)
  expect(rows[0]?.text).not.toContain('13912345678')
  expect(rows[0]?.text).not.toContain(tempPassword)
  expect(rows[0]?.text).not.toContain('argon2')
})

describe('every kind of record tells its values before and after', () => {
  const cases: readonly [kind: string, by: string, change: () => Promise<unknown>, said: RegExp][] = [
    [
      'ORG',
      'admin',
      async () => {
        const [org] = (await admin.orgs.list({ keyword: '盐池', deptId: 5 })).content
        if (!org) throw new Error('no office')
        const { id, version = 0, orgName, deptId, regionCode = '' } = org
        return admin.orgs.update({
          id,
          version,
          orgName,
          deptId,
          regionCode,
          shortName: '盐池局',
          enabled: true,
        })
      },
      /简称：.* → 盐池局/,
    ],
    [
      'DICT',
      'admin',
      async () => {
        const [entry] = (await admin.dicts.list({ dictName: 'owner_type' })).content
        if (!entry) throw new Error('no entry')
        return admin.dicts.update({
          id: entry.id,
          version: entry.version ?? 0,
          dict: { name: 'owner_type' },
          value: entry.value ?? '',
          label: '改过的名称',
        })
      },
      /：.* → 改过的名称/,
    ],
    [
      'MESSAGE',
      'nation',
      async () =>
        (await rig.sameAs('nation')).messages.create({
          title: '审计测试',
          content: '<p>内容</p>',
          messageType: '1',
          targetType: '0',
        }),
      /： → 审计测试/,
    ],
    [
      'SECTION',
      'admin',
      async () =>
        admin.sections.create({
          category: 'policy',
          title: '审计政策',
          content: '<p>正文</p>',
          publishDate: '2026-03-01',
        }),
      /： → 审计政策/,
    ],
  ]

  test.each(cases)('%s by %s', async (kind, by, change, said) => {
    await change()
    const entry = await latest(by)
    expect(entry.records[0]?.kind).toBe(kind)
    expect(entry.recordName).toBeTruthy()
    expect(entry.records[0]?.changes.join('\n')).toMatch(said)
  })
})

describe('a project', () => {
  test('shows its whole history, each step by name with its values', async () => {
    const { projects } = await rig.sameAs('enterprise_yc')
    const made = await projects.create(soundProject(1))
    await projects.update({ ...soundProject(1), id: made.id, version: made.version ?? 0, remark: '审计备注' })
    await projects.submit({
      ids: [made.id],
      action: 'SUBMIT',
      versions: [{ id: made.id, version: (made.version ?? 0) + 1 }],
    })
    const { content } = await admin.auditLog.list({ recordKind: 'PROJECT', recordId: String(made.id) })
    expect(content.map(({ action }) => action)).toEqual(['提交项目', '修改项目', '新建项目'])
    const said = async (at: number) =>
      (await admin.auditLog.getDetail(content[at]?.id ?? 0)).records[0]?.changes.map(
        ({ fieldLabel, oldValue = '', newValue = '' }) => `${fieldLabel}：${oldValue} → ${newValue}`,
      )
    expect(await said(1)).toEqual(['备注： → 审计备注'])
    expect(await said(0)).toEqual(expect.arrayContaining([expect.stringMatching(/^申报状态：.+ → .+/)]))
  })

  test('says whose contact was shown in full, and what was shown', async () => {
    const id = await idOf(
      sql`select id from es_project where not deleted and province_code = '640000' limit 1`,
    )
    const nation = await rig.sameAs('nation')
    await nation.projects.revealContact({ id })
    expect(await latest('nation')).toMatchObject({
      action: '查看项目联系人全部信息',
      actionGroup: 'privacy',
      recordKind: 'PROJECT',
      reason: expect.stringContaining('联系人姓名、手机号、电子邮箱'),
    })
  })
})

test('a refusal says why and by which rule, and names the record', async () => {
  const id = await userId('admin')
  await refusal(admin.users.modify({ id, status: '2' }))
  expect(await latest('admin')).toMatchObject({
    result: 400,
    rule: 'A-017',
    reason: '不能修改本人的状态、机构与角色',
    recordName: expect.stringContaining('（admin）'),
  })
})

test.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
  'reads records of kind %s with a name',
  async (kind) => {
    const seen = await readRecords(rig.db, KINDS, [{ kind, where: sql<boolean>`true` }])
    expect(seen.every(({ id, name }) => id !== '' && name !== '')).toBe(true)
  },
)

describe('the list', () => {
  test.each([
    [{ person: 'admin' }, ({ username }: { username?: string }) => username === 'admin'],
    [{ outcome: 'refused' as const }, ({ result }: { result: number }) => result >= 400],
    [
      { actionGroup: 'account' as const },
      ({ actionGroup }: { actionGroup?: string }) => actionGroup === 'account',
    ],
    [{ recordKind: 'USER' as const }, ({ recordKind }: { recordKind?: string }) => recordKind === 'USER'],
    [{ action: '停用账号' }, ({ action }: { action?: string }) => action === '停用账号'],
    [{ address: '127.' }, ({ address }: { address?: string }) => address?.startsWith('127.') === true],
    [{ keyword: '停用 city_wz' }, ({ action }: { action?: string }) => action === '停用账号'],
  ])('is narrowed by %o', async (query, holds) => {
    const { content } = await admin.auditLog.list({ ...query, size: 50 })
    expect(content.length).toBeGreaterThan(0)
    expect(content.every(holds)).toBe(true)
  })

  test('refuses the id of a record without its kind', async () => {
    expect(await refusal(admin.auditLog.list({ recordId: '1' }))).toMatchObject({ status: 400 })
  })
})

test('whoever may not read the log gets neither an entry nor the chain', async () => {
  const { auditLog } = await rig.sameAs('nation')
  const calls = [() => auditLog.getDetail(1), () => auditLog.verify(), () => auditLog.listHeads()]
  for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 403 })
})

test('the chain of all these calls is whole', async () => {
  expect((await admin.auditLog.verify()).problems).toEqual([])
  const [head] = (await admin.auditLog.listHeads({ size: 1 })).content
  expect(head?.firstSeq).toBe(1)
  expect(
    await admin.auditLog.verify({ knownSeq: head?.lastSeq ?? 0, knownHash: head?.hash ?? '' }),
  ).toMatchObject({
    problems: [],
  })
})

import { callerCodes } from '@xinchu/contract/rights'
import { sampleAccounts } from '@xinchu/sample'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, isAmong } from '../../src/domain/caller.ts'
import { permissions } from '../../src/domain/permissions.ts'
import { operations } from '../../src/operations.ts'
import { grants, menus } from '../../src/seed/menus.ts'
import { permissions as granted } from '../../src/seed/roles.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'
import { accounts } from '../support/callers.ts'
import { leaves } from '../support/menus.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
})
afterAll(() => rig.close())

// Editors and readers of a section have one caller code, and only editors the permission.
const READERS = ['policy_query', 'industry_query', 'lab_query']

const isFor = (grant: { deptId: number; roleId: number }, account: { deptId: number; roleId: number }) =>
  grant.deptId === account.deptId && (grant.roleId === 0 || grant.roleId === account.roleId)

describe('the table of permissions', () => {
  test.each(permissions.map((permission) => [permission.name, permission] as const))(
    '%s names calls that its callers may make',
    (_name, { callers, calls }) => {
      expect(callers.filter((code) => !(code in callerCodes))).toEqual([])
      for (const call of calls) {
        const operation = operations.find(({ id }) => id === call.split('.')[0])
        expect([call, operation?.id]).toEqual([call, call.split('.')[0]])
        const open = accounts.filter((account) => isAmong(account, operation?.callers ?? []))
        expect(open.some((account) => callers.includes(codeOf(account) ?? ''))).toBe(true)
      }
    },
  )

  test('has every permission that the platform grants', () => {
    const known = permissions.map(({ name }) => name)
    const given = new Set(granted.flatMap(([, , names]) => names))
    expect([...given].filter((name) => !known.includes(name))).toEqual([])
  })

  test.each(accounts.map((account) => [account.username, account] as const))(
    'refuses %s no call that was open before',
    async (username, account) => {
      const held = (await loadCaller(rig.db, username)).permissions
      const needed = permissions.filter(({ callers }) => callers.includes(codeOf(account) ?? ''))
      const lacking = needed.filter(({ name }) => !held.includes(name)).map(({ group }) => group)
      expect(lacking).toEqual(READERS.includes(username) ? ['栏目'] : [])
    },
  )
})

test.each(sampleAccounts.map((account) => [account.username, account] as const))(
  '%s has the menus and permissions of its department kind and role',
  async (username, account) => {
    const client = await rig.as(username)
    const keys = grants.filter((grant) => isFor(grant, account)).flatMap((grant) => grant.menus.split(' '))
    const catalogue: Readonly<Record<string, { path: string }>> = menus
    const paths = new Set(keys.map((key) => catalogue[key]?.path ?? ''))
    expect(new Set(leaves(await client.menus.build()))).toEqual(paths)
    const own = granted.filter(([deptId, roleId]) => isFor({ deptId, roleId }, account))
    const { roles } = await client.auth.getInfo()
    expect(roles).toEqual([...new Set(own.flatMap(([, , names]) => names))].sort())
  },
)

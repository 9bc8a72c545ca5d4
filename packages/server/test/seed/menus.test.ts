import { sampleAccounts } from '@xinchu/sample'
import { expect, test } from 'vitest'
import { grants, type MenuSeed, menus, titlesFor } from '../../src/seed/menus.ts'
import { permissions, roles } from '../../src/seed/roles.ts'

const catalogue: Readonly<Record<string, MenuSeed>> = menus
const keysOf = (text: string) => text.split(' ')

test('no page is granted that is not in the catalogue, and none twice', () => {
  for (const { menus: text } of grants) {
    const keys = keysOf(text)
    expect(keys.filter((key) => !(key in catalogue))).toEqual([])
    expect(new Set(keys).size).toBe(keys.length)
  }
})

test('every page is granted to somebody', () => {
  const granted = new Set(grants.flatMap(({ menus: text }) => keysOf(text)))
  expect(Object.keys(catalogue).filter((key) => !granted.has(key))).toEqual([])
})

test('no two pages have the same address', () => {
  const paths = Object.values(catalogue).map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test('a hidden page marks one that is granted with it', () => {
  for (const { menus: text } of grants) {
    const pages = keysOf(text).map((key) => catalogue[key])
    const marked = pages.flatMap((page) => (page?.activeMenu ? [page.activeMenu] : []))
    expect(pages.map((page) => page?.path)).toEqual(expect.arrayContaining(marked))
  }
})

test('a title of its own belongs to a page that its department has', () => {
  for (const key of Object.keys(titlesFor)) {
    const [deptId, page = ''] = key.split('/')
    const own = grants.filter((grant) => String(grant.deptId) === deptId)
    expect(own.flatMap(({ menus: text }) => keysOf(text))).toContain(page)
  }
})

test.each(sampleAccounts.map(({ username, deptId, roleId }) => [username, deptId, roleId] as const))(
  'the account %s has menus and a role that exists',
  (_username, deptId, roleId) => {
    const reaches = (grant: { deptId: number; roleId: number }) =>
      grant.deptId === deptId && (grant.roleId === 0 || grant.roleId === roleId)
    expect(grants.some(reaches)).toBe(true)
    expect(roles.some(([id]) => id === roleId)).toBe(true)
  },
)

test('offices that only look may change nothing', () => {
  const changing = /:(add|edit|del|submit|audit|import|send|reset|builtin|sync)$/
  const looking = new Set([2, 32, 42, 52, 102, 1010])
  const wrong = permissions.filter(
    ([deptId, , granted]) => looking.has(deptId) && granted.some((permission) => changing.test(permission)),
  )
  expect(wrong).toEqual([])
})

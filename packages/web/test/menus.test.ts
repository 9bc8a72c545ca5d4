import type { MenuRoute } from '@xinchu/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinPath, leavesOf, menuTree, shortTitle } from '../src/app/menus.ts'

test('a page at the top stands in the sidebar without its wrapper', () => {
  const tree = menuTree([
    {
      path: '/contact',
      component: 'Layout',
      children: [{ path: 'index', name: 'CT', meta: { title: '通讯录' } }],
    },
  ])
  expect(tree).toMatchObject([{ title: '通讯录', path: '/contact/index', children: [] }])
})

test('the address of a page is all segments from the root, at any depth', () => {
  const segment = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)
  fc.assert(
    fc.property(fc.array(segment, { minLength: 2, maxLength: 8 }), (segments) => {
      const route = segments.reduceRight<MenuRoute[]>(
        (children, path, index) => [
          { path: index === 0 ? `/${path}` : path, meta: { title: path }, children },
        ],
        [],
      )
      return leavesOf(menuTree(route))[0]?.path === `/${segments.join('/')}`
    }),
  )
})

test.each([
  ['an absolute child', '/a', '/b/c', '/b/c'],
  ['an address of another site', '/a', 'https://example.cn', 'https://example.cn'],
  ['a relative child', '/a', 'b', '/a/b'],
])('%s', (_what, parent, path, joined) => {
  expect(joinPath(parent, path)).toBe(joined)
})

test.each([
  ['省级示范项目', '示范项目'],
  ['国家规模布局统计', '规模布局统计'],
  ['央企使用情况统计', '使用情况统计'],
  ['平台示范项目管理', '示范项目管理'],
  ['省级任务管理', '省级任务管理'],
  ['项目查询', '项目查询'],
])('[2.frame.10] %s is shown as %s', (title, short) => {
  expect(shortTitle(title)).toBe(short)
})

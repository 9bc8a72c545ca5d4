import pinyin from 'pinyin-match'
import { describe, expect, test } from 'vitest'
import { menuSearch, searchable } from '../src/shell/menu-search.ts'

type Item = Parameters<typeof searchable>[0][number]

const item = (title: string, path: string, children: Item[] = []): Item => ({
  title,
  path,
  icon: undefined,
  hidden: false,
  affix: false,
  noCache: false,
  activeMenu: undefined,
  alwaysShow: false,
  redirect: undefined,
  breadcrumb: true,
  children,
})

const search = menuSearch(
  searchable([
    item('项目管理', '/esproject', [
      item('项目审核', '/esproject/audit/index'),
      item('项目查询', '/esproject/query/index'),
      item('批量导入', '/esproject/import/index'),
    ]),
    item('通讯录', '/contact/index'),
  ]),
)
const spellsOut = (text: string, letters: string) => pinyin.match(text, letters) !== false
const first = (words: string) => search(words, spellsOut)[0]?.path

describe('[2.search.1, 9.limits.10] the search of the header', () => {
  test.each([
    ['a title', '通讯录', '/contact/index'],
    ['part of a title', '导入', '/esproject/import/index'],
    ['part of an address', 'audit', '/esproject/audit/index'],
    ['initials', 'xmsh', '/esproject/audit/index'],
    ['full pinyin', 'tongxunlu', '/contact/index'],
    ['one character', '审', '/esproject/audit/index'],
  ])('finds a page by %s', (_what, words, path) => {
    expect(first(words)).toBe(path)
  })

  test('offers pages only, never a group that leads nowhere', () => {
    expect(search('项目管理').map(({ path }) => path)).not.toContain('/esproject')
  })

  test('offers nothing for nothing', () => {
    expect(search('  ')).toEqual([])
  })
})

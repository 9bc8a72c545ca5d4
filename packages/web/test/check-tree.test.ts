import { expect, test } from 'vitest'
import { branchesOf, type CheckNode, foundIn, rowsOf, stateOf, toggled } from '../src/ui/check-tree-model.ts'

const leaf = (id: string, locked?: string): CheckNode => ({
  id,
  title: `第${id}项`,
  ...(locked === undefined ? {} : { locked }),
})
const inner: CheckNode = { id: 'inner', title: '内层', children: [leaf('2'), leaf('3')] }
const tree: readonly CheckNode[] = [
  { id: 'outer', title: '外层', children: [leaf('1'), inner] },
  leaf('4', '须保留'),
]
const [outer = leaf('none'), kept = leaf('none')] = tree

test.each([
  [[], 'false', 'false'],
  [['1'], 'mixed', 'false'],
  [['2'], 'mixed', 'mixed'],
  [['2', '3'], 'mixed', 'true'],
  [['1', '2', '3'], 'true', 'true'],
])('with %j chosen the outer branch is %s and the inner one %s', (chosen, whole, part) => {
  expect([stateOf(outer, new Set(chosen)), stateOf(inner, new Set(chosen))]).toEqual([whole, part])
})

test.each([
  ['a half-checked branch becomes whole', outer, ['2'], ['1', '2', '3']],
  ['a whole branch becomes empty', inner, ['1', '2', '3'], ['1']],
  ['a locked leaf stays', kept, ['4'], ['4']],
])('%s', (_what, node, before, after) => {
  expect([...toggled(node, new Set(before))].sort()).toEqual(after)
})

test('a branch leaves its locked leaves as they are', () => {
  const branch = { id: 'all', title: '全部', children: tree }
  expect([...toggled(branch, new Set(['1', '2', '3', '4']))]).toEqual(['4'])
})

test('a search keeps the way to what it finds, and the whole of a branch that it finds', () => {
  expect(foundIn(tree, '第3')).toEqual([{ ...outer, children: [{ ...inner, children: [leaf('3')] }] }])
  expect(foundIn(tree, '内')).toEqual([{ ...outer, children: [inner] }])
  expect(foundIn(tree, '没有')).toEqual([])
})

test('closed branches hide what is below them', () => {
  expect(rowsOf(tree, new Set()).map(({ node }) => node.id)).toEqual(['outer', '4'])
  const rows = rowsOf(tree, new Set(branchesOf(tree)))
  expect(rows.map(({ node, level, at, among }) => [node.id, level, at, among])).toEqual([
    ['outer', 1, 1, 2],
    ['1', 2, 1, 2],
    ['inner', 2, 2, 2],
    ['2', 3, 1, 2],
    ['3', 3, 2, 2],
    ['4', 1, 2, 2],
  ])
})

import { fields } from '@xinchu/sdk/fields'
import { expect, test } from 'vitest'
import { pastedRows, pasteWords } from '../src/features/demo-project/apply/pasted-rows.ts'

const milestones = fields.DemoMilestone.filter(({ name }) => name === 'name' || name === 'planDate')

test.each([
  [
    'by captions in any order',
    [
      ['计划日期', '里程碑名称'],
      ['2027/3/1', '开工'],
    ],
  ],
  ['by order without captions', [['开工', '2027.3.1']]],
  ['with dates in Chinese', [['开工', '2027年3月1日']]],
])('reads rows %s', (_how, cells) => {
  expect(pastedRows(cells, milestones, 10).rows).toEqual([{ name: '开工', planDate: '2027-03-01' }])
})

test('leaves out empty lines and rows beyond the limit, and says so', () => {
  const pasted = pastedRows([['甲'], [''], ['乙'], ['丙']], milestones, 2)
  expect(pasted.rows).toEqual([{ name: '甲' }, { name: '乙' }])
  expect(pasteWords(pasted)).toBe('粘贴 2 行，识别 1 列，超出上限，1 行未贴入')
})

test('names the columns that it does not know', () => {
  const pasted = pastedRows(
    [
      ['里程碑名称', '计划日期', '备注'],
      ['并网', '2028-06-30', '暂定'],
    ],
    milestones,
    5,
  )
  expect(pasteWords(pasted)).toBe('粘贴 1 行，识别 2 列，忽略 1 列“备注”')
})

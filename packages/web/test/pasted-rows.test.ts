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

const investments = fields.DemoInvestment.filter(({ name }) => name === 'amount')

test.each([
  ['1,234.5', '1234.5'],
  ['１２３', '123'],
  ['12,5', ''],
  ['3 5', ''],
  ['1,23,4', ''],
  ['10\n20', ''],
  ['100万元', ''],
  ['-', ''],
  ['#N/A', ''],
])('a pasted amount %j becomes %j, and one that is left out is counted', (text, amount) => {
  const pasted = pastedRows([[text]], investments, 5)
  expect(pasted.rows).toEqual([{ amount }])
  expect(pasted.leftOut).toEqual(amount === '' ? [text] : [])
  if (amount === '') expect(pasteWords(pasted)).toContain(`1 格未贴入“${text}”`)
})

test('a pasted date that is none is left out and counted', () => {
  const pasted = pastedRows(
    [
      ['开工', '2027年底'],
      ['并网', '2028-06-30 16:00'],
    ],
    milestones,
    5,
  )
  expect(pasted.rows.map(({ planDate }) => planDate)).toEqual(['', ''])
  expect(pasteWords(pasted)).toBe('粘贴 2 行，识别 2 列，2 格未贴入“2027年底”、“2028-06-30 16:00”')
})

test.each([
  ['投资额（万元）', '9000', '9000'],
  ['投资额（亿元）', '0.9', '9000'],
  ['投资额（元）', '90,000,000', '9000'],
  ['投资额（万美元）', '9', ''],
])('an amount below %s: %s becomes %j', (heading, text, amount) => {
  const pasted = pastedRows([[heading], [text]], investments, 5)
  expect(pasted.rows).toEqual([{ amount }])
  expect(pasted.leftOut).toEqual(amount === '' ? [text] : [])
})

const yearly = fields.DemoInvestment.filter(({ name }) => name === 'year' || name === 'amount')

test('a heading of names that are not all known is no row, and its units count', () => {
  const [year, amount] = [
    yearly.find(({ name }) => name === 'year'),
    yearly.find(({ name }) => name === 'amount'),
  ]
  const specs = [year, amount].flatMap((spec) => spec ?? [])
  expect(specs).toHaveLength(2)
  const known = pastedRows(
    [
      ['年份', '投资额（亿元）'],
      ['2026', '1.25'],
    ],
    specs,
    5,
  )
  expect(known.rows).toEqual([{ amount: '12500' }])
  expect(pasteWords(known)).toBe('粘贴 1 行，识别 1 列，忽略 1 列“年份”')
  const inOrder = pastedRows(
    [
      ['年份', '金额（亿元）'],
      ['2026', '1.25'],
    ],
    specs,
    5,
  )
  expect(inOrder.rows).toEqual([{ year: '2026', amount: '12500' }])
})

test('a placeholder above figures is a row', () => {
  expect(pastedRows([['暂无'], ['9']], investments, 5).rows).toEqual([{ amount: '' }, { amount: '9' }])
})

import { fields } from '@xinchu/contract/fields'
import type { FieldSpec } from '@xinchu/validators'
import { expect, test } from 'vitest'
import { filledLines, listTarget, rowsOf } from '../src/features/pilot-project/apply/list-paste.ts'
import { planPaste } from '../src/ui/sheet/paste.ts'
import { pasteSummary, settlePaste } from '../src/ui/sheet/paste-settled.ts'

/** The rows that a paste adds to an empty list, and the texts that it leaves out. */
function pastedRows(cells: readonly (readonly string[])[], specs: readonly FieldSpec[], room: number) {
  const plan = planPaste(filledLines(cells), listTarget(specs, 0, room))
  const settled = settlePaste(plan)
  return {
    ...settled,
    isUnsure: plan.isUnsure,
    rows: rowsOf(settled.changes),
    texts: settled.leftOut.map(({ text }) => text),
    words: pasteSummary(settled),
  }
}

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
  expect(pasted.words).toBe('已粘贴 2 格，1 格未贴入')
})

test('leaves out the columns that it does not know', () => {
  const pasted = pastedRows(
    [
      ['里程碑名称', '计划日期', '备注'],
      ['并网', '2028-06-30', '暂定'],
    ],
    milestones,
    5,
  )
  expect(pasted.leftOut).toMatchObject([{ text: '暂定', reason: '没有对应的列' }])
})

const investments = fields.DemoInvestment.filter(({ name }) => name === 'amount')

test.each([
  ['1,234.5', '1234.5'],
  ['１２３', '123'],
])('a pasted amount %j becomes %j', (text, amount) => {
  expect(pastedRows([[text]], investments, 5).rows).toEqual([{ amount }])
})

test.each(['12,5', '3 5', '1,23,4', '10\n20', '100万元', '-', '#N/A'])(
  'a pasted amount %j is left out unless it is confirmed',
  (text) => {
    expect(pastedRows([[text]], investments, 5)).toMatchObject({ rows: [], texts: [text] })
  },
)

test('a pasted date that is none is left out and counted', () => {
  const pasted = pastedRows(
    [
      ['开工', '2027年底'],
      ['并网', '2028-06-30 16:00'],
    ],
    milestones,
    5,
  )
  expect(pasted.rows).toEqual([{ name: '开工' }, { name: '并网' }])
  expect(pasted.texts).toEqual(['2027年底', '2028-06-30 16:00'])
  expect(pasted.words).toBe('已粘贴 2 格，2 格未贴入')
})

test.each([
  ['投资额（万元）', '9000', '9000'],
  ['投资额（亿元）', '0.9', '9000'],
  ['投资额（元）', '90,000,000', '9000'],
])('an amount below %s: %s becomes %j', (heading, text, amount) => {
  expect(pastedRows([[heading], [text]], investments, 5).rows).toEqual([{ amount }])
})

test('an amount in a unit that is not converted is left out', () => {
  const pasted = pastedRows([['投资额（万美元）'], ['9']], investments, 5)
  expect([pasted.rows, pasted.texts]).toEqual([[], ['9']])
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
  expect(known.texts).toEqual(['2026'])
})

test('a heading of other names is no row, and is asked about', () => {
  const pasted = pastedRows(
    [
      ['年份', '金额（亿元）'],
      ['2026', '1.25'],
    ],
    yearly,
    5,
  )
  expect(pasted).toMatchObject({ isUnsure: true, rows: [] })
})

test('a placeholder above figures is a row', () => {
  expect(pastedRows([['暂无'], ['9']], investments, 5)).toMatchObject({
    rows: [{ amount: '9' }],
    texts: ['暂无'],
  })
})

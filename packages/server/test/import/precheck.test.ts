import { askProjectRow, checkProjectRow } from '@xinchu/sdk/precheck'
import { toPlainLine } from '@xinchu/validators'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRow } from '../../src/domain/import/check-row.ts'
import { importColumns } from '../../src/domain/import/columns.ts'
import { References } from '../../src/domain/import/references.ts'
import { deliveredEntries } from '../support/dictionaries.ts'
import { goodRow } from '../support/import-rows.ts'

const references = new References({ regions: [], owners: [], entries: deliveredEntries })
const enterprise = { companyName: '盐池一号储能有限公司', creditCode: '91640323MA0000001C' }
const source = { by: 'rows', today: '2026-11-25' } as const
const context = { references, ground: { deptId: 1, company: enterprise }, source, letters: {} }

const textsOf = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)]))

/** What the platform says about a row that has come. */
function checkedBy(cells: Readonly<Record<string, string>>, rowNo: number) {
  const raw = Object.fromEntries(
    Object.entries(cells)
      .map(([name, text]) => [name, toPlainLine(text)] as const)
      .filter(([, text]) => text !== ''),
  )
  return checkRow(rowNo, raw, context)
}

const TEXTS = [
  '',
  ' ',
  '1',
  '-1',
  '0',
  '1e3',
  '1,234.5',
  '12.34567',
  '100MW',
  '是',
  '也许',
  '2026-02-30',
  '2026年3月1日',
  '明年',
]
const cell = fc.oneof(
  fc.constantFrom(
    ...TEXTS,
    '13800138000',
    '1380013800',
    'a@b',
    '91640323MA0000001C',
    '91640323MA0000001D',
    '长'.repeat(300),
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const changes = fc.dictionary(fc.constantFrom(...importColumns.map(({ name }) => name)), cell, { maxKeys: 6 })

describe('the check before rows are sent', () => {
  test('says nothing that the platform does not say in the same words, whatever is in the cells', () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 200_000 }), (changed, rowNo) => {
        const cells = { ...textsOf(goodRow(1)), ...changed }
        const { errors, questions } = checkedBy(cells, rowNo)
        for (const issue of checkProjectRow(cells, rowNo)) expect(errors).toContainEqual(issue)
        for (const question of askProjectRow(cells)) expect(questions).toContainEqual(question)
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    [
      'a phone number',
      { contactPhone: '1380013800' },
      'F-003',
      '第7行【联系电话】：请输入正确格式的电话号码',
    ],
    ['a missing name', { projectName: '' }, 'F-001', '第7行【项目名称】：'],
    ['neither yes nor no', { isEchelonUse: '也许' }, 'P-018', '请填写“是”或“否”'],
  ])('finds %s', (_what, changed, code, words) => {
    const [issue, ...more] = checkProjectRow({ ...textsOf(goodRow(1)), ...changed }, 7)
    expect([issue?.code, more]).toEqual([code, []])
    expect(issue?.message).toContain(words)
  })

  test('asks what the platform would ask, and refuses no row for it', () => {
    const cells = { ...textsOf(goodRow(1)), ratedPower: '100MW', planGridDate: '2027-12', address: '同上' }
    expect(checkProjectRow(cells, 7)).toEqual([])
    expect(askProjectRow(cells).map(({ field, code, choices }) => [field, code, choices])).toEqual([
      ['ratedPower', 'C-023', [{ choice: '100', text: '100 MW' }]],
      [
        'planGridDate',
        'C-043',
        [
          { choice: '2027-12-01', text: '2027-12-01' },
          { choice: '2027-12-31', text: '2027-12-31' },
        ],
      ],
    ])
  })

  test('passes a good row, and a blank one', () => {
    expect(checkProjectRow(textsOf(goodRow(1)), 1)).toEqual([])
    expect(checkProjectRow({ projectName: ' ' }, 1)).toEqual([])
  })
})

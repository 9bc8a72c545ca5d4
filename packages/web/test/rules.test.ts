import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import type { Rule } from '@xinchu/sdk'
import { expect, test } from 'vitest'
import { chipsOf, fieldsOf, rulesOf } from '../src/features/rules/model.ts'

const [duration] = document.paths['/api/rules'].get.responses['200'].content['application/json']
  .example as Rule[] // an example of the contract is valid
if (!duration) throw new Error('the contract has no example of a rule')
const stale: Rule = {
  ...duration,
  code: 'W-003',
  family: 'W',
  familyLabel: '流程',
  severity: 'error',
  severityLabel: '错误',
  text: '所依据的内容未被他人修改',
  formula: '',
  fields: [],
}
const book = [duration, stale]

test.each([
  ['p-007', ['P-007']],
  ['ratedpower', ['P-007']],
  ['额定功率 时长', ['P-007']],
  ['他人', ['W-003']],
  ['', ['P-007', 'W-003']],
  ['没有这样的规则', []],
])('finds rules by %j', (words, codes) => {
  expect(rulesOf(book, { words }).map(({ code }) => code)).toEqual(codes)
})

test('counts on chips follow the other conditions, and an empty chip stays', () => {
  const filter = { words: '', severity: 'error' }
  expect(chipsOf(book, filter, 'family').map(({ label, count }) => [label, count])).toEqual([
    ['项目', 0],
    ['流程', 1],
  ])
  expect(
    chipsOf(book, { ...filter, family: 'P' }, 'severity').map(({ label, count }) => [label, count]),
  ).toEqual([
    ['警告', 1],
    ['错误', 0],
  ])
})

test('names the fields of a rule, or what it concerns', () => {
  expect(book.map(fieldsOf)).toEqual(['额定能量、额定功率', '流程'])
})

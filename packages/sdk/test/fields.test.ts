import { dictionaries, fields, type FieldSpec as PublishedSpec } from '@xinchu/contract/fields'
import { checkRecord, type FieldSpec } from '@xinchu/validators'
import { expect, expectTypeOf, test } from 'vitest'

test('[3.others.1] the validators take the fields as the contract gives them', () => {
  expectTypeOf<PublishedSpec>().toExtend<FieldSpec>()
  expect(checkRecord({ phone: '12' }, fields.PersonFields, 'draft')).toEqual([
    { field: 'phone', code: 'F-003', message: '请输入正确格式的电话号码', level: 'error' },
  ])
})

test('each import column belongs to one field of the project', () => {
  const columns = fields.EsProjectFields.map(({ importColumn }) => importColumn).filter(
    (column) => column !== undefined,
  )
  expect(columns.length).toBeGreaterThan(20)
  expect(new Set(columns).size).toBe(columns.length)
})

test('each dictionary that a field names is there', () => {
  const named = Object.values(fields).flatMap((specs) => specs.flatMap(({ dict }) => dict ?? []))
  expect(named.filter((name) => !Object.hasOwn(dictionaries, name))).toEqual([])
})

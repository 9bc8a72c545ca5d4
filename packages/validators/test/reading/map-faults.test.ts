import { expect, test } from 'vitest'
import { mapFaults } from '../../src/reading/table/index.ts'

const column = (letter: string, field?: string) => ({ column: letter, field })

test('a map with each required field once has no faults', () => {
  const columns = [column('A', 'projectName'), column('B'), column('C', 'ratedPower'), column('D')]
  expect(mapFaults(columns, ['projectName', 'ratedPower'])).toEqual({ twins: new Map(), missing: [] })
})

test('a field that several columns are for has all of them, in the order of the file', () => {
  const columns = [
    column('A', 'ratedPower'),
    column('B', 'remark'),
    column('C', 'ratedPower'),
    column('D', 'ratedPower'),
  ]
  expect(mapFaults(columns).twins).toEqual(new Map([['ratedPower', ['A', 'C', 'D']]]))
})

test('required fields without a column are named in their order', () => {
  const { missing } = mapFaults([column('A'), column('B', 'remark')], ['projectName', 'ratedPower'])
  expect(missing).toEqual(['projectName', 'ratedPower'])
})

import { describe, expect, test } from 'vitest'
import { withoutSent, withTyped } from '../src/features/import/use-corrections.ts'

describe('what is typed while corrections are checked', () => {
  const sent = withTyped({}, [
    { rowNo: 7, name: 'contactPhone', value: '139' },
    { rowNo: 8, name: 'address', value: '青山乡' },
  ])

  test('is forgotten once it was checked', () => {
    expect(withoutSent(sent, sent)).toEqual({})
  })

  test('stays where the same cell was typed in again', () => {
    const typed = withTyped(sent, [{ rowNo: 7, name: 'contactPhone', value: '13800138000' }])
    expect(withoutSent(typed, sent)).toEqual({ 7: { contactPhone: '13800138000' } })
  })

  test('stays where another cell of the row was typed in', () => {
    const typed = withTyped(sent, [{ rowNo: 7, name: 'ratedPower', value: '60' }])
    expect(withoutSent(typed, sent)).toEqual({ 7: { ratedPower: '60' } })
  })
})

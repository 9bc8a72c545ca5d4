import type { ReviewRemark } from '@xinchu/sdk'
import type { FieldSpec } from '@xinchu/validators'
import { describe, expect, test } from 'vitest'
import { leftText, shortDay, waitedText } from '../src/lib/due.ts'
import {
  controlOf,
  countStates,
  countWords,
  nextOpen,
  numbered,
  placeOf,
  type RemarkState,
  remarkState,
  stateWithRemarks,
  valueFromWords,
} from '../src/ui/review/remark-model.ts'

describe('the state of a remark', () => {
  test.each([
    ['0', {}, undefined, 'open'],
    ['0', {}, true, 'changed'],
    ['0', { changed: true }, undefined, 'changed'],
    ['0', { changed: true }, false, 'open'],
    ['1', { answer: '无需修改：见附件' }, undefined, 'answered'],
    ['1', { answer: '已改', changed: true }, undefined, 'changed'],
    ['1', { changed: true }, false, 'open'],
    ['2', { changed: true }, undefined, 'closed'],
    ['3', { changed: true }, undefined, 'changedAfterClosing'],
  ] as const)('status %s with %j, changed in the form: %s, is %s', (status, facts, isChanged, state) => {
    expect(remarkState({ status, ...facts }, isChanged)).toBe(state)
  })

  test('closed remarks are not counted', () => {
    const counts = countStates(['open', 'changed', 'answered', 'closed', 'changedAfterClosing'])
    expect(counts).toEqual({ total: 3, open: 1, changed: 1, answered: 1 })
    expect(countWords(counts)).toBe('意见 3 处，待处理 1')
    expect(countWords(countStates(['changed']))).toBe('意见 1 处，已处理')
  })

  test.each([
    [3, '县级退回 · 3 处'],
    [0, '县级退回'],
    [undefined, '县级退回'],
  ])('a list shows %s open remarks as %s', (count, words) => {
    expect(stateWithRemarks('县级退回', count)).toBe(words)
  })
})

describe('the place of a remark', () => {
  test.each([
    ['ratedPower', { name: 'ratedPower' }, 'ratedPower'],
    [
      'hybridDetail[1].ratedPower',
      { name: 'hybridDetail', row: 1, property: 'ratedPower' },
      'hybridDetail.1.ratedPower',
    ],
    ['hybridDetail[0]', { name: 'hybridDetail', row: 0 }, 'hybridDetail.0'],
  ])('%s', (field, place, control) => {
    expect(placeOf(field)).toEqual(place)
    expect(controlOf(place)).toBe(control)
  })

  test('is undefined for the whole record', () => expect(placeOf(undefined)).toBeUndefined())

  test('numbers follow the form: whole record, fields, rows, unknown fields', () => {
    const remark = (id: number, field?: string) => ({ id, ...(field ? { field } : {}) }) as ReviewRemark // only what is sorted
    const sorted = numbered(
      [
        remark(1, 'gone'),
        remark(2, 'rows[1].power'),
        remark(3, 'name'),
        remark(4),
        remark(5, 'rows[0].power'),
      ],
      ['name', 'rows'],
    )
    expect(sorted.map(({ no, remark: { id } }) => [no, id])).toEqual([
      [1, 4],
      [2, 3],
      [3, 5],
      [4, 2],
      [5, 1],
    ])
  })
})

describe('the next open remark', () => {
  const states: RemarkState[] = ['open', 'changed', 'open', 'answered']
  test.each([
    [-1, 1, 0],
    [0, 1, 2],
    [2, 1, 0],
    [-1, -1, 2],
    [2, -1, 0],
    [0, -1, 2],
  ] as const)('from %i by %i is %i', (from, step, next) => expect(nextOpen(states, from, step)).toBe(next))

  test('is none when all are handled', () => {
    expect(nextOpen(['changed', 'answered'], -1, 1)).toBe(-1)
    expect(nextOpen([], -1, 1)).toBe(-1)
  })
})

describe('the asked value is read back from its words', () => {
  const entries = [{ value: '11', label: '锂离子电池' }]
  test.each<[Pick<FieldSpec, 'kind'> & Partial<FieldSpec>, string | undefined, string | undefined]>([
    [{ kind: 'number', unit: 'MWh' }, '1,240.5 MWh', '1240.5'],
    [{ kind: 'integer' }, '3', '3'],
    [{ kind: 'number', unit: 'MW' }, '不详', undefined],
    [{ kind: 'date' }, '2026-12-31', '2026-12-31'],
    [{ kind: 'string' }, '花马池镇', '花马池镇'],
    [{ kind: 'string' }, '138****8000', undefined],
    [{ kind: 'boolean' }, '是', 'true'],
    [{ kind: 'dict', dict: 'tech_type' }, '锂离子电池', '11'],
    [{ kind: 'dict', dict: 'tech_type' }, '已停用', undefined],
    [{ kind: 'dicts', dict: 'tech_type' }, '锂离子电池', undefined],
    [{ kind: 'integer', source: 'owner' }, '国家电投', undefined],
    [{ kind: 'number' }, undefined, ''],
  ])('%j %s', (spec, words, value) => expect(valueFromWords(spec, words, entries)).toBe(value))
})

describe('days', () => {
  test.each([
    ['2026-11-29', '还有 7 天'],
    ['2026-11-22', '今天到期'],
    ['2026-11-20', '已超 2 天'],
  ])('%s is %s', (day, words) => expect(leftText(day, '2026-11-22')).toBe(words))

  test('waiting is counted in whole days', () => {
    expect(waitedText('2026-11-10 23:00:00', '2026-11-22')).toBe('12 天')
    expect(waitedText('2026-11-22 08:00:00', '2026-11-22')).toBe('今天')
  })

  test('a day of this year has no year', () => {
    expect(shortDay('2026-11-29', '2026-11-22')).toBe('11-29')
    expect(shortDay('2027-01-31', '2026-11-22')).toBe('2027-01-31')
  })
})

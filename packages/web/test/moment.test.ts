import { expect, test } from 'vitest'
import { screenOf } from '../src/app/screens.ts'
import { momentOf } from '../src/lib/moment.ts'

test.each([
  ['2026-11-22 10:41:09', '今天 10:41'],
  ['2026-11-21 18:20:00', '昨天 18:20'],
  ['2026-11-20 16:42:00', '11-20 16:42'],
  ['2025-11-22 09:00:00', '2025-11-22 09:00'],
  ['2026-11-20', '11-20'],
])('says %s as %s', (time, words) => {
  expect(momentOf(time, '2026-11-22')).toBe(words)
})

test('says the last day of a year as yesterday on the first', () => {
  expect(momentOf('2025-12-31 08:00:00', '2026-01-01')).toBe('昨天 08:00')
})

test.each([
  ['/esproject/detail/12', '/esproject/detail/$id'],
  ['/esproject/declare/form?id=12', '/esproject/declare/form'],
  ['/decision/quarter/enterprise/index?year=2026&quarter=3', '/decision/quarter/enterprise/index'],
  ['/esproject/detail/12/more', undefined],
  ['/esproject/detail/', undefined],
  ['https://example.cn/esproject/detail/12', undefined],
])('an address %s belongs to the screen %s', (href, path) => {
  expect(screenOf(href)?.path).toBe(path)
})

import { expect, test } from 'vitest'
import {
  ledgerSource,
  mapSource,
  type SourcePart,
  scaleSource,
  snapshotText,
  usageSource,
} from '../src/index.ts'

const period = {
  year: 2025,
  quarter: 4,
  status: 'OFFICIAL',
  batch: '2025Q4-02',
  storedAt: '2026-01-21 16:20:00',
} as const

const line = (parts: readonly SourcePart[]) =>
  parts.map(({ caption, text }) => `${caption} ${text}`).join('|')

test('official figures name their day, basis, batch, time and status in this order', () => {
  expect(line(scaleSource('warehouse', period, '2026-11-23'))).toBe(
    '数据截至 2025-12-31|取数口径 入库数据 · 国家审核通过 · 在运|入库批次 2025Q4-02|更新时间 2026-01-21 16:20|状态 正式',
  )
})

test.each([
  ['is later: by the dates of commissioning', { ...period, year: 2024 }, '2025Q4-02（按投运日期回溯）'],
  ['is earlier: not yet stored', { ...period, year: 2026, quarter: 1 }, '2025Q4-02（本期尚未入库）'],
])('a batch of another period that %s', (_why, other, text) => {
  expect(line(scaleSource('warehouse', other, '2026-11-23'))).toContain(`入库批次 ${text}`)
})

test('a period without any batch says that nothing is stored', () => {
  const { batch: _batch, storedAt: _storedAt, ...bare } = period
  expect(line(scaleSource('warehouse', { ...bare, status: 'PROVISIONAL' }, '2026-11-23'))).toContain(
    '入库批次 尚未入库|状态 暂行',
  )
})

test('the ledger of a period has its projects of every state, and none of a later batch', () => {
  expect(line(ledgerSource(period))).toBe(
    '数据截至 2025-12-31|取数口径 入库数据 · 国家审核通过|入库批次 2025Q4-02|更新时间 2026-01-21 16:20|状态 正式',
  )
  expect(line(ledgerSource({ ...period, year: 2026, quarter: 1 }))).toContain('2025Q4-02（本期尚未入库）')
  expect(line(ledgerSource({ ...period, quarter: 3 }))).toContain('入库批次 尚未入库|状态 暂行')
})

test('working records are provisional, whatever the period', () => {
  expect(line(scaleSource('work', period, '2026-11-23'))).toBe(
    '数据截至 2025-12-31|取数口径 在办数据 · 含未入库项目 · 在运|更新时间 实时|状态 暂行',
  )
  expect(line(scaleSource('work', undefined, '2026-11-23'))).toContain('数据截至 2026-11-23')
  expect(line(mapSource('2026-11-23'))).toContain('状态 暂行')
})

test('figures of use name how much they cover', () => {
  const coverage = { reportedProjects: 2_071, dueProjects: 2_214, powerRate: 94.06 }
  expect(line(usageSource('warehouse', { ...period, status: 'PROVISIONAL' }, coverage))).toContain(
    '覆盖 2,071 / 2,214 个项目 · 94.1% 功率|状态 暂行',
  )
})

test('figures of use are official for the reports of a batch alone', () => {
  expect(line(usageSource('warehouse', period, undefined))).toBe(
    '数据截至 2025-12-31|取数口径 入库数据 · 国家已确认的季报 · 按功率加权|入库批次 2025Q4-02|更新时间 2026-01-21 16:20|状态 正式',
  )
  expect(line(usageSource('work', period, undefined))).toBe(
    '数据截至 2025-12-31|取数口径 在办数据 · 已报送且未退回的季报 · 按功率加权|更新时间 实时|状态 暂行',
  )
})

test('a row of the ledger names its snapshot, version, sync and time', () => {
  const origin = { year: 2025, quarter: 4, projectVersion: 3, syncId: 7 }
  expect(snapshotText({ ...origin, storedAt: '2026-01-21 16:20:31' })).toBe(
    '2025年第4季度快照 · 项目第3版 · 同步任务7（2026-01-21 16:20）',
  )
  expect(snapshotText(origin)).toBe('2025年第4季度快照 · 项目第3版 · 同步任务7')
})

import { expect, test } from 'vitest'
import { restatementText } from '../src/index.ts'

const row = {
  label: '全国',
  projectsBefore: 2_214,
  projectsAfter: 2_215,
  powerBefore: 135_700,
  powerAfter: 135_700.5,
  energyBefore: 350_000,
  energyAfter: 350_000,
}
const facts = { batch: '2025Q4-02', restatedAt: '2026-03-02 10:05:00', reason: '补报一个漏报项目' }

test('a restatement names the old and the new figures in full precision, and its reason', () => {
  expect(restatementText({ ...facts, rows: [row] })).toBe(
    '修订记录：2026-03-02 批次 2025Q4-02，全国在运项目 2,214 → 2,215 个，功率 135,700 → 135,700.5 MW，能量 350,000 MWh（未变）；原因：补报一个漏报项目。',
  )
})

test('a reader whose place did not move learns the reason alone', () => {
  expect(restatementText({ ...facts, rows: [] })).toContain(
    '本地区合计未变或不在可见范围；原因：补报一个漏报项目。',
  )
})

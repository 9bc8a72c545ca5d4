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

test.each([
  ['a report that came late', [3, 4, 310.5, 309], '，已报 3 → 4 个，利用小时 310.5 → 309 h；'],
  ['the first report', [0, 1, undefined, 309], '，已报 0 → 1 个，利用小时 — → 309 h；'],
  ['another amount in a report', [4, 4, 309, 309.25], '，利用小时 309 → 309.25 h；'],
  ['nothing of use', [4, 4, 309, 309], 'MWh（未变）；'],
  ['use, before that was kept', [undefined, undefined, undefined, undefined], 'MWh（未变）；'],
] as const)('a restatement that moved %s says so', (_, [reportedBefore, reportedAfter, ...hours], words) => {
  const [hoursBefore, hoursAfter] = hours
  const given = Object.entries({ reportedBefore, reportedAfter, hoursBefore, hoursAfter })
  const use = Object.fromEntries(given.filter(([, value]) => value !== undefined))
  expect(restatementText({ ...facts, rows: [{ ...row, ...use }] })).toContain(words)
})

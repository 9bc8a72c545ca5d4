import type { AssessIndex, OutlineNode } from '@xinchu/sdk'
import { expect, test } from 'vitest'
import { leftOf } from '../src/features/pilot-review/countdown.tsx'
import {
  bandFor,
  bandsOf,
  commentReason,
  groupsOf,
  missingIn,
  progressOf,
  scoreError,
  selfAssessmentOf,
  stepped,
} from '../src/features/pilot-review/score/model.ts'
import { passagesOf } from '../src/features/pilot-review/score/passages.ts'
import { offlineWords } from '../src/features/pilot-review/score/save-words.tsx'
import {
  draftOf,
  EMPTY_QUEUE,
  isEmpty,
  merged,
  sendable,
  withChange,
  withoutSent,
} from '../src/features/pilot-review/score/sheet-store.ts'

const index = (
  id: number,
  code: string,
  fullScore: number,
  more: Partial<AssessIndex> = {},
): AssessIndex => ({
  id,
  code,
  indexName: code,
  indexLevel: 2,
  stage: 'PRIMARY',
  fullScore,
  sort: id,
  version: 1,
  enabled: true,
  ...more,
})

const RULE = '8–10 分：本体安全；5–7 分：措施完备；0–4 分：措施不足'
const [group] = groupsOf([
  index(1, 'A2', 16, { children: [index(11, 'A2-1', 10, { scoreRule: RULE }), index(12, 'A2-2', 6)] }),
])
const items = group?.items ?? []
const first = items[0]
if (!first) throw new Error('the group has items')

test('reads the bands of a rule, and none of plain text', () => {
  expect(bandsOf(RULE).map(({ low, high }) => [low, high])).toEqual([
    [8, 10],
    [5, 7],
    [0, 4],
  ])
  expect(bandsOf('4 分：齐全；0–1 分：缺')[0]).toEqual({ low: 4, high: 4, text: '齐全' })
  expect(bandsOf('按实际情况评分')).toEqual([])
})

test.each([
  [9.5, '本体安全'],
  [7.5, '措施完备'],
  [4.5, '措施不足'],
  [0, '措施不足'],
])('the score %s belongs to the band %s', (score, text) => {
  expect(bandFor(bandsOf(RULE), score)?.text).toBe(text)
})

test.each([
  ['', 1, '0'],
  ['', -1, '10'],
  ['7', 1, '7.5'],
  ['7.2', 1, '7.5'],
  ['7.2', -1, '7'],
  ['10', 1, '10'],
  ['0', -1, '0'],
] as const)('a step from %j by %i gives %s', (text, by, next) => {
  expect(stepped(text, by, 10)).toBe(next)
})

test.each([
  ['', undefined],
  ['9.1234', undefined],
  ['9.12345', '至多 4 位小数'],
  ['10.5', '0–10 之间'],
  ['-1', '请填数字'],
  ['九', '请填数字'],
])('the typed score %j is answered by %j', (text, error) => {
  expect(scoreError(text, 10)).toBe(error)
})

test('requires a comment below 60 % and far from the own score', () => {
  expect(commentReason(first, 6)).toBeUndefined()
  expect(commentReason(first, 5.5)).toContain('60%')
  const judged = { ...first, self: { selfScore: 9.5, evidence: [] } }
  expect(commentReason(judged, 7)).toBeUndefined()
  expect(commentReason(judged, 6.5)).toContain('自评')
})

test('compares self-scores by code, because each stage has indices of its own', () => {
  const own = selfAssessmentOf(
    [index(91, 'A2', 16, { children: [index(911, 'A2-1', 10), index(912, 'A2-2', 6)] })],
    [{ indexId: 912, selfScore: 5, evidenceFileIds: [7] }],
    [{ id: 7, fileName: '佐证.pdf', ext: 'pdf', size: 1, bizType: 'INDEX_EVIDENCE' }],
  )
  const [judged] = groupsOf([index(1, 'A2', 16, { children: [index(12, 'A2-2', 6)] })], own)
  expect(judged?.items[0]?.self).toMatchObject({ selfScore: 5, evidence: [{ id: 7 }] })
})

const OUTLINE: OutlineNode[] = [
  { id: 1, no: '1', title: '申报单位概况', required: true, partType: 'APPLICATION', fieldKey: 'unitIntro' },
  {
    id: 2,
    no: '2',
    title: '技术方案',
    required: true,
    partType: 'APPLICATION',
    fieldKey: 'techPlan',
    children: [
      {
        id: 3,
        no: '2.1',
        title: '关键指标',
        required: true,
        partType: 'APPLICATION',
        fieldKey: 'keyIndicators',
      },
    ],
  },
]

test('shows every section of the outline, also those with parts of their own', () => {
  expect(passagesOf(OUTLINE).map(({ title }) => title)).toEqual([
    '一、申报单位概况',
    '二、技术方案',
    '（一）关键指标',
  ])
})

test('takes the section of an index from the catalogue, or from its parent', () => {
  const [own] = groupsOf(
    [
      index(1, 'X', 10, {
        section: 'techPlan',
        children: [index(2, 'X-1', 5), index(3, 'X-2', 5, { section: 'keyIndicators' })],
      }),
    ],
    null,
    passagesOf(OUTLINE),
  )
  expect(own?.items.map(({ passage }) => passage?.title)).toEqual(['二、技术方案', '（一）关键指标'])
})

test('sums the scored items only, without the noise of fractions', () => {
  expect(progressOf(items, { 's:11': '0.1' })).toEqual({ done: 1, count: 2, sum: 0.1, full: 10 })
  expect(progressOf(items, { 's:11': '0.1', 's:12': '0.2' }).sum).toBe(0.3)
})

test('names all that is missing, and nothing of a complete sheet', () => {
  const opinion = '字'.repeat(50)
  expect(missingIn(items, {}).map(({ text }) => text)).toEqual([
    'A2-1 未评',
    'A2-2 未评',
    '评审结论',
    '评审意见还需 50 字',
  ])
  const done = { 's:11': '9', 's:12': '3', 'c:12': '缺演练', conclusion: '1', opinion }
  expect(missingIn(items, done)).toEqual([])
  expect(missingIn(items, { ...done, 'c:12': '' })).toEqual([{ text: 'A2-2 缺评语', key: 'c:12' }])
  expect(missingIn(items, done, { isFull: false }).map(({ key }) => key)).toEqual(['recommend'])
  expect(missingIn(items, { ...done, recommend: 'true' }, { isFull: true }).map(({ text }) => text)).toEqual([
    '推荐数超过名额',
  ])
})

test('keeps what was typed after a save was sent', () => {
  const sent = withChange(withChange(EMPTY_QUEUE, 's:11', '9', 1_000), 's:12', '5', 2_000)
  const later = withChange(sent, 's:11', '9.5', 3_000)
  const left = withoutSent(later, sent, 4_000)
  expect(merged({ 's:11': '9', 's:12': '5' }, left)).toEqual({ 's:11': '9.5', 's:12': '5' })
  expect(left.since).toBe(4_000)
  expect(isEmpty(withoutSent(left, later, 5_000))).toBe(true)
})

test('keeps an invalid score on the device and sends the rest', () => {
  const queue = withChange(withChange(EMPTY_QUEUE, 's:11', '99', 1), 's:12', '5', 2)
  const sent = sendable(queue, items)
  expect(draftOf(7, merged({ 's:11': '8' }, sent), items, 3, false)).toEqual({
    projectId: 7,
    submitted: false,
    version: 3,
    items: [
      { indexId: 11, score: 8 },
      { indexId: 12, score: 5 },
    ],
  })
  expect(isEmpty(withoutSent(queue, sent, 3))).toBe(false)
})

test('says how long the entries are only on the device', () => {
  expect(offlineWords(0, 30_000)).toBe('离线，已存本机')
  expect(offlineWords(0, 4 * 60_000)).toBe('离线 4 分钟，已存本机')
  expect(offlineWords(0, 61 * 60_000)).toBe('离线已满 60 分钟，内容仍在本机，请联网保存')
})

test.each([
  ['2026-07-15 18:00:00', '还有 3 天 3 小时'],
  ['2026-07-12 17:00:00', '还有 2 小时'],
  ['2026-07-12 15:20:00', '不到 1 小时'],
  ['2026-07-12 14:59:00', '已截止'],
])('%s is said as %s', (deadline, words) => {
  expect(leftOf(deadline, Date.parse('2026-07-12T15:00:00+08:00'))).toBe(words)
})

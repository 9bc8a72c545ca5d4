import { expect, test } from 'vitest'
import { isPlaceholder } from '../src/index.ts'

test.each([
  ...[
    '/',
    '／',
    '\\\\',
    '-',
    '--',
    '—',
    '——',
    '－',
    '.',
    '…',
    '*',
    '#',
    '×',
    '?',
    '？',
    '无',
    ' 无 ',
    '（无）',
    '【无】',
    '无。',
    '没有',
  ],
  ...[
    '暂无',
    '暂缺',
    '不涉及',
    '未涉及',
    '不适用',
    '待定',
    '待补充',
    '办理中',
    '未取得',
    'N/A',
    'n/a',
    'NA',
    'Ｎ／Ａ',
    'None',
    'null',
  ],
  ...['TBD', 'xxx', '0', '000', '无\u200b'],
])('“%s” is no number', (text) => {
  expect(isPlaceholder(text)).toBe(true)
})

test.each([
  ...[
    '盐发改备〔2024〕1号',
    '2401-640323-04-01-123456',
    '无锡发改备〔2024〕1号',
    '待定镇备1号',
    '1',
    '10',
    'A',
    'NA-1',
    '2026-77',
  ],
  ...['不涉及用地备1号', ''],
])('“%s” is compared', (text) => {
  expect(isPlaceholder(text)).toBe(false)
})

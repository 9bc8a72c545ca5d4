import type { ImportRow } from '@xinchu/sdk'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { stateCell } from '../src/features/import/row-columns.ts'
import { Changes, Kept } from '../src/features/import/row-detail.tsx'

const power = {
  column: 'H',
  field: 'ratedPower',
  caption: '额定功率',
  oldValue: '100 MW',
  newValue: '120 MW',
}
const remark = { column: 'AV', field: 'remark', caption: '备注', oldValue: '一期' }
const draftOf = (more: Partial<NonNullable<ImportRow['draft']>> = {}) => ({
  projectId: 1001,
  version: 3,
  changes: [power, remark],
  ...more,
})
const rowOf = (draft: ImportRow['draft'], errors: ImportRow['errors'] = []): ImportRow => ({
  rowNo: 7,
  state: errors.length > 0 ? 'ERROR' : 'WARN',
  stateLabel: errors.length > 0 ? '有错误' : '有提示',
  raw: {},
  errors,
  warnings: [],
  ...(draft ? { draft } : {}),
})

test('a row that would change a draft lists the fields with their values before and after', () => {
  const markup = renderToStaticMarkup(<Changes draft={draftOf()} />)
  const texts = [...markup.matchAll(/>([^<>]+)</g)].map(([, text]) => text)
  expect(texts.slice(1)).toEqual(
    ['列', '列名', '原值', '新值', 'H', '额定功率', '100 MW', '120 MW', 'AV', '备注', '一期', '（清空）'], // biome-ignore format: one line
  )
})

test.each([
  ['变更 2 项', draftOf()],
  ['与草稿一致', draftOf({ changes: [] })],
  ['保留更正 1 项', draftOf({ changes: [], kept: [power] })],
  ['草稿已变化', draftOf({ moved: true })],
  ['有提示', undefined],
])('the result of the check says %s', (text, draft) => {
  expect(stateCell({ row: rowOf(draft), typed: undefined }).text).toBe(text)
})

test('a correction that the import leaves as it is names its author and what the row has instead', () => {
  const setTime = '2026-03-01 09:30:00'
  const markup = renderToStaticMarkup(
    <Kept kept={[{ ...power, origin: 'REVIEW', setBy: '申报单位甲', setTime }]} />,
  )
  const text = markup.replace(/<[^>]+>/g, '')
  expect(text).toMatch(/^额定功率保留人工更正的 100 MW，不取 120 MW（申报单位甲 .*3.*退回后更正）$/)
})

test('an error is named before what the row would change', () => {
  const row = rowOf(draftOf(), [{ message: '第7行：有误' }])
  expect(stateCell({ row, typed: undefined }).text).toBe('有错误 1 处')
})

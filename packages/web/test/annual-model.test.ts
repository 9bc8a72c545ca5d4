import { describe, expect, test } from 'vitest'
import { chaptersOf, percentOf } from '../src/features/pilot-reports/annual-chapters.ts'
import {
  type AnnualForm,
  draftOf,
  figuresOf,
  formOf,
  isChanged,
  isSound,
  restored,
} from '../src/features/pilot-reports/annual-model.ts'
import type { AnnualReport } from '../src/features/pilot-reports/annual-queries.ts'

const report: AnnualReport = {
  demoProjectId: 7,
  year: 2025,
  basic: {},
  buildSummary: '按计划建成',
  usage: { chargeEnergy: 2610, unplannedOutageTimes: 0 },
  targets: [{ indicator: '综合效率', unit: '%', planValue: 82 }],
  economicEffect: { profit: -12.5 },
  status: '0',
  statusLabel: '草稿',
  flow: { status: '0', statusLabel: '草稿', actions: ['SAVE'], history: [] },
}
const form = formOf(report)
const withUsage = (chargeEnergy: string): AnnualForm => ({ ...form, usage: { ...form.usage, chargeEnergy } })

test('shows the stored figures as text and leaves the others empty', () => {
  expect(form.usage).toMatchObject({
    chargeEnergy: '2610',
    unplannedOutageTimes: '0',
    availabilityFactor: '',
  })
  expect(form.money).toEqual({ revenue: '', cost: '', profit: '-12.5' })
})

test.each([
  ['2610', true],
  ['2610.0001', true],
  ['0', true],
  ['', true],
  ['  ', true],
  ['2610.00001', false],
  ['26a', false],
  ['-', false],
])('a figure typed as "%s" can be saved: %s', (text, sound) => {
  expect(isSound(withUsage(text))).toBe(sound)
})

test('a target or an amount that is no number keeps the report from being saved', () => {
  const [target] = form.targets
  if (!target) throw new Error('the report has a target')
  expect(isSound({ ...form, targets: [{ ...target, actualValue: '八十' }] })).toBe(false)
  expect(isSound({ ...form, money: { ...form.money, cost: '1,000' } })).toBe(false)
})

test('sends only what is filled in', () => {
  const draft = draftOf({ ...form, texts: { ...form.texts, problems: '   ' } })
  expect(draft).toEqual({
    buildSummary: '按计划建成',
    usage: { chargeEnergy: 2610, unplannedOutageTimes: 0 },
    usageReasons: [],
    targets: [{ indicator: '综合效率', unit: '%', planValue: 82 }],
    economicEffect: { profit: -12.5 },
  })
})

test('leaves out targets without a name', () => {
  const empty = { key: 'new', indicator: ' ', unit: '', planValue: '', actualValue: '', achieved: undefined }
  expect(draftOf({ ...form, targets: [empty] }).targets).toEqual([])
})

test.each([
  ['2610', 2610, false],
  ['2610.00001', 2610, false],
  ['2610.0001', 2610, true],
  ['', 2610, false],
  ['5', undefined, false],
])('"%s" beside a sum of %s is changed: %s', (text, sum, changed) => {
  expect(isChanged(text, sum)).toBe(changed)
})

const REASON = '补计十二月站用变压器的下网电量'
const changed: AnnualReport = {
  ...report,
  usage: { chargeEnergy: 2620, dischargeEnergy: 2250 },
  quarterSums: { chargeEnergy: 2610, dischargeEnergy: 2250, availabilityFactor: 98.4 },
}
const lineOf = (form: AnnualForm, of: AnnualReport, name: string) =>
  figuresOf(form, of).find((line) => line.name === name)

test('a changed figure needs a reason of ten characters without spaces', () => {
  const form = formOf(changed)
  expect(lineOf(form, changed, 'chargeEnergy')).toMatchObject({
    isChanged: true,
    lacksReason: true,
    sum: 2610,
  })
  expect(lineOf(form, changed, 'dischargeEnergy')).toMatchObject({ isChanged: false, lacksReason: false })
  const short = { ...form, reasons: { chargeEnergy: { text: '补计 下网 电量 一二三', files: [] } } }
  expect(lineOf(short, changed, 'chargeEnergy')?.lacksReason).toBe(true)
  const explained = { ...form, reasons: { chargeEnergy: { text: REASON, files: [] } } }
  expect(lineOf(explained, changed, 'chargeEnergy')?.lacksReason).toBe(false)
})

test('one reason for all is shown at each changed figure', () => {
  const form = formOf({ ...changed, usageReason: REASON })
  expect(form.reasons).toEqual({ chargeEnergy: { text: REASON, files: [] } })
  expect(draftOf(form).usageReasons).toEqual([{ field: 'chargeEnergy', reason: REASON }])
})

test('reasons keep their evidence', () => {
  const file = { id: 9, fileName: '证明.pdf', ext: 'pdf', size: 10, bizType: 'INDEX_EVIDENCE' as const }
  const stored = {
    ...changed,
    usageReasons: [{ field: 'chargeEnergy' as const, reason: REASON, evidenceFileIds: [9] }],
    usageFiles: [file],
  }
  expect(draftOf(formOf(stored)).usageReasons).toEqual(stored.usageReasons)
})

test('restoring a figure puts the sum back and drops its reason', () => {
  const form = formOf({ ...changed, usageReason: REASON })
  const back = restored(form, ['chargeEnergy'], changed.quarterSums ?? {})
  expect(back.usage['chargeEnergy']).toBe('2610')
  expect(draftOf(back).usageReasons).toEqual([])
})

test('tells the sum that was seen when the quarters have changed since', () => {
  const later = { ...changed, usageBase: { chargeEnergy: 2600, dischargeEnergy: 2250 } }
  expect(lineOf(formOf(later), later, 'chargeEnergy')?.earlierSum).toBe(2600)
  expect(lineOf(formOf(later), later, 'dischargeEnergy')?.earlierSum).toBeUndefined()
})

describe('the chapters', () => {
  const notes = (form: AnnualForm, of: AnnualReport) =>
    Object.fromEntries(chaptersOf(form, of).map(({ id, state, note }) => [id, `${state} ${note}`]))

  test('are those of the document, in its order', () => {
    expect(
      chaptersOf(form, report)
        .map(({ no }) => no)
        .join(''),
    ).toBe('一二三四五六七八九十附')
  })

  test('tell what each of them lacks', () => {
    expect(notes(form, report)).toMatchObject({
      buildSummary: 'done 5 字',
      usage: 'empty 未填',
      targets: 'short 0/1',
      economicEffect: 'done 已填',
      problems: 'optional 选填',
      stampedFileId: 'empty 缺',
    })
  })

  test('mark changed figures, and first of all those without a reason', () => {
    const written = { ...changed, operationSummary: '运行平稳' }
    expect(notes(formOf(written), written)['usage']).toBe('short 缺原因 1')
    const explained = { ...written, usageReason: REASON }
    expect(notes(formOf(explained), explained)['usage']).toBe('changed 修改 1')
  })

  test('are done to 100 per cent only when all that is required is written', () => {
    expect(percentOf(chaptersOf(form, report))).toBe(33)
    expect(percentOf([{ id: 'a', no: '一', title: '', note: '', state: 'optional' }])).toBe(100)
  })
})

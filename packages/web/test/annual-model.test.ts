import { expect, test } from 'vitest'
import {
  type AnnualForm,
  draftOf,
  formOf,
  isChanged,
  isSound,
} from '../src/features/demo-reports/annual-model.ts'
import type { AnnualReport } from '../src/features/demo-reports/annual-queries.ts'

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

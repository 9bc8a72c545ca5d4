import { expect, test } from 'vitest'
import { goneOn } from '../src/features/pilot-reports/merged-form.ts'
import { formOf, type ProgressForm } from '../src/features/pilot-reports/progress-model.ts'

const empty = formOf(undefined, undefined, '3')
const photo = (id: number) => ({ id, fileName: `现场${id}.jpg`, size: 1, bizType: 'PROGRESS_PHOTO' })
const before: ProgressForm = { ...empty, milestones: { 1: { date: '2026-09-30', pct: '40' } } }
const usage = (more: Partial<ProgressForm['usage']>) => ({ ...empty.usage, ...more })

test.each<[why: string, mine: Partial<ProgressForm>, after: Partial<ProgressForm>, string[]]>([
  ['other fields', { problems: '缺件' }, { nextPlan: '吊装' }, []],
  [
    'other figures of one group',
    { usage: usage({ chargeEnergy: '1' }) },
    { usage: usage({ dischargeEnergy: '2' }) },
    [],
  ],
  ['the same field in the same way', { problems: '缺件' }, { problems: '缺件' }, []],
  ['the same field', { problems: '缺件' }, { problems: '缺人' }, ['problems']],
  [
    'one figure of a group',
    { usage: usage({ chargeEnergy: '1' }) },
    { usage: usage({ chargeEnergy: '2' }) },
    ['usage.chargeEnergy'],
  ],
  ['the photographs', { photos: [photo(1)] }, { photos: [photo(2)] }, ['photos']],
  [
    'one milestone',
    { milestones: { 1: { date: '2026-09-30', pct: '50' } } },
    { milestones: { 1: { date: '2026-09-30', pct: '60' } } },
    ['milestones.1.pct'],
  ],
  [
    'date and progress of a milestone',
    { milestones: { 1: { date: '2026-09-30', pct: '50' } } },
    { milestones: { 1: { date: '2026-10-31', pct: '40' } } },
    [],
  ],
])('when both changed %s, nothing is asked but what clashes', (_why, mine, after, clashes) => {
  const merge = goneOn({
    ...{ base: before, before },
    ...{ mine: { ...before, ...mine }, after: { ...before, ...after } },
  })
  expect(merge.clashes).toEqual(clashes)
})

test('each side keeps what the other did not change', () => {
  const { form, theirs, base } = goneOn({
    ...{ base: before, before },
    mine: { ...before, problems: '缺件', usage: usage({ chargeEnergy: '1' }) },
    after: { ...before, problems: '缺人', usage: usage({ dischargeEnergy: '2' }), nextPlan: '吊装' },
  })
  const both = { usage: usage({ chargeEnergy: '1', dischargeEnergy: '2' }), nextPlan: '吊装' }
  expect(form).toEqual({ ...before, ...both, problems: '缺件' })
  expect(theirs).toEqual({ ...before, ...both, problems: '缺人' })
  expect(base).toMatchObject({ problems: '缺人', usage: usage({ dischargeEnergy: '2' }) })
})

test('what the server wrote in another way is no change of anybody', () => {
  const { form, clashes } = goneOn({
    base: { ...before, periodInvestment: '12.50' },
    mine: { ...before, periodInvestment: '12.50', problems: '缺件' },
    before: { ...before, periodInvestment: '12.5' },
    after: { ...before, periodInvestment: '12.5', nextPlan: '吊装' },
  })
  expect([form.periodInvestment, form.nextPlan, clashes]).toEqual(['12.50', '吊装', []])
})

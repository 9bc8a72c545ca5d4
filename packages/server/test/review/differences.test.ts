import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yearCalcBase } from '../../src/domain/general-items/bases.ts'
import { canonical } from '../../src/domain/values/canonical.ts'
import { type Content, differencesOf, patched, textOf } from '../../src/domain/values/differences.ts'

const power = fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined })
const row = fc.record(
  {
    techType: fc.constantFrom('01', '02', '03'),
    appScenario: fc.constantFrom('1', '2'),
    addPower: power,
    addEnergy: power,
  },
  { requiredKeys: ['techType', 'appScenario'] },
)
const content: fc.Arbitrary<Content> = fc
  .record(
    {
      scopeId: fc.constant(640323),
      rows: fc.array(row, { maxLength: 8 }),
      plannedInvestment: power,
      basis: fc.constantFrom('甲', '乙', ''),
      attachmentIds: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
    },
    { requiredKeys: ['scopeId'] },
  )
  .map((made) => canonical(made, yearCalcBase.shape))

test('the differences of two contents, applied to the first, make the second', () => {
  fc.assert(
    fc.property(content, content, (old, now) => {
      const differences = differencesOf(old, now, yearCalcBase.shape)
      const made = canonical(patched(old, differences, yearCalcBase.shape), yearCalcBase.shape)
      expect(textOf(made)).toBe(textOf(now))
    }),
    { numRuns: 10_000 },
  )
})

test('every changed field is told once, and none else', () => {
  fc.assert(
    fc.property(content, content, (old, now) => {
      const told = differencesOf(old, now, yearCalcBase.shape)
        .filter((each) => each.kind === 'CHANGED' && !('property' in each))
        .map(({ field }) => field)
      const differing = yearCalcBase.shape.fields
        .map(({ name }) => name)
        .filter((name) => name !== 'rows' && textOf(old[name]) !== textOf(now[name]))
      expect(told).toEqual(differing)
    }),
    { numRuns: 2_000 },
  )
})

test('a content has no differences from itself', () => {
  fc.assert(
    fc.property(content, (same) => {
      expect(differencesOf(same, same, yearCalcBase.shape)).toEqual([])
    }),
  )
})

test('a row that only moved is told as moved', () => {
  const rows = [
    { techType: '01', appScenario: '1', addPower: 1 },
    { techType: '02', appScenario: '1', addPower: 2 },
    { techType: '03', appScenario: '1', addPower: 3 },
  ]
  const [first, second, third] = rows
  expect(differencesOf({ rows }, { rows: [second, third, first] }, yearCalcBase.shape)).toEqual([
    { kind: 'MOVED', field: 'rows', from: 0, to: 2 },
  ])
})

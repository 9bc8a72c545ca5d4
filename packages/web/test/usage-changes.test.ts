import { expect, test } from 'vitest'
import { changesOf } from '../src/features/statistics/usage/finding.ts'

const row = (more: object) => ({
  year: 2026,
  quarter: 3 as const,
  dueProjects: 10,
  reportedProjects: 8,
  ...more,
})
const HOURS = { name: 'equivalentUtilizationHours', unit: 'h' } as const
const EFFICIENCY = { name: 'conversionEfficiency', unit: '%' } as const

test('an amount changes by percent and a share by points, against each base that there is', () => {
  const now = row({ equivalentUtilizationHours: 318, conversionEfficiency: 88.6 })
  const bases = [
    ['同比', row({ equivalentUtilizationHours: 305, conversionEfficiency: 88.4 })],
    ['环比', row({ equivalentUtilizationHours: 272, conversionEfficiency: 88.9 })],
  ] as const
  expect(changesOf(HOURS, now, bases)).toBe('同比 +4.3%　环比 +16.9%')
  expect(changesOf(EFFICIENCY, now, bases)).toBe('同比 +0.2 点　环比 −0.3 点')
})

test('what does not change has no sign', () => {
  const now = row({ equivalentUtilizationHours: 318, conversionEfficiency: 100 })
  expect(changesOf(EFFICIENCY, now, [['环比', row({ conversionEfficiency: 100 })]])).toBe('环比 0.0 点')
  expect(changesOf(HOURS, now, [['环比', row({ equivalentUtilizationHours: 318 })]])).toBe('环比 0.0%')
})

test('a base without reports, without the value or of zero is left out', () => {
  const now = row({ equivalentUtilizationHours: 318 })
  const bases = [
    ['同比', row({ reportedProjects: 0, equivalentUtilizationHours: 300 })],
    ['环比', undefined],
  ] as const
  expect(changesOf(HOURS, now, bases)).toBeUndefined()
  expect(changesOf(HOURS, now, [['环比', row({ equivalentUtilizationHours: 0 })]])).toBeUndefined()
  expect(changesOf(EFFICIENCY, now, [['环比', row({ conversionEfficiency: 80 })]])).toBeUndefined()
})

import type { DueItem } from '@xinchu/sdk'
import type { FieldSpec } from '@xinchu/validators'
import { expect, test } from 'vitest'
import { usageDraft, usageIssues } from '../src/features/periodic/usage-model.ts'
import { draftOf } from '../src/ui/form/values.ts'

const specs: readonly FieldSpec[] = [{ name: 'power', caption: '功率', kind: 'number', unit: 'MW' }]
const due: DueItem = { itemType: 'USAGE', editable: true, projectId: 1 }
const period = { year: 2026, quarter: 3 } as const

const TAKEN: readonly [string, number][] = [
  ['29,800', 29_800],
  ['１２０', 120],
  [' 120 ', 120],
  ['3500.5', 3500.5],
  ['-3', -3],
]
const REFUSED = ['0x10', '1e3', '0b11', '12,5', '3 5', '约100', '012']

test.each(TAKEN)('a form sends %j as %d', (text, value) => {
  expect(draftOf(specs, { power: text })).toEqual({ power: value })
})

test.each(REFUSED)('a form never takes %j for a figure', (text) => {
  expect(draftOf(specs, { power: text })).toEqual({ power: Number.NaN })
})

test.each(TAKEN)('the quarterly sheet sends %j as %d', (text, value) => {
  expect(usageDraft(due, { revenueSpot: text }, period).usage).toMatchObject({ revenueSpot: value })
})

test.each(REFUSED)('the quarterly sheet refuses %j where it was typed', (text) => {
  const found = usageIssues(due, { revenueSpot: text }, period, 'draft')
  expect(found).toContainEqual(expect.objectContaining({ field: 'revenueSpot', level: 'error' }))
})

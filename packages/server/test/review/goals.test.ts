import { ReportStatus } from '@xinchu/contract/codes'
import { expect, test } from 'vitest'
import { reportGoals } from '../../src/domain/review/goals.ts'

const atNation = {
  chain: 'reviewer-nation',
  status: ReportStatus.passed,
  parts: new Set(['nation'] as const),
} as const
const nation = ['nation', '国家能源主管部门'] as const

test.each([
  ['its office', [nation, ['province', '天津市能源主管部门'] as const], '天津市能源主管部门'],
  ['its level, where it has no office', [nation], '省级能源主管部门'],
])('names where the nation returns a report of a province: %s', (_what, offices, name) => {
  const goals = reportGoals(atNation, 'province', new Map(offices))
  expect(goals.find(({ action }) => action === 'RETURN')).toMatchObject({
    text: `退回后回到 ${name}`,
    office: name,
  })
})

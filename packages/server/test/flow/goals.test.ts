import { ReportStatus } from '@xinchu/contract/codes'
import { expect, test } from 'vitest'
import { goalsOf } from '../../src/domain/flow/goals.ts'
import { BY_PROVINCE_AND_NATION } from '../../src/domain/flow/report-flows.ts'

const nation = ['nation', '国家能源主管部门'] as const

test.each([
  ['its office', [nation, ['province', '天津市能源主管部门'] as const], '天津市能源主管部门'],
  ['its level, where it has no office', [nation], '省级能源主管部门'],
])('names where the nation returns a report of a province: %s', (_what, offices, name) => {
  const goals = goalsOf(
    BY_PROVINCE_AND_NATION,
    ReportStatus.passed,
    new Set(['nation'] as const),
    new Map(offices),
  )
  expect(goals.find(({ action }) => action === 'RETURN')).toMatchObject({
    text: `退回后回到 ${name}`,
    office: name,
  })
})

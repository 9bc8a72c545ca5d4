import { ReportStatus } from '@xinchu/contract/codes'
import { expect, test } from 'vitest'
import { isDueStatus } from '../src/records/report-status.ts'

test.each([
  ['none', undefined, true],
  ['a draft', ReportStatus.draft, true],
  ['a returned one', ReportStatus.returned, true],
  ['a submitted one', ReportStatus.submitted, false],
  ['a passed one', ReportStatus.passed, false],
  ['a confirmed one', ReportStatus.confirmed, false],
  ['one that the nation returned to the province', ReportStatus.returnedByNation, false],
])('a report still has to be handed in, by state: %s', (_what, status, isDue) => {
  expect(isDueStatus(status)).toBe(isDue)
})

import { describe, expect, test } from 'vitest'
import { checkProgress, isLate } from '../src/index.ts'

const DAYS = { first: '2026-07-01', last: '2026-09-30' }
const sound = { overallProgress: 82, periodInvestment: 8400, cumulativeInvestment: 79300 }
const previous = { overallProgress: 74, cumulativeInvestment: 70900 }
const codesOf = (report: object, milestones = [{ planDate: '2026-05-31', actualDate: '2026-08-25' }]) =>
  checkProgress({ ...report }, { previous, milestones, days: DAYS }).map(({ code }) => code)

test.each([
  ['done after a plan of an earlier quarter', { planDate: '2026-05-31', actualDate: '2026-08-25' }, false],
  ['due in this quarter and done later', { planDate: '2026-08-31', actualDate: '2026-09-15' }, true],
  ['not done although its plan has passed', { planDate: '2026-08-31' }, true],
  ['still before its plan', { planDate: '2026-10-31' }, false],
  ['expected after its plan', { planDate: '2026-10-31', expectedDate: '2027-02-28' }, true],
  ['expected on its plan', { planDate: '2026-10-31', expectedDate: '2026-10-31' }, false],
])('a milestone that is %s', (_words, milestone, expected) => {
  expect(isLate(milestone, DAYS)).toBe(expected)
})

describe('a quarterly report', () => {
  test('passes when it follows from the quarter before', () => {
    expect(codesOf(sound)).toEqual([])
  })

  test('gives a reason for a progress below that of the quarter before', () => {
    const fallen = { ...sound, overallProgress: 70 }
    expect(codesOf(fallen)).toEqual(['N-006'])
    expect(codesOf({ ...fallen, progressDropReason: '返工' })).toEqual([])
  })

  test('gives a reason for late milestones, and names them by their place', () => {
    const late = [{ planDate: '2026-05-31' }, { planDate: '2026-10-31', expectedDate: '2027-02-28' }]
    const [issue] = checkProgress(sound, { previous, milestones: late, days: DAYS })
    expect(issue).toMatchObject({ code: 'N-007', message: '里程碑 1、2 晚于计划，请说明原因' })
    expect(
      checkProgress({ ...sound, delayReason: '返厂' }, { previous, milestones: late, days: DAYS }),
    ).toEqual([])
  })

  test('adds its investment to that of the quarter before', () => {
    expect(codesOf({ ...sound, cumulativeInvestment: 79_300.01 })).toEqual([])
    expect(codesOf({ ...sound, cumulativeInvestment: 79_301 })).toEqual(['N-008'])
  })

  test('without one before it may have been paid for earlier', () => {
    const first = { overallProgress: 5, periodInvestment: 100, cumulativeInvestment: 5000 }
    expect(checkProgress(first, { milestones: [], days: DAYS })).toEqual([])
  })
})

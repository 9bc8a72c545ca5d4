import { deptKinds } from '@xinchu/contract/rights'
import { changeBases, periodOf, quarterAfter } from '@xinchu/validators'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FIRST_CALLS } from '../../web/build/first-calls.ts'
import { landingOf as pageOf, TABLE } from '../../web/src/app/landing.ts'
import { figureCalls, landingOf } from '../src/first-replies.ts'

const SCALE = '/planningmonitoring/project/scalelayout'
const FRAME = '/dashboard/index'
const [figures] = Object.values(FIRST_CALLS.figures)
if (!figures) throw new Error('the build states no figures')

// As the build writes it.
const landings: Parameters<typeof landingOf>[0] = JSON.parse(JSON.stringify(TABLE))

/** The page on which the server expects a user; the frame's own if it expects none. */
const expected = (deptId: number, roles: readonly number[]) =>
  landingOf(landings, { deptId, roles: roles.map((id) => ({ id })) }) ?? FRAME

describe('the server expects a user on the page on which the portal lands them', () => {
  const depts = [...Object.values(deptKinds), 900, 7_777]
  const roles = [...new Set(TABLE.flatMap(([, role]) => role ?? [])), 1, 99]

  test('for every department with every role of the table and none of it', () => {
    for (const deptId of depts)
      for (const role of roles)
        expect([deptId, role, expected(deptId, [role])]).toEqual([
          deptId,
          role,
          pageOf({ deptId, roles: [{ id: role }] }),
        ])
    expect(expected(deptKinds.nation, [11])).toBe(SCALE)
    expect(expected(7_777, [1])).toBe(FRAME)
  })

  test('for users with several roles, or none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...depts),
        fc.uniqueArray(fc.constantFrom(...roles), { maxLength: 4 }),
        (deptId, held) => {
          expect(expected(deptId, held)).toBe(pageOf({ deptId, roles: held.map((id) => ({ id })) }))
        },
      ),
    )
  })
})

type Period = Parameters<typeof figureCalls>[1][number]
type Status = Period['status']

/** Periods from 2025Q4 backwards. Those that continue an earlier one have its batch. */
const periodsOf = (statuses: readonly (Status | undefined)[]): Period[] =>
  statuses.flatMap((status, back) => {
    const { year, quarter } = quarterAfter({ year: 2025, quarter: 4 }, -back)
    const batch = status === 'CONTINUED' ? '2020Q1-01' : `${year}Q${quarter}-01`
    return status ? [{ year, quarter: quarter as Period['quarter'], status, batch }] : [] // one of four
  })

/** Quarters whose figures the page asks for first. */
function pageQuarters(periods: readonly Period[]): Set<string> {
  const period = periodOf(periods, undefined)
  if (period?.status !== 'OFFICIAL' && period?.status !== 'REVISED') return new Set()
  const bases = changeBases({ side: 'warehouse', period, periods, thisYear: 2026 })
  return new Set(
    [period, bases.year?.period, bases.quarter?.period].flatMap((each) => (each ? textOf(each) : [])),
  )
}

const textOf = ({ year, quarter }: Pick<Period, 'year' | 'quarter'>) => `${year}Q${quarter}`

const callQuarters = (periods: readonly Period[]) =>
  new Set(
    figureCalls(figures, periods).map((url) => {
      const query = new URL(url, 'http://localhost').searchParams
      expect(query.get('source')).toBe('warehouse')
      return `${query.get('year')}Q${query.get('quarter')}`
    }),
  )

describe('the document brings figures of the periods for which the page asks', () => {
  test.each<[why: string, statuses: (Status | undefined)[], quarters: string[]]>([
    [
      'the latest published, the year and the quarter before',
      Array(5).fill('OFFICIAL'),
      ['2025Q4', '2024Q4', '2025Q3'],
    ],
    [
      'later periods that are provisional',
      ['PROVISIONAL', ...Array(5).fill('OFFICIAL')],
      ['2025Q3', '2024Q3', '2025Q2'],
    ],
    ['later periods of the demonstration alone', ['CONTINUED', 'REVISED', 'OFFICIAL'], ['2025Q3', '2025Q2']],
    [
      'a base that continues an earlier one',
      ['OFFICIAL', 'CONTINUED', 'OFFICIAL', 'OFFICIAL', 'CONTINUED'],
      ['2025Q4'],
    ],
    ['bases that are missing', ['OFFICIAL', undefined, 'OFFICIAL'], ['2025Q4']],
    ['provisional bases', ['OFFICIAL', 'PROVISIONAL'], ['2025Q4', '2025Q3']],
    ['no published period', ['PROVISIONAL', 'CONTINUED'], []],
    ['no period', [], []],
  ])('%s', (_why, statuses, quarters) => {
    const periods = periodsOf(statuses)
    expect(callQuarters(periods)).toEqual(new Set(quarters))
    expect(pageQuarters(periods)).toEqual(new Set(quarters))
  })

  test('whatever periods there are', () => {
    const status = fc.constantFrom<Status | undefined>(
      'OFFICIAL',
      'REVISED',
      'PROVISIONAL',
      'CONTINUED',
      undefined,
    )
    fc.assert(
      fc.property(fc.array(status, { maxLength: 9 }), (statuses) => {
        const periods = periodsOf(statuses)
        expect(callQuarters(periods)).toEqual(pageQuarters(periods))
      }),
    )
  })
})

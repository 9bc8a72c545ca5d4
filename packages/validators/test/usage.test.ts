import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkUsage,
  closedQuarter,
  compareUsage,
  firstDueQuarter,
  periodHours,
  prefillUsage,
  quarterAfter,
  quarterDays,
  quarterOf,
  revenueFields,
  usageDerived,
  usageIndicators,
} from '../src/index.ts'

const station = { ratedPower: 100, ratedEnergy: 200, designCyclesPerDay: 1, techType: '01' }
const period = { year: 2026, quarter: 3 }
const report = { ...period, chargeEnergy: 1200, dischargeEnergy: 1056, runHours: 900 }

describe('quarters', () => {
  test.each([
    [1, '2026-01-01', '2026-03-31', 2160],
    [2, '2026-04-01', '2026-06-30', 2184],
    [3, '2026-07-01', '2026-09-30', 2208],
    [4, '2026-10-01', '2026-12-31', 2208],
  ])('quarter %d goes from %s to %s', (quarter, first, last, hours) => {
    const one = { year: 2026, quarter }
    expect(quarterDays(one)).toEqual({ first, last })
    expect(quarterOf(first)).toEqual(one)
    expect(quarterOf(last)).toEqual(one)
    expect(periodHours(one)).toBe(hours)
  })

  test('the last closed quarter is never the running one', () => {
    expect(closedQuarter('2026-01-01')).toEqual({ year: 2025, quarter: 4 })
    expect(closedQuarter('2026-11-21')).toEqual({ year: 2026, quarter: 3 })
  })

  test.each([
    ['on the first day of a quarter, that quarter', '2026-10-01', 2026, 4],
    ['a day later, the next one', '2026-10-02', 2027, 1],
    ['late in the year, the first one of the next', '2026-12-04', 2027, 1],
    ['on the last day of a quarter, the next one', '2026-03-31', 2026, 2],
  ])('the first quarter to report of a project announced %s', (_why, day, year, quarter) => {
    expect(firstDueQuarter(day)).toEqual({ year, quarter })
  })

  test('going on and back leads to the same quarter', () => {
    const quarters = fc.record({
      year: fc.integer({ min: 2000, max: 2100 }),
      quarter: fc.integer({ min: 1, max: 4 }),
    })
    fc.assert(
      fc.property(quarters, fc.integer({ min: -40, max: 40 }), (one, count) => {
        expect(quarterAfter(quarterAfter(one, count), -count)).toEqual(one)
      }),
    )
  })

  test('hours count from the commissioning, and there are none before it', () => {
    expect(periodHours(period, '2026-09-30')).toBe(24)
    expect(periodHours(period, '2026-10-01')).toBe(0)
    expect(periodHours(period, '2020-01-01')).toBe(2208)
  })
})

describe('indicators of a quarter', () => {
  test('are those of the published examples', () => {
    const cec = {
      ...period,
      chargeEnergy: 1889,
      dischargeEnergy: 1681,
      offGridEnergy: 1034,
      onGridEnergy: 857,
    }
    const derived = usageDerived(cec, station)
    expect(derived.conversionEfficiency).toBeCloseTo(88.99, 2)
    expect(derived.comprehensiveEfficiency).toBeCloseTo(82.88, 2)
    // 390 hours and 93 cycles belong to a fleet of 2.0968 hours.
    const fleet = { ratedPower: 1, ratedEnergy: 390 / (2 * 93) }
    const half = usageDerived({ ...period, chargeEnergy: 20, dischargeEnergy: 19 }, fleet)
    expect(half.equivalentUtilizationHours).toBe(390)
    expect(half.equivalentCycles).toBeCloseTo(93, 6)
  })

  test('of a plain station are what one reckons by hand', () => {
    const outage = { plannedOutageHours: 20, unplannedOutageHours: 2.08 }
    expect(usageDerived({ ...report, ...outage, revenueSpot: -3.5, revenueLease: 120 }, station)).toEqual({
      periodHours: 2208,
      equivalentUtilizationHours: 225.6,
      equivalentCycles: 56.4,
      conversionEfficiency: 88,
      availabilityFactor: 99,
      unplannedOutageFactor: 0.0942,
      utilizationIndex: 61.3043,
      totalRevenue: 116.5,
    })
  })

  test('are left out where a figure is missing or nothing was charged', () => {
    expect(usageDerived(period, station)).toEqual({ periodHours: 2208 })
    const idle = usageDerived({ ...period, chargeEnergy: 0, dischargeEnergy: 0 }, station)
    expect(idle.conversionEfficiency).toBeUndefined()
    expect(idle.equivalentCycles).toBe(0)
  })

  const energy = fc.integer({ min: 1, max: 5_000_000 }).map((tenth) => tenth / 10_000)
  const size = fc.integer({ min: 1, max: 5000 })

  test('hours are twice the cycles times the duration, whatever was charged', () => {
    fc.assert(
      fc.property(energy, energy, size, size, (charge, discharge, power, hours) => {
        const plant = { ratedPower: power, ratedEnergy: power * hours }
        const one = usageDerived({ ...period, chargeEnergy: charge, dischargeEnergy: discharge }, plant)
        const expected = (one.equivalentCycles ?? 0) * 2 * hours
        // Both are rounded to 4 decimals.
        expect(Math.abs((one.equivalentUtilizationHours ?? 0) - expected)).toBeLessThanOrEqual(
          0.0001 * (hours + 1),
        )
      }),
    )
  })

  test('an efficiency does not depend on the size of the plant, nor on that of the report', () => {
    fc.assert(
      fc.property(energy, energy, size, (charge, discharge, power) => {
        const usage = { ...period, chargeEnergy: charge, dischargeEnergy: discharge }
        const twice = { ...period, chargeEnergy: charge * 2, dischargeEnergy: discharge * 2 }
        const small = usageDerived(usage, { ratedPower: power, ratedEnergy: power })
        expect(usageDerived(twice, station).conversionEfficiency).toBe(small.conversionEfficiency)
      }),
    )
  })

  test('availability and outages never exceed the period', () => {
    const hours = fc.integer({ min: 0, max: 1104 })
    fc.assert(
      fc.property(hours, hours, (planned, unplanned) => {
        const usage = { ...period, plannedOutageHours: planned, unplannedOutageHours: unplanned }
        const { availabilityFactor = -1, unplannedOutageFactor = -1 } = usageDerived(usage, station)
        expect(availabilityFactor).toBeGreaterThanOrEqual(0)
        expect(availabilityFactor + unplannedOutageFactor).toBeLessThanOrEqual(100.0001)
      }),
    )
  })

  test('the total is the sum of every kind of revenue', () => {
    const amounts = fc.tuple(...revenueFields.map(() => fc.integer({ min: 0, max: 10_000_000 })))
    fc.assert(
      fc.property(amounts, (given) => {
        const usage = Object.fromEntries(
          revenueFields.map((field, index) => [field, (given[index] ?? 0) / 10_000]),
        )
        const total = given.reduce((sum, each) => sum + each, 0) / 10_000
        expect(usageDerived({ ...period, ...usage }, station).totalRevenue).toBeCloseTo(total, 4)
      }),
    )
  })

  test('every indicator is shown with its formula', () => {
    const full = {
      ...report,
      plannedOutageHours: 1,
      unplannedOutageHours: 1,
      offGridEnergy: 2,
      onGridEnergy: 1,
      revenueSpot: 1,
    }
    expect(usageIndicators.map(({ name }) => name).sort()).toEqual(
      Object.keys(usageDerived(full, station)).sort(),
    )
    expect(usageIndicators.every(({ formula }) => formula.length > 0)).toBe(true)
  })
})

describe('a report is refused where', () => {
  test.each([
    ['more comes out than went in', { dischargeEnergy: 1300 }, 'dischargeEnergy'],
    ['it ran longer than the quarter', { runHours: 2209 }, 'runHours'],
    ['the hours add up to more than the quarter', { standbyHours: 1400 }, 'runHours'],
    ['its power was beyond the rated', { maxChargePower: 110.1 }, 'maxChargePower'],
    [
      'an outage has no reason',
      { unplannedOutageTimes: 1, unplannedOutageHours: 2 },
      'unplannedOutageReason',
    ],
    [
      'another reason is not told',
      { unplannedOutageTimes: 1, unplannedOutageHours: 2, unplannedOutageReason: '9' },
      'unplannedOutageNote',
    ],
    ['an accident is not told', { safetyEvents: 1, safetyNote: ' ' }, 'safetyNote'],
  ])('%s', (_why, more, field) => {
    const issues = checkUsage({ ...report, ...more }, station, 'submit')
    expect(issues.filter(({ level }) => level === 'error').map((issue) => issue.field)).toEqual([field])
  })

  test('a sound one is not', () => {
    expect(checkUsage(report, station, 'submit')).toEqual([])
    expect(checkUsage({ ...report, dischargeEnergy: 1224, maxChargePower: 110 }, station, 'submit')).toEqual(
      [],
    )
  })

  test('a draft may still lack its reasons', () => {
    const gaps = { ...report, unplannedOutageTimes: 1, unplannedOutageHours: 2, safetyEvents: 1 }
    expect(checkUsage(gaps, station, 'draft')).toEqual([])
  })

  test('heat and hydrogen leave in another form than they came', () => {
    const more = { ...report, dischargeEnergy: 5000 }
    expect(checkUsage(more, { ...station, techType: '08' }, 'submit')).toEqual([])
  })
})

describe('beside the last period', () => {
  const before = { ...report, quarter: 2, soh: 95 }

  test.each([
    ['much more was charged', { chargeEnergy: 2400, dischargeEnergy: 2112 }, '充电量较上期增加98%，请核对'],
    ['much less was charged', { chargeEnergy: 300, dischargeEnergy: 264 }, '充电量较上期减少75%，请核对'],
    ['the efficiency changed', { dischargeEnergy: 924 }, '转换效率较上期变化11个百分点，请核对'],
    ['the battery grew younger', { soh: 97 }, '健康度较上期上升，请核对'],
  ])('it is pointed out that %s', (_what, more, message) => {
    const issues = compareUsage({ ...report, ...more }, station, before)
    expect(issues.map((issue) => issue.message)).toContain(message)
    expect(issues.every(({ level }) => level === 'warning')).toBe(true)
  })

  test('an ordinary quarter passes without a word', () => {
    expect(compareUsage(report, station, before)).toEqual([])
    expect(compareUsage(report, station)).toEqual([])
  })

  test('a station that began in the last period is compared by the hour', () => {
    const begun = { ...station, commissionDate: '2026-06-01' }
    const month = { ...before, chargeEnergy: 400, dischargeEnergy: 352 }
    expect(compareUsage(report, begun, month)).toEqual([])
  })

  test('an unusual efficiency is pointed out even in the first report', () => {
    expect(compareUsage({ ...report, dischargeEnergy: 600 }, station)).toHaveLength(1)
  })

  test('a new report begins with what lasts and without what was measured', () => {
    expect(prefillUsage(7, period, { ...before, runStatus: '1', remark: '无' })).toEqual({
      projectId: 7,
      ...period,
      runStatus: '1',
      soh: 95,
    })
  })
})

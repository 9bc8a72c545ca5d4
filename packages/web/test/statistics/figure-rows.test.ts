import { apartFromPage, rowsQuery } from '@xinchu/validators'
import { describe, expect, test } from 'vitest'
import {
  countedOf,
  isCounted,
  joinedScale,
  publishedScale,
  publishedUse,
  quarterCell,
  valueOfUse,
  withinCell,
} from '../../src/features/statistics/rows/counted.ts'
import { isOfSpread, spreadFigure } from '../../src/features/statistics/rows/spread-figure.ts'
import { assumed, standing, sumUnder, wordsOf } from '../../src/features/statistics/rows/what-if.ts'

const counted = (text: string) => {
  const found = countedOf(text)
  if (!found) throw new Error(`no figure ${text}`)
  return found
}

describe('a figure in the address', () => {
  test('names its group, and is listed by the conditions of its page', () => {
    const figure = counted('ratedPower,region:640000')
    const filter = { year: 2024, source: 'warehouse', techType: ['01'], appScenario: ['2', '3'] }
    expect(rowsQuery(filter, figure)).toEqual({
      year: 2024,
      source: 'warehouse',
      techType: ['01'],
      figure: 'scale',
      cells: ['appScenario:2', 'appScenario:3', 'region:640000'],
    })
  })

  test('of a group that the page is limited to, too, is of that group alone', () => {
    const filter = { scaleBand: ['3', '4'], ownerGroupId: [7] }
    expect(rowsQuery(filter, counted('ratedPower,scaleBand:3'))).toEqual({
      ownerGroupId: [7],
      figure: 'scale',
      cells: ['scaleBand:3'],
    })
  })

  test('is compared with what its statistic counts', () => {
    const row = { projectCount: 8, ratedPower: 520, ratedEnergy: 1_830, addPower: 40, addEnergy: 80 }
    expect(publishedScale(counted('powerShare,region:540000'), row)).toEqual({
      count: 8,
      power: 520,
      energy: 1_830,
    })
    expect(publishedScale(counted('addPower'), row)).toEqual({ power: 40, energy: 80 })
    const use = { year: 2026, dueProjects: 1_385, reportedProjects: 974 }
    expect(publishedUse(counted('unreportedProjects'), use)).toEqual({ count: 411 })
  })

  test('of use is made of the projects that have reported, and has its own value', () => {
    const use = { year: 2026, dueProjects: 1_385, reportedProjects: 974, chargeEnergy: 20_120.5 }
    const charge = counted('chargeEnergy,region:640000')
    expect(charge).toMatchObject({ caption: '充电量', unit: '万kWh', figure: 'reported', keys: [['640000']] })
    expect([valueOfUse(charge, use), publishedUse(charge, use)]).toEqual([20_120.5, { count: 974 }])
    expect(valueOfUse(counted('unreportedProjects'), use)).toBe(411)
  })

  test('of a trend names its quarter apart from its groups', () => {
    const cell = quarterCell({ year: 2025, quarter: 3 })
    expect(apartFromPage(`chargeEnergy,${cell},region:640000`)).toEqual({
      text: 'chargeEnergy,region:640000',
      period: { year: 2025, quarter: 3 },
      place: undefined,
    })
    expect(apartFromPage('chargeEnergy')).toEqual({
      text: 'chargeEnergy',
      period: undefined,
      place: undefined,
    })
  })

  test('of a map beside another names the division that it is part of', () => {
    const own = (code: string) => apartFromPage(`ratedPower,${withinCell(code)},region:640300`)
    expect(own('640000')).toMatchObject({
      text: 'ratedPower,region:640300',
      place: { provinceCode: '640000' },
    })
    expect(own('640300').place).toEqual({ provinceCode: '640000', cityCode: '640300' })
  })

  test('of several groups is what they add up to', () => {
    const figure = counted('powerShare,year:2025,durationBand:3,durationBand:4')
    expect(figure).toMatchObject({ dimensions: ['year', 'durationBand'], keys: [['2025'], ['3', '4']] })
    const row = (key: string, power: number, powerShare: number) => ({
      ...{ key, label: key, projectCount: 2, powerShare },
      ...{ ratedPower: power, ratedEnergy: 3 * power, addPower: power / 2, addEnergy: power },
    })
    const rows = [row('2025,2', 70, 70), row('2025,3', 20, 20), row('2025,4', 10, 10), row('2024,4', 9, 9)]
    expect(joinedScale(rows.filter((each) => isCounted(figure, each)))).toEqual({
      ...{ label: '2025,3、2025,4', projectCount: 4, powerShare: 30, energyShare: 0 },
      ...{ ratedPower: 30, ratedEnergy: 90, addPower: 15, addEnergy: 30, avgDuration: 3, yoyPower: 100 },
    })
  })

  test('that does not exist is none', () => {
    expect(countedOf('constructor,region:640000')).toBeUndefined()
    expect(countedOf('')).toBeUndefined()
  })

  test('of a group without a value keeps the empty key', () => {
    expect(counted('projectCount,durationBand:')).toMatchObject({
      dimensions: ['durationBand'],
      keys: [['']],
    })
  })
})

describe('a figure of the spread', () => {
  const spread = {
    bins: [
      { from: 200, user: 12, other: 240 },
      { from: 1_200, user: 3, other: 0 },
    ],
    rows: [
      {
        ...{ by: 'appSubScenario' as const, key: '23', label: '电网替代型', projects: 2, flagged: 0 },
        ...{ mean: 900, p10: 820, p25: 850, median: 900, p75: 950, p90: 980 },
        ...{ values: [800, 1_000], projectIds: [11, 12] },
      },
    ],
  }
  const cells = (text: string) => spreadFigure(counted(`reportedProjects,${text}`), spread)

  test('is a station of a scenario with its own hours', () => {
    expect(cells('appSubScenario:23,project:12')).toEqual({
      ...{ label: '电网替代型 · 单站', count: 1, value: 1_000 },
    })
    expect(cells('appSubScenario:23,project:13')).toBeUndefined()
    expect(isOfSpread(counted('reportedProjects,appSubScenario:23,project:12'))).toBe(true)
  })

  test('has the stations of its hours, and of a side of them', () => {
    expect(cells('hoursBin:200')).toEqual({ label: '200–250 h', count: 252, value: 252 })
    expect(cells('hoursBin:200,side:user')).toEqual({ label: '200–250 h · 用户侧', count: 12, value: 12 })
    expect(cells('hoursBin:1200,side:other')).toEqual({
      label: '1,200 h 及以上 · 电源侧、电网侧',
      count: 0,
      value: 0,
    })
    expect(cells('hoursBin:250')).toBeUndefined()
  })

  test('is told from the other figures of use', () => {
    expect(isOfSpread(counted('reportedProjects,hoursBin:200'))).toBe(true)
    expect(isOfSpread(counted('reportedProjects,region:640000'))).toBe(false)
  })
})

describe('an assumption', () => {
  const published = { power: 520, energy: 1_830 }
  const small = { original: { power: 30, energy: 70 } }
  const large = { original: { power: 80, energy: 320 } }

  test('leaves rows out and changes others in the sum of all rows', () => {
    const one = assumed(new Map(), 1, { ...small, isOut: true })
    const two = assumed(one, 2, { ...large, power: 60.5, energy: 240 })
    expect(sumUnder(published, two)).toEqual({ power: 470.5, energy: 1_680 })
    expect(wordsOf(two)).toBe('去掉 1 行、改 1 行')
  })

  test('that is taken back changes nothing', () => {
    const one = assumed(new Map(), 1, { ...small, isOut: true })
    const back = assumed(one, 1, { ...small, isOut: false, power: 30 })
    expect([back.size, sumUnder(published, back), wordsOf(back)]).toEqual([0, published, ''])
  })

  test('moves a group in share and rank', () => {
    expect(standing([100, 300, 600], 1, 700)).toEqual({
      before: { share: 30, rank: 2 },
      after: { share: 50, rank: 1 },
    })
  })
})

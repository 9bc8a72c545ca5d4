import { describe, expect, test } from 'vitest'
import { compare } from '../../src/domain/es-project/duplicates/score.ts'
import { similarity } from '../../src/domain/es-project/duplicates/similarity.ts'
import { fingerprintOf, phaseOf, type Subject } from '../../src/domain/es-project/duplicates/subject.ts'
import { normalisedName, withDigits } from '../../src/domain/es-project/name.ts'
import { distanceM } from '../../src/domain/values/distance.ts'
import { cpuTimeMs } from '../support/cpu-time.ts'

const places = ['宁夏回族自治区', '宁夏', '吴忠市', '吴忠', '盐池县', '盐池']

/** A project that has nothing in common with another one but what is given. */
function project(name: string, more: Partial<Subject> = {}): Subject {
  return {
    project_name: name,
    normalised_name: normalisedName(name, places),
    province_code: '640000',
    ...more,
  }
}

const degreesOf = (metres: number) => (metres / (2 * Math.PI * 6_371_000)) * 360
const pointsOf = (rule: string, a: Subject, b: Subject) =>
  compare(a, b).signals.find((signal) => signal.rule === rule)?.points ?? 0

describe('each rule at, below and above its bound', () => {
  const a = project('高沙窝甲乙', {})
  const b = (more: Partial<Subject>) => project('青山丙丁', more)
  const cases: [
    rule: string,
    what: string,
    left: Partial<Subject>,
    right: Partial<Subject>,
    points: number,
  ][] = [
    [
      'R1',
      'the same national code',
      { national_code: '2401-640323-04-01-123456' },
      { national_code: '2401-640323-04-01-123456' },
      100,
    ],
    [
      'R1',
      'the same record number',
      { record_no: '盐发改备〔2024〕1号' },
      { record_no: '盐发改备〔2024〕1号' },
      100,
    ],
    [
      'R1',
      'one record number in two kinds of brackets and widths',
      { record_no: '盐发改备〔2024〕1号' },
      { record_no: '盐发改备 (２０２４) 1号' },
      100,
    ],
    [
      'R1',
      'one national code in two widths',
      { national_code: '2401-640323-04-01-123456' },
      { national_code: '２４０１－640323－04－01－123456' },
      100,
    ],
    ['R1', 'empty record numbers', { record_no: '' }, { record_no: '' }, 0],
    ['R1', 'a record number on one side', { record_no: '1' }, {}, 0],
    [
      'R1',
      'a record number that begins like a placeholder',
      { record_no: '无锡发改备1号' },
      { record_no: '无锡发改备1号' },
      100,
    ],
    ['R4', 'the same company', { credit_code: 'A' }, { credit_code: 'A' }, 20],
    ['R4', 'the same group', { owner_group_id: 1 }, { owner_group_id: 1 }, 10],
    [
      'R4',
      'the same company and group',
      { credit_code: 'A', owner_group_id: 1 },
      { credit_code: 'A', owner_group_id: 1 },
      20,
    ],
    ['R4', 'neither', { credit_code: 'A', owner_group_id: 1 }, { credit_code: 'B', owner_group_id: 2 }, 0],
    [
      'R5',
      'the same county',
      { county_code: '640323', city_code: '640300' },
      { county_code: '640323', city_code: '640300' },
      10,
    ],
    [
      'R5',
      'the same city',
      { county_code: '640323', city_code: '640300' },
      { county_code: '640324', city_code: '640300' },
      5,
    ],
    ['R5', 'another city', { city_code: '640300' }, { city_code: '640400' }, 0],
    [
      'R6',
      'equal power and energy',
      { rated_power: 100, rated_energy: 200 },
      { rated_power: 100, rated_energy: 200 },
      20,
    ],
    [
      'R6',
      'exactly 1 % apart',
      { rated_power: 99, rated_energy: 198 },
      { rated_power: 100, rated_energy: 200 },
      20,
    ],
    [
      'R6',
      'power a little more than 1 % apart',
      { rated_power: 98.9, rated_energy: 200 },
      { rated_power: 100, rated_energy: 200 },
      8,
    ],
    [
      'R6',
      'energy alone far apart',
      { rated_power: 100, rated_energy: 400 },
      { rated_power: 100, rated_energy: 200 },
      8,
    ],
    ['R6', 'both apart', { rated_power: 98, rated_energy: 190 }, { rated_power: 100, rated_energy: 200 }, 0],
    ['R7', '499 m', { longitude: 107, latitude: 37 }, { longitude: 107, latitude: 37 + degreesOf(499) }, 20],
    ['R7', '501 m', { longitude: 107, latitude: 37 }, { longitude: 107, latitude: 37 + degreesOf(501) }, 10],
    [
      'R7',
      '1,999 m',
      { longitude: 107, latitude: 37 },
      { longitude: 107, latitude: 37 + degreesOf(1999) },
      10,
    ],
    [
      'R7',
      '2,001 m',
      { longitude: 107, latitude: 37 },
      { longitude: 107, latitude: 37 + degreesOf(2001) },
      0,
    ],
    ['R7', 'no coordinates', { longitude: 107, latitude: 37 }, {}, 0],
    [
      'R8',
      'the same technology and use',
      { tech_type: '01', app_sub_scenario: '21' },
      { tech_type: '01', app_sub_scenario: '21' },
      5,
    ],
    [
      'R8',
      'the same technology, another use',
      { tech_type: '01', app_sub_scenario: '21' },
      { tech_type: '01', app_sub_scenario: '22' },
      0,
    ],
    [
      'R9',
      'the same substation and voltage',
      { substation_name: '盐州变', grid_voltage: '110' },
      { substation_name: '盐州变', grid_voltage: '110' },
      5,
    ],
    [
      'R9',
      'the same substation, another voltage',
      { substation_name: '盐州变', grid_voltage: '110' },
      { substation_name: '盐州变', grid_voltage: '220' },
      0,
    ],
  ]
  test.each(cases)('%s: %s', (rule, _what, left, right, points) => {
    expect(pointsOf(rule, { ...a, ...left }, b(right))).toBe(points)
  })

  const named = (normalised_name: string): Subject => ({ ...a, normalised_name })
  test.each([
    ['the same name', '一二三四五六', '一二三四五六', 40],
    ['ten of eleven pairs, 0.91', '一二三四五六七八九十甲乙', '一二三四五六七八九十甲丙', 40],
    ['exactly 0.90', '一二三四五六七八九十甲', '一二三四五六七八九十丙', 40],
    ['a little less than 0.90', '一二三四五六七八九十', '一二三四五六七八九丙', 25],
    ['exactly 0.75', '一二三四五', '一二三四丙', 25],
    ['less than 0.75', '一二三四', '一二三丙', 0],
    ['the same name of three characters', '一二三', '一二三', 25],
    ['the same name of four characters', '一二三四', '一二三四', 40],
  ])('R3: %s', (_what, left, right, points) => {
    expect(pointsOf('R3', named(left), named(right))).toBe(points)
  })
})

describe('two records are', () => {
  const company = { credit_code: '91640323MA0000001C', county_code: '640323', city_code: '640300' }
  const capacity = { rated_power: 100, rated_energy: 200 }
  const site = { longitude: 107.1, latitude: 37.8 }

  test('different when one company builds another phase', () => {
    const first = project('盐池高沙窝风光储能电站一期', { ...company, ...capacity, ...site })
    const second = project('盐池高沙窝风光储能电站二期', { ...company, ...capacity, ...site })
    expect(compare(first, second).score).toBeLessThanOrEqual(55)
    const third = project('盐池高沙窝风光储能电站', { ...company, ...capacity, ...site, phase_no: '第三期' })
    expect(compare(first, third).score).toBeLessThanOrEqual(55)
  })

  test('different when two shared stations of different owners stand at one substation', () => {
    const shared = { county_code: '640323', city_code: '640300', tech_type: '01', app_sub_scenario: '21' }
    const grid = { substation_name: '盐州变', grid_voltage: '110' }
    const one = project('共享储能甲站', { ...shared, ...grid, ...site, ...capacity, credit_code: 'A' })
    const north = { ...site, latitude: site.latitude + degreesOf(300) }
    const other = project('共享储能乙站', {
      ...shared,
      ...grid,
      ...north,
      rated_power: 50,
      rated_energy: 150,
      credit_code: 'B',
    })
    expect(compare(one, other)).toMatchObject({ score: 40, distanceM: 300 })
  })

  test('the same when one company types its name anew, in wide brackets', () => {
    const one = project('盐池高沙窝(北区)100MW储能电站', { ...company, ...capacity })
    const typed = project('盐池县高沙窝（北区）１００ＭＷ储能电站项目', { ...company, ...capacity })
    const { score, signals } = compare(one, typed)
    expect(score).toBe(100)
    expect(signals[0]).toMatchObject({ rule: 'R2', points: 100 })
  })

  test('suspected when site and capacity are the same and name and owner were changed', () => {
    const shared = { county_code: '640323', city_code: '640300', tech_type: '01', app_sub_scenario: '21' }
    const one = project('北地风光汇流', { ...shared, ...capacity, ...site, credit_code: 'A' })
    const other = project('北地风光汇通', { ...shared, ...capacity, ...site, credit_code: 'B' })
    expect(compare(one, other)).toMatchObject({ score: 80, nameSimilarity: 0.8 })
  })

  test('different by name alone when one company has stations of one name in two counties', () => {
    const one = project('盐池储能电站北方', company)
    const other = project('同心储能电站北方', { ...company, county_code: '640324' })
    expect(compare(one, { ...other, normalised_name: one.normalised_name }).score).toBeLessThan(100)
  })

  test('not more than a hint when one of them has ended', () => {
    const one = project('高沙窝甲乙', { ...company, ...capacity, ...site, record_no: '1' })
    for (const build_status of ['6', '7']) expect(compare(one, { ...one, build_status }).score).toBe(55)
    expect(compare(one, { ...one, build_status: '5' }).score).toBe(100)
  })

  test('suspected when two phases have one record number, and the same when no phase differs', () => {
    const one = project('高沙窝一期', { record_no: '1' })
    expect(compare(one, project('高沙窝二期', { record_no: '1' })).score).toBe(70)
    expect(compare(one, project('高沙窝', { record_no: '1' })).score).toBe(100)
  })

  test('the same when two companies have one record number, whatever phases they name', () => {
    const one = project('高沙窝一期', { record_no: '1', credit_code: '91640323MA0000001C' })
    const other = project('高沙窝二期', { record_no: '1', credit_code: '91110105MA0000002X' })
    expect(compare(one, other).score).toBe(100)
    const own = project('高沙窝二期', { record_no: '1', credit_code: '91640323MA0000001C' })
    expect(compare(one, own).score).toBe(70)
  })

  test.each([
    ['another name', '高沙窝甲', '青山丙', 90],
    ['another name with a phase', '高沙窝甲', '青山丙一期', 90],
    ['another phase', '高沙窝甲一期', '高沙窝甲二期', 70],
    ['another name and phase', '高沙窝甲一期', '青山丙二期', 70],
    ['the same name', '高沙窝甲', '高沙窝甲项目', 100],
    ['a phase on one side', '高沙窝甲', '高沙窝甲一期', 100],
  ])('of one company with one number and %s', (_what, name, otherName, score) => {
    const shared = { record_no: '备1号', credit_code: '91640323MA0000001C' }
    expect(compare(project(name, shared), project(otherName, shared)).score).toBe(score)
    const stranger = { ...shared, credit_code: '91110105MA0000002X' }
    expect(compare(project(name, shared), project(otherName, stranger)).score).toBe(100)
  })

  test.each([
    ['within 1 %', { rated_power: 100.5, rated_energy: 201 }, '功率与能量相差 1% 以内'],
    ['power alone', { rated_power: 100.5, rated_energy: 400 }, '功率相差 1% 以内'],
    ['energy alone', { rated_power: 50, rated_energy: 200 }, '能量相差 1% 以内'],
  ])('said to have what is equal: %s', (_what, other, label) => {
    const found = compare(project('高沙窝甲乙', capacity), project('高沙窝储能电站甲乙', other)).signals
    const labels = found.map((signal) => signal.label)
    expect(labels).toEqual(['名称相同（不计地名与通用词）', label])
  })

  test('not compared by what people write where they have no number', () => {
    for (const text of [
      '/',
      '无',
      '不涉及',
      '待定',
      'N/A',
      '-',
      '——',
      '暂无',
      ' （无） ',
      '0',
      'n / a',
      '／',
      '***',
    ]) {
      const one = project('高沙窝甲乙', { record_no: text, national_code: text })
      const other = project('青山丙丁', { record_no: text, national_code: text })
      expect(compare(one, other).signals, text).toEqual([])
    }
  })
})

describe('whatever is compared', () => {
  // A generator of its own, so that a failure comes again.
  function* numbers(): Generator<number, never> {
    for (let state = 20260301; ; ) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      yield state / 2_147_483_648
    }
  }
  const random = numbers()
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random.next().value * values.length)] as T // never empty
  const some = (): Subject =>
    project(Array.from({ length: 8 }, () => pick([...'储能高沙窝一二期🔋1MW（ '])).join(''), {
      credit_code: pick(['A', 'B', null]),
      county_code: pick(['640323', '640324', null]),
      city_code: '640300',
      record_no: pick(['〔1〕', '[1]', '', null, null, null]),
      phase_no: pick(['一期', '2期', null]),
      build_status: pick(['1', '6', null]),
      rated_power: pick([0, 100, 101, null]),
      rated_energy: pick([200, 202.5, null]),
      longitude: pick([107, 107.01, null]),
      latitude: pick([37, 37.01]),
      tech_type: '01',
      app_sub_scenario: pick(['21', '22']),
    })

  test('the score is the same both ways and lies between 0 and 100', () => {
    for (let round = 0; round < 2_000; round++) {
      const [a, b] = [some(), some()]
      const there = compare(a, b)
      expect(compare(b, a)).toEqual(there)
      expect(there.score).toBeGreaterThanOrEqual(0)
      expect(there.score).toBeLessThanOrEqual(100)
    }
  })

  test.each([
    ['one character again and again', (size: number) => '一'.repeat(size)],
    ['digits that never become a capacity', (size: number) => '1'.repeat(size)],
    ['phases without end', (size: number) => '1期'.repeat(size / 2)],
    ['spaces', (size: number) => `${' '.repeat(size)}站`],
  ])('ten times the text takes about ten times as long: %s', (_what, text) => {
    const time = (size: number) => {
      const [a, b] = [project(text(size)), project(`${text(size)}二`)]
      const started = cpuTimeMs()
      compare(a, b)
      return cpuTimeMs() - started
    }
    time(1_000)
    // Quadratic work on this much text would take minutes.
    expect(time(100_000)).toBeLessThan(3_000)
  })
})

test.each([
  ['一期', '1期'],
  ['第二期', '2期'],
  ['十期', '10期'],
  ['第十一期', '11期'],
  ['二十期', '20期'],
  ['三十二号', '32号'],
  ['三四期', '三四期'],
  ['第一产业', '第一产业'],
])('numerals: %s is %s', (text, digits) => {
  expect(withDigits(text)).toBe(digits)
})

test.each([
  ['二期', '', '2'],
  ['二', '', '2'],
  ['2', '高沙窝一期', '2'],
  ['', '高沙窝第十二期', '12'],
  ['北区', '高沙窝', '北区'],
  ['', '高沙窝', ''],
])('the phase of field “%s” and name “%s” is %s', (phase_no, name, phase) => {
  expect(phaseOf(project(name, { phase_no }))).toBe(phase)
})

test('names without a pair of characters are alike only when they are equal', () => {
  expect([similarity('', ''), similarity('甲', '甲'), similarity('甲', '乙')]).toEqual([0, 1, 0])
})

test('the distance between two known places is right within a per mille', () => {
  const [beijing, shanghai] = [
    { longitude: 116.4074, latitude: 39.9042 },
    { longitude: 121.4737, latitude: 31.2304 },
  ]
  expect(distanceM(beijing, shanghai) / 1_067_500).toBeCloseTo(1, 3)
})

test('a decision is bound to what was compared, and to nothing else', () => {
  const one = project('高沙窝甲乙', { rated_power: 100, record_no: null })
  expect(fingerprintOf({ ...one, substation_name: '盐州变', record_no: '' })).toBe(fingerprintOf(one))
  expect(fingerprintOf({ ...one, rated_power: 101 })).not.toBe(fingerprintOf(one))
})

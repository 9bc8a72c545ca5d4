// @vitest-environment node
import { describe, expect, test } from 'vitest'
import {
  classAt,
  classesAmong,
  classesOf,
  naturalBreaks,
  shadeOf,
} from '../../src/features/statistics/options/classes.ts'
import { type Labelled, labelsOf, scaleOf } from '../../src/features/statistics/options/map-labels.ts'
import { nameOfClass } from '../../src/features/statistics/options/map-legend.ts'
import { DARK, LIGHT } from '../../src/features/statistics/palette.ts'

/** Power of the provinces at the end of 2025 in the demonstration, MW. */
const PROVINCES = [
  17_900, 14_860, 10_200, 9_050, 7_300, 6_900, 6_200, 6_020, 5_780, 5_170, 4_680, 4_520, 4_210, 4_120, 4_050,
  3_960, 3_720, 3_520, 2_060, 1_680, 1_640, 1_460, 1_380, 1_370, 970, 860, 800, 520, 270, 260, 160, 110,
]

const begins = (values: readonly number[]) => classesOf(values).map(({ min }) => min)

/** Pseudo-random numbers, the same in each run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647
    yield state / 2_147_483_647
  }
}

/** Sets of one to forty values from thousandths to hundreds of thousands. */
const samples = Array.from({ length: 200 }, (_, at) => {
  const random = numbers(at + 1)
  const next = () => random.next().value ?? 0
  const length = 1 + Math.floor(next() * 40)
  const size = 10 ** (next() * 6 - 1)
  return Array.from({ length }, () => Math.round(size * next() ** 3 * 1000) / 1000)
})

describe('natural breaks', () => {
  test('part values where they are far apart', () => {
    expect(naturalBreaks([1, 2, 3, 50, 51, 52, 900], 3)).toEqual([3, 6])
  })

  test('have the least spread of all partitions', () => {
    const values = [1, 4, 5, 9, 16, 18, 30, 44]
    const spread = (part: readonly number[]) => {
      const mean = part.reduce((sum, each) => sum + each, 0) / part.length
      return part.reduce((sum, each) => sum + (each - mean) ** 2, 0)
    }
    const spreadAt = ([a = 0, b = 0]: readonly number[]) =>
      spread(values.slice(0, a)) + spread(values.slice(a, b)) + spread(values.slice(b))
    const all = values
      .flatMap((_, a) => values.map((__, b) => [a, b]))
      .filter(([a = 0, b = 0]) => 0 < a && a < b)
    expect(spreadAt(naturalBreaks(values, 3))).toBe(Math.min(...all.map(spreadAt)))
  })
})

describe('the classes of a map', () => {
  test('of the provinces are five at round numbers', () => {
    expect(begins(PROVINCES)).toEqual([0, 1_000, 2_500, 5_000, 10_000])
  })

  test('tell the provinces of a region apart', () => {
    expect(begins([14_860, 6_900, 6_200, 3_720, 2_060])).toEqual([0, 2_500, 5_000, 10_000])
  })

  test('of few values are one fewer than these, and of one value one', () => {
    expect(classesOf([3, 40]).length).toBe(1)
    expect(classesOf([3, 40, 900]).length).toBe(2)
    expect(classesOf([4_430])).toEqual([{ min: 0, count: 1 }])
  })

  test('of nothing are none', () => {
    expect(classesOf([])).toEqual([])
    expect(classesOf([0, 0])).toEqual([])
  })

  test('hold every value of any set once, none is empty, and each begins at 1, 2, 2.5 or 5 times a power of ten', () => {
    for (const values of samples) {
      const classes = classesOf(values)
      if (classes.length === 0) continue
      expect(classes.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
      for (const [at, { min, max, count }] of classes.entries()) {
        expect(count).toBe(values.filter((value) => classAt(classes, value) === at).length)
        expect(count).toBeGreaterThan(0)
        expect(max).toBe(classes[at + 1]?.min)
        if (at > 0) expect(String(min).replaceAll(/[.0]/g, '')).toMatch(/^(1|2|25|5)$/)
      }
      expect(classes.length).toBeLessThanOrEqual(5)
    }
  })

  test('are shaded from light to dark, the highest the darkest', () => {
    expect([0, 1, 2, 3, 4].map((at) => shadeOf(at, 5))).toEqual([0, 1, 2, 3, 4])
    expect([0, 1, 2].map((at) => shadeOf(at, 3))).toEqual([0, 2, 4])
  })

  test('are named by their bounds', () => {
    expect(classesOf(PROVINCES).map(nameOfClass)).toEqual([
      '< 1,000',
      '1,000–2,500',
      '2,500–5,000',
      '5,000–10,000',
      '≥ 10,000',
    ])
  })
})

describe('a label on the map', () => {
  const scale = scaleOf([73, 18, 135, 54])
  const part = (name: string, box: readonly [number, number, number, number]) => ({
    name,
    box,
    cp: [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] as const,
  })
  const xinjiang = { name: '新疆', label: '新疆', value: 14_860, part: part('新疆', [73, 34, 96, 49]) }
  const labels = (...each: Labelled[]) => [...labelsOf(each, 'MW', scale).values()]

  test('has the value below the name where the part is wide enough', () => {
    expect(labels(xinjiang)).toEqual(['新疆\n14,860'])
  })

  test('is the name alone where the part is narrow or has no figure', () => {
    const shanghai = {
      name: '上海',
      label: '上海',
      value: 860,
      part: part('上海', [120.8, 30.6, 122.2, 31.9]),
    }
    expect(labels({ ...xinjiang, value: undefined }, shanghai)).toEqual(['新疆', '上海'])
  })

  test('never runs into an earlier one: it loses its value, then it is left out', () => {
    const near = { name: '兵团', label: '兵团', value: 960, position: [84.5, 41.5] as const }
    const same = { ...xinjiang, name: '另一', label: '另一' }
    expect(labels(xinjiang, same)).toEqual(['新疆\n14,860'])
    // A mark on the middle of a division takes its label; beside it, the mark loses its own.
    expect(labels(xinjiang, near)).toEqual(['兵团 960'])
    expect(labels(xinjiang, { ...near, position: [77.5, 41.5] })).toEqual(['新疆\n14,860', '兵团'])
  })

  test('stays in a map without positions', () => {
    const own = { name: '吴忠市', box: undefined, cp: undefined }
    expect([...labelsOf([{ name: '吴忠市', label: '吴忠', value: 3, part: own }], 'MW', 0).values()]).toEqual(
      ['吴忠'],
    )
  })
})

/** Contrast of two colours by WCAG. */
function contrast(one: string, other: string): number {
  const lightness = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [low = 0, high = 0] = [lightness(one), lightness(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the colours of charts on a %s page', (_, palette) => {
  test('have 3:1 for every group and for outlines', () => {
    for (const colour of [...palette.groups, palette.outline])
      expect(contrast(colour, palette.surface)).toBeGreaterThanOrEqual(3)
  })

  test('have 4.5:1 for every text, on its class too', () => {
    for (const colour of [palette.ink, palette.inkSoft, palette.inkFaint, palette.warning])
      expect(contrast(colour, palette.surface)).toBeGreaterThanOrEqual(4.5)
    for (const [at, colour] of palette.steps.entries())
      expect(contrast(colour, palette.onSteps[at] ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})

test('two maps beside each other have the same classes, each with its own counts', () => {
  const [one, other] = [
    [10, 40, 90, 300],
    [2_000, 700, 95, 12],
  ]
  const [first, second] = [one, other].map((own) => classesAmong([...one, ...other], own))
  expect(first?.map(({ min }) => min)).toEqual(second?.map(({ min }) => min))
  const count = (classes = first) => classes?.reduce((sum, each) => sum + each.count, 0)
  expect([count(first), count(second)]).toEqual([4, 4])
  expect(first?.at(-1)?.count).toBe(0)
})

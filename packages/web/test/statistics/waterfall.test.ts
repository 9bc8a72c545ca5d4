// @vitest-environment node
import { expect, test } from 'vitest'
import { waterfallOf } from '../../src/features/statistics/compare/model.ts'
import { waterfallOption } from '../../src/features/statistics/compare/options/waterfall.ts'
import { drawnSvg } from '../../src/features/statistics/files/drawn.ts'
import { drawnTexts, touching } from '../support/drawn-texts.ts'

const HEIGHT = 330

/** Sides and steps that differ by these amounts in MW. */
function subject(differences: Readonly<Record<string, number>>, isPublished = true) {
  const base = 73_760
  const pairs = Object.entries(differences).map(([name, difference]) => ({
    ...{ key: name, name, difference, change: undefined },
    ...{ base: 0, current: 0, baseShare: 0, currentShare: 0, baseRank: undefined, currentRank: undefined },
  }))
  const steps = waterfallOf(pairs, base)
  return {
    steps,
    base: { name: '2024年底', value: base },
    current: {
      name: isPublished ? '2025年底' : '2025年底（暂行）',
      value: steps.at(-1)?.to ?? base,
      isSolid: isPublished,
    },
    unit: 'MW',
  }
}

const regions = subject({ 华北: 19_800, 西北: 17_570, 南方: 9_450, 华东: 8_930, 华中: 5_960, 东北: 230 })
const cities = subject(
  {
    ...{ 伊犁哈萨克: 3_910, 巴音郭楞: 2_030, 克孜勒苏: 1_220, 克拉玛依: 900, 博尔塔拉: 640 },
    ...{ 阿克苏: 310, 和田: 80, 昌吉: -40, 哈密: -1_260, '其余 5 地': 700 },
  },
  false,
)

const SUBJECTS = [
  ['six regions', regions],
  ['ten cities, some with less than before, up to a period that is not published', cities],
] as const

test.each(SUBJECTS.flatMap(([what, of]) => [290, 334, 480, 620, 930].map((width) => ({ what, of, width }))))(
  'each bar has its name and value at $width px: $what',
  ({ of, width }) => {
    const texts = drawnTexts(drawnSvg({ option: (palette) => waterfallOption(of)(palette) }, width, HEIGHT))
    expect(touching(texts)).toEqual([])
    const all = texts.map(({ text }) => text)
    const named = all.map((text) => text.replace(/（.*| [−<\d.]+%$/, ''))
    for (const { name } of [of.base, ...of.steps, of.current])
      expect(
        named.filter((text) => text === name.replace(/（.*/, '')),
        name,
      ).toHaveLength(1)
    for (const { difference } of of.steps)
      expect(all).toContain(`${difference < 0 ? '−' : '+'}${Math.abs(difference).toLocaleString('en')}`)
    for (const { text, left, right } of texts) {
      expect(left, text).toBeGreaterThanOrEqual(0)
      expect(right, text).toBeLessThanOrEqual(width)
    }
  },
)

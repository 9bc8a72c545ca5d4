import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getMap } from 'echarts/core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Sdk } from '../../src/app/sdk.ts'
import { sessionQueries } from '../../src/app/session-queries.ts'
import { HALF_MAP } from '../../src/features/statistics/compare/map-room.ts'
import { halfMapOption } from '../../src/features/statistics/compare/options/half-map.ts'
import { needMap } from '../../src/features/statistics/echarts.ts'
import { drawnSvg } from '../../src/features/statistics/files/drawn.ts'
import { KEY_ASIDE_FROM, type MapSubject, mapOption } from '../../src/features/statistics/options/map.ts'
import type { MapKey } from '../../src/features/statistics/options/map-legend.ts'
import { clientOfFile } from '../support/client.ts'
import { drawnTexts, touching } from '../support/drawn-texts.ts'

type Settings = Awaited<ReturnType<Sdk['platform']['get']>>

const client = clientOfFile()

beforeAll(async () => {
  client.setQueryData(sessionQueries.platform.queryKey, {} as Settings) // an operator without maps of his own
  await Promise.all(['100000', '640000', '650000'].map((code) => needMap(client, code)))
})

const HEIGHT = 470
/** Widths of the map's card in windows of 1440, 1024 and 390 px. */
const WIDTHS = [645, 930, 334]

const figures = [
  { name: '宁夏回族自治区', label: '宁夏', value: 730 },
  { name: '浙江省', label: '浙江', value: 509 },
]
const corps = { name: '新疆生产建设兵团', label: '兵团', value: 53, position: [85, 44] as const }
/** A year's growth of the demonstration in MW, by the beginning of the names. */
const GROWTH =
  '北京180 天津350 河北4400 山西3370 内蒙古7370 辽宁140 吉林50 黑龙江40 上海650 江苏2380 浙江2840 安徽2380 福建680 江西500 ' +
  '山东4130 河南1480 湖北1400 湖南1100 广东2100 广西1700 海南720 重庆600 四川680 贵州580 云南4350 西藏200 陕西1140 甘肃3280 ' +
  '青海1750 宁夏3570 新疆6940'
const group: MapSubject = { map: 'china', unit: 'MW', figures, points: [] }

interface Drawn {
  left: number
  right: number
  top: number
  bottom: number
}

const drawn = (subject: MapSubject, width: number) =>
  drawnSvg({ option: (palette) => mapOption(subject)(palette) }, width, HEIGHT)

/** Texts of a drawing, without its markup. */
const textsOf = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text.replace('&lt;', '<'))

/** Frame of the outlines: the paths of many corners. */
function frameOf(svg: string): Drawn {
  const corners = [...svg.matchAll(/<path d="(M[^"]{200,})"/g)].flatMap(([, path = '']) =>
    [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
  )
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

describe.each(WIDTHS)('a map of %i px', (width) => {
  test("shows the whole nation with its inset for a group's projects in some provinces", () => {
    const { left, right, top, bottom } = frameOf(drawn(group, width))
    expect(left).toBeGreaterThanOrEqual(0)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(width)
    expect(bottom).toBeLessThanOrEqual(HEIGHT)
    expect(textsOf(drawn(group, width)).join('')).toMatch(width < 500 ? /无数据/ : /南海诸岛/)
  })

  test('names the hatched divisions in its key, with their number', () => {
    const texts = textsOf(drawn(group, width))
    expect(texts).toContain('无数据')
    expect(texts).toContain('32 地')
  })

  test('names the diamond of the Corps below them, where it is drawn', () => {
    expect(textsOf(drawn(group, width))).not.toContain('新疆生产建设兵团')
    const texts = textsOf(drawn({ ...group, points: [corps] }, width))
    expect(texts.indexOf('新疆生产建设兵团')).toBeGreaterThan(texts.indexOf('无数据'))
  })

  test('has its key beside or below the outlines of a province', () => {
    const subject = { map: '650000', unit: 'MW', figures, points: [{ ...corps, value: undefined }] }
    const { left, bottom } = frameOf(drawn(subject, width))
    if (width < 600) expect(bottom).toBeLessThan(HEIGHT - 40)
    else expect(left).toBeGreaterThanOrEqual(166)
    expect(textsOf(drawn(subject, width))).toContain('新疆生产建设兵团，无数据')
  })
})

describe('on a page, where the key is text over the map', () => {
  test.each([
    ['the nation', { ...group, points: [corps] }],
    ['a province without figures', { map: '640000', unit: 'MW', figures: [], points: [] }],
    ['the Corps without a figure', { ...group, points: [{ ...corps, value: undefined }] }],
  ])('the key of %s says what the drawing says in files, and is not drawn as well', (_of, subject) => {
    const keys: MapKey[] = []
    const option = mapOption(subject)
    const page = drawnSvg({ option: (palette) => option(palette, (key) => keys.push(key)) }, 645, HEIGHT)
    const lines = keys.flatMap(({ title, classes, others }) => [
      title,
      ...[...classes, ...others].flatMap(({ text, count }) =>
        count === undefined ? text : [text, `${count} 地`],
      ),
    ])
    expect(keys).toHaveLength(1)
    const [drawnTexts, pageTexts] = [textsOf(drawn(subject, 645)), textsOf(page)]
    expect([...pageTexts, ...lines].toSorted()).toEqual(drawnTexts.toSorted())
  })
})

test('the key stands at the side of a map from the width on from which the drawing leaves room for it', () => {
  const source = readFileSync(join(import.meta.dirname, '../../src/features/statistics/map-key.tsx'), 'utf8')
  expect([...source.matchAll(/@min-\[(\d+)px\]/g)].map(([, width]) => Number(width))).toEqual([
    KEY_ASIDE_FROM,
  ])
})

test('the key of a region leaves out the neighbours, of which only the outlines are drawn', () => {
  const texts = textsOf(drawn({ ...group, within: figures.map(({ name }) => name) }, 645))
  expect(texts).not.toContain('无数据')
})

test('a division without a figure has its common name', () => {
  const labels = new Map([['西藏自治区', '西藏']])
  expect(textsOf(drawn({ ...group, labels }, 645))).toContain('西藏')
})

test('a scope without any value has no classes in its key', () => {
  const texts = textsOf(drawn({ map: '640000', unit: 'MW', figures: [], points: [] }, 645))
  expect(texts).toContain('无数据')
  expect(texts.filter((text) => text.endsWith('地'))).toEqual(['5 地'])
})

/** Rectangles of the names and values in a drawing, a pixel narrower than drawn on either side. */
const labelsIn = (svg: string) =>
  [
    ...svg.matchAll(
      /<text[^>]*?(?: y="(-?[\d.]+)")? transform="translate\(([\d.]+) ([\d.]+)\)"[^>]*>([^<]+)</g,
    ),
  ]
    .filter(([, , , , text = '']) => /^[\u4e00-\u9fff]+$|^[\d,]+$/.test(text) && !/数据|诸岛/.test(text))
    .map(([, below = '0', x, y, text = '']) => {
      const half = [...text].reduce((sum, sign) => sum + (/[\d,]/.test(sign) ? 3.2 : 6), 0) - 1
      return { text, x: Number(x), y: Number(y) + Number(below), half }
    })

/** The year's growth with the names of the outlines. */
function growthFigures() {
  const features = (getMap('china')?.geoJSON.features ?? []) as { properties: { name: string } }[] // registered as such
  const names = features.map(({ properties }) => properties.name)
  return [...GROWTH.matchAll(/([^\d ]+)(\d+)/g)].map(([, label = '', value]) => ({
    ...{ label, value: Number(value) },
    name: names.find((name) => name.startsWith(label)) ?? '',
  }))
}

test.each([
  ['half the width of a page', 540, HALF_MAP],
  ['the width of a page', 645, undefined],
])('no label of a map of %s runs into another', (_what, width, room) => {
  const values = growthFigures()
  const labels = labelsIn(drawn({ ...group, figures: values, points: [corps], room }, width))
  expect(labels.length).toBeGreaterThan(30)
  // Large provinces keep their names beside values of others.
  if (room)
    expect(labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['河北', '山东', '甘肃', '宁夏']))
  const touching = labels.flatMap((one, at) =>
    labels
      .slice(at + 1)
      .filter(({ x, y, half }) => Math.abs(one.y - y) < 12 && Math.abs(one.x - x) < one.half + half)
      .map(({ text }) => `${one.text} ${text}`),
  )
  expect(touching).toEqual([])
})

test.each([510, 540, 598, 640, 800])(
  'a map of half a page names each province at %i px, below the others if not among them',
  (width) => {
    const subject = { ...group, figures: growthFigures(), points: [corps], room: HALF_MAP }
    const option = mapOption(subject)
    const svg = drawnSvg(
      { option: (palette) => halfMapOption(option(palette), palette, subject) },
      width,
      HEIGHT,
    )
    const texts = drawnTexts(svg)
    const words = texts.flatMap(({ text }) => text.split(/[\s　]/))
    for (const { label } of subject.figures)
      expect(
        words.filter((word) => word === label),
        label,
      ).toHaveLength(1)
    expect(texts.map(({ text }) => text)).toContain('图上未标注（MW）')
    const listed = /^图上未标注|^[\u4e00-\u9fff]{2} [\d,]+/
    expect(
      touching(texts).filter((pair) => listed.test(pair) || listed.test(pair.split(' | ')[1] ?? '')),
    ).toEqual([])
  },
)

test('a map of half a page without labels has no list of those that are missing', () => {
  const subject = { ...group, figures: growthFigures(), points: [corps], room: HALF_MAP }
  const option = mapOption(subject)
  const svg = drawnSvg({ option: (palette) => halfMapOption(option(palette), palette, subject) }, 334, HEIGHT)
  expect(textsOf(svg).join('')).not.toContain('未标注')
})

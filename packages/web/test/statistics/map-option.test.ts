import { beforeAll, describe, expect, test } from 'vitest'
import { queryClient } from '../../src/app/query-client.ts'
import type { sdk } from '../../src/app/sdk.ts'
import { sessionQueries } from '../../src/app/session-queries.ts'
import { needMap } from '../../src/features/statistics/echarts.ts'
import { drawnSvg } from '../../src/features/statistics/files/drawn.ts'
import { type MapSubject, mapOption } from '../../src/features/statistics/options/map.ts'
import type { MapKey } from '../../src/features/statistics/options/map-legend.ts'

type Settings = Awaited<ReturnType<typeof sdk.platform.get>>

beforeAll(async () => {
  queryClient.setQueryData(sessionQueries.platform.queryKey, {} as Settings) // an operator without maps of his own
  await Promise.all(['100000', '640000', '650000'].map(needMap))
})

const HEIGHT = 470
/** Widths of the map's card in windows of 1440, 1024 and 390 px. */
const WIDTHS = [645, 930, 334]

const figures = [
  { name: '宁夏回族自治区', label: '宁夏', value: 730 },
  { name: '浙江省', label: '浙江', value: 509 },
]
const corps = { name: '新疆生产建设兵团', label: '兵团', value: 53, position: [85, 44] as const }
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

import { figure } from '../../../lib/figures.ts'
import type { Palette } from '../palette.ts'
import { type MapClass, shadeOf } from './classes.ts'
import { SMALL } from './common.ts'

const LINE = 18
const SWATCH = { width: 16, height: 11 }
const TEXT_AT = 24
const COUNT_AT = 118
const WIDTH = 162
/** Above neighbours of a scope, which run under the key. */
const Z = 20

/** Words of a class of a map. */
export function nameOfClass({ min, max }: MapClass): string {
  if (min < 0)
    return min === Number.NEGATIVE_INFINITY ? `< ${signed(max)}` : `${signed(min)} 至 ${signed(max)}`
  if (max === undefined) return min === 0 ? '有数据' : `≥ ${figure(min)}`
  return min === 0 ? `< ${figure(max)}` : `${figure(min)}–${figure(max)}`
}

const signed = (value = 0) => figure(value).replace('-', '−')

/** Hatching of a division without a figure. */
export const hatch = (palette: Palette) => ({
  symbol: 'rect',
  dashArrayX: [1, 0],
  dashArrayY: [1, 5],
  rotation: -Math.PI / 4,
  color: palette.outline,
  backgroundColor: palette.surface,
})

interface Line {
  fill: string
  text: string
  count: number
  isBlank?: boolean
}

const text = (palette: Palette, at: number, y: number, words: string, look: object = {}) => ({
  type: 'text',
  left: at,
  top: y,
  silent: true,
  z: Z,
  style: { text: words, fill: palette.inkSoft, fontSize: SMALL, ...look },
})

/** Strokes across a swatch, as in the hatched divisions. */
const strokes = (palette: Palette, top: number) =>
  [0, 5, 10].map((shift) => ({
    type: 'line',
    silent: true,
    z: Z,
    shape: {
      x1: shift,
      y1: top + SWATCH.height,
      x2: Math.min(shift + SWATCH.height, SWATCH.width),
      y2: top + Math.max(0, shift + SWATCH.height - SWATCH.width),
    },
    style: { stroke: palette.outline, lineWidth: 1 },
  }))

function lineOf(palette: Palette, { fill, text: words, count, isBlank }: Line, at: number) {
  const top = (at + 1) * LINE
  return [
    {
      type: 'rect',
      silent: true,
      z: Z,
      shape: { x: 0, y: top, ...SWATCH },
      style: { fill, stroke: palette.outline, lineWidth: 1 },
    },
    ...(isBlank ? strokes(palette, top) : []),
    text(palette, TEXT_AT, top, words),
    text(palette, COUNT_AT, top, `${count} 地`, { fill: palette.inkFaint }),
  ]
}

/** Key of a map, high to low with the number of divisions of each class, then those without a figure. */
export function mapLegend(palette: Palette, classes: readonly MapClass[], blank: number, title: string) {
  const lines: Line[] = classes
    .map((each, at) => ({
      fill: palette.steps[shadeOf(at, classes.length)] ?? palette.surface,
      text: nameOfClass(each),
      count: each.count,
    }))
    .toReversed()
  if (blank > 0) lines.push({ fill: palette.surface, text: '无数据', count: blank, isBlank: true })
  return {
    type: 'group',
    left: 4,
    bottom: 4,
    silent: true,
    children: [
      {
        type: 'rect',
        silent: true,
        z: Z,
        shape: { x: -4, y: -4, width: WIDTH, height: (lines.length + 1) * LINE + 4 },
        style: { fill: palette.surface, opacity: 0.85 },
      },
      text(palette, 0, 0, title, { fontWeight: 600 }),
      ...lines.flatMap((line, at) => lineOf(palette, line, at)),
    ],
  }
}

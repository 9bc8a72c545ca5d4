import { figure } from '../../../lib/figures.ts'
import type { Palette } from '../palette.ts'
import { type MapClass, shadeOf } from './classes.ts'
import { SMALL } from './common.ts'

/** Height of a line of a key, px. */
export const LINE = 18
const SWATCH = { width: 16, height: 11 }
const TEXT_AT = 24
const COUNT_AT = 118
const WIDTH = 162
const DIAMOND = 12
const EDGE = 4
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

/** Line of a key. */
export interface KeyLine {
  fill: string
  text: string
  /** Undefined for the diamonds, which are counted by class. */
  count?: number
  look?: 'hatched' | 'diamond'
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

/** Mark of a division without outlines. */
function diamond(palette: Palette, fill: string, top: number) {
  const [middle, half] = [SWATCH.width / 2, DIAMOND / 2]
  const y = top + SWATCH.height / 2
  return {
    type: 'polygon',
    silent: true,
    z: Z,
    shape: {
      points: [
        [middle, y - half],
        [middle + half, y],
        [middle, y + half],
        [middle - half, y],
      ],
    },
    style: { fill, stroke: palette.ink, lineWidth: 1 },
  }
}

function lineOf(palette: Palette, { fill, text: words, count, look }: KeyLine, top: number) {
  const area = {
    type: 'rect',
    silent: true,
    z: Z,
    shape: { x: 0, y: top, ...SWATCH },
    style: { fill, stroke: palette.outline, lineWidth: 1 },
  }
  return [
    look === 'diamond' ? diamond(palette, fill, top) : area,
    ...(look === 'hatched' ? strokes(palette, top) : []),
    text(palette, TEXT_AT, top, words),
    ...(count === undefined ? [] : [text(palette, COUNT_AT, top, `${count} 地`, { fill: palette.inkFaint })]),
  ]
}

/** Parts of a map besides its classes. */
export interface Further {
  /** Divisions without a figure. */
  blank: number
  /** Values of the divisions that are drawn as points, undefined for those without a figure. */
  points: readonly (number | undefined)[]
}

/** Lines of divisions without a figure, and of those that are drawn as points: the Corps, or its divisions. */
function furtherLines({ surface, steps }: Palette, { blank, points }: Further): KeyLine[] {
  const known = points.filter((value) => value !== undefined).length
  const name = points.length > 1 ? '兵团各师市' : '新疆生产建设兵团'
  const lines: KeyLine[] = []
  if (blank > 0) lines.push({ fill: surface, text: '无数据', count: blank, look: 'hatched' })
  if (known > 0) lines.push({ fill: steps[2], text: name, look: 'diamond' })
  if (known < points.length) lines.push({ fill: surface, text: `${name}，无数据`, look: 'diamond' })
  return lines
}

/** Lines above each other, from a top line on. */
const block = (palette: Palette, lines: readonly KeyLine[], first = 0) =>
  lines.flatMap((line, at) => lineOf(palette, line, (at + first) * LINE))

const group = (palette: Palette, id: string, height: number, children: readonly object[]) => ({
  id,
  type: 'group',
  silent: true,
  children: [
    {
      type: 'rect',
      silent: true,
      z: Z,
      shape: { x: -EDGE, y: -EDGE, width: WIDTH, height },
      style: { fill: palette.surface, opacity: 0.85 },
    },
    ...children,
  ],
})

/** Width of a key at the side of a map, px. */
export const KEY_WIDTH = WIDTH + EDGE

/** Key of a map. */
export interface MapKey {
  palette: Palette
  title: string
  /** Classes, high to low, with the number of divisions of each. */
  classes: readonly KeyLine[]
  /** Divisions without a figure, and the diamonds. */
  others: readonly KeyLine[]
}

export function keyOf(
  palette: Palette,
  classes: readonly MapClass[],
  further: Further,
  title: string,
): MapKey {
  const lines = classes.map((each, at) => ({
    fill: palette.steps[shadeOf(at, classes.length)] ?? palette.surface,
    text: nameOfClass(each),
    count: each.count,
  }))
  return { palette, title, classes: lines.toReversed(), others: furtherLines(palette, further) }
}

const heightsOf = ({ classes, others }: MapKey) => ({
  classes: (classes.length + 1) * LINE + EDGE,
  others: others.length * LINE,
})

/** Height of a key below a map, px. */
export function keyHeight(key: MapKey): number {
  const { classes, others } = heightsOf(key)
  return Math.max(classes, others + EDGE) + EDGE
}

/**
 * A key as a part of the drawing. At the side of a map it is one column; below a map the last lines are beside the
 * classes.
 */
export function drawnKey(key: MapKey) {
  const { palette, title, classes, others } = key
  const heights = heightsOf(key)
  const lists = [
    group(palette, 'classes', heights.classes, [
      text(palette, 0, 0, title, { fontWeight: 600 }),
      ...block(palette, classes, 1),
    ]),
    group(palette, 'others', heights.others + EDGE, block(palette, others)),
  ]
  const at = (places: readonly object[]) => lists.map((list, index) => ({ ...list, ...places[index] }))
  return {
    aside: at([
      { left: EDGE, bottom: EDGE + heights.others },
      { left: EDGE, bottom: EDGE },
    ]),
    below: at([
      { left: EDGE, bottom: EDGE },
      { left: KEY_WIDTH, bottom: EDGE },
    ]),
  }
}

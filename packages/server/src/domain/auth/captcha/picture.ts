import { randomInt } from 'node:crypto'
import { encodePng } from '../../../runtime/png.ts'
import { GLYPHS, type Glyph, GRID } from './glyphs.ts'
import { curveThrough, type Point, Raster } from './raster.ts'

/** Size of the picture in pixels. It is displayed at half size. */
const WIDTH = 300
const HEIGHT = 96

const SIGNS = '+×'
const LEVELS = 48
const FRACTIONS = 2 ** 32

const between = (low: number, high: number) => low + ((high - low) * randomInt(FRACTIONS)) / FRACTIONS
const pick = <T>(choices: readonly T[]): T | undefined =>
  choices.length === 0 ? undefined : choices[randomInt(choices.length)]
const penRadius = () => between(2.4, 2.9)
/** Clutter is thinner than the glyphs, so that people can tell them apart. */
const clutterRadius = () => between(1.8, 2.4)

type Transform = (point: Point) => Point

/** Bends the whole picture: two sine waves along each axis with random length and phase. */
function randomWarp(): Transform {
  const wave = (size: number, shortest: number, longest: number) => {
    const [amplitude, length, phase] = [between(size / 2, size), between(shortest, longest), between(0, 7)]
    return (at: number) => amplitude * Math.sin((2 * Math.PI * at) / length + phase)
  }
  const [down, downFine] = [wave(10, 150, 280), wave(3.4, 60, 95)]
  const [across, acrossFine] = [wave(8, 80, 130), wave(3.2, 42, 64)]
  return ({ x, y }) => ({
    x: x + across(y + x / 3) + acrossFine(y - x / 4),
    y: y + down(x + y / 3) + downFine(x - y / 4),
  })
}

/** Jitters control points. Equal points stay equal. */
function jittered(glyph: Glyph): Glyph {
  const moved = new Map<string, Point>()
  return glyph.map((stroke) =>
    stroke.map(({ x, y }) => {
      const key = `${x},${y}`
      const point = moved.get(key) ?? { x: x + between(-0.85, 0.85), y: y + between(-0.95, 0.95) }
      moved.set(key, point)
      return point
    }),
  )
}

/** Rotates, scales and shears a glyph, and moves its centre to `centre`. */
function placed(centre: Point, isSign: boolean): Transform {
  // Rotated by 45 degrees, a plus becomes a times sign.
  const turn = isSign ? 0.2 : 0.5
  const angle = between(-turn, turn)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const shear = between(-0.35, 0.35)
  const [wide, high] = [between(3, 4.8), between(3, 4.6)]
  return (point) => {
    const y = (point.y - GRID.height / 2) * high
    const x = (point.x - GRID.width / 2) * wide - shear * y
    return { x: centre.x + x * cos - y * sin, y: centre.y + x * sin + y * cos }
  }
}

interface Pen {
  raster: Raster
  warp: Transform
}

function drawText(text: string, { raster, warp }: Pen): void {
  const characters = [...text]
  // Glyphs touch: the pitch is about as wide as a glyph.
  const pitch = between(46, 52)
  const gaps = characters.slice(1).map(() => pitch + between(-4, 4))
  const length = gaps.reduce((sum, gap) => sum + gap, 0)
  const room = (WIDTH - length) / 2 - 28
  let x = (WIDTH - length) / 2 + between(-room, room)
  for (const [index, character] of characters.entries()) {
    const variant = pick(GLYPHS.get(character) ?? [])
    if (!variant) throw new Error(`no glyph is drawn for ${character}`)
    const centre = { x, y: HEIGHT / 2 + between(-9, 9) }
    const place = placed(centre, SIGNS.includes(character))
    const radius = penRadius()
    for (const stroke of jittered(variant)) raster.stroke(curveThrough(stroke.map(place)).map(warp), radius)
    x += gaps[index] ?? 0
  }
}

/** A curve across the whole width that connects the glyphs. */
function drawClutter({ raster, warp }: Pen): void {
  const side = between(-1, 1) < 0 ? -1 : 1
  const stops = [-0.05, 0.22, 0.5, 0.78, 1.05]
  const line = stops.map((stop, index) => ({
    x: (stop + between(-0.05, 0.05)) * WIDTH,
    y: HEIGHT / 2 + (index % 2 === 0 ? side : -side) * between(4, 34),
  }))
  raster.stroke(curveThrough(line).map(warp), clutterRadius())
}

type Colour = [number, number, number]

/** Converts hue (turns), saturation and lightness (0–1) to red, green and blue. */
function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  const channel = (n: number) => {
    const k = (n + hue * 12) % 12
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

/** Colours from paper to ink. */
function randomPalette(): Colour[] {
  const paper = colourOf(between(0, 1), between(0.3, 0.8), between(0.93, 0.97))
  const ink = colourOf(between(0, 1), between(0.4, 0.8), between(0.16, 0.26))
  return Array.from({ length: LEVELS }, (_, level): Colour => {
    const share = level / (LEVELS - 1)
    const mixed = (at: 0 | 1 | 2) => Math.round(paper[at] + (ink[at] - paper[at]) * share)
    return [mixed(0), mixed(1), mixed(2)]
  })
}

/** A gradient from `low` to `high` in a random direction. */
function randomGradient(low: number, high: number): (x: number, y: number) => number {
  const angle = between(0, 2 * Math.PI)
  const [dx, dy] = [Math.cos(angle) / WIDTH, Math.sin(angle) / HEIGHT]
  return (x, y) => low + (high - low) * (0.5 + 0.5 * (dx * (x - WIDTH / 2) + dy * (y - HEIGHT / 2)))
}

function shaded({ coverage }: Raster): Uint8Array {
  const [paper, ink] = [randomGradient(0, 7), randomGradient(32, LEVELS - 1)]
  const pixels = new Uint8Array(coverage.length)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const at = y * WIDTH + x
      const [below, above] = [paper(x, y), ink(x, y)]
      pixels[at] = Math.round(below + (above - below) * (coverage[at] ?? 0))
    }
  }
  return pixels
}

/** Draws a question as a PNG data URL. */
export function drawCaptcha(text: string): string {
  const pen = { raster: new Raster(WIDTH, HEIGHT), warp: randomWarp() }
  drawText(text, pen)
  drawClutter(pen)
  const pixels = shaded(pen.raster)
  const png = encodePng({ width: WIDTH, height: HEIGHT, palette: randomPalette(), pixels })
  return `data:image/png;base64,${png.toString('base64')}`
}

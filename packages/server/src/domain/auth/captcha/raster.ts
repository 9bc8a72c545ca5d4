export interface Point {
  x: number
  y: number
}

/** Ink coverage of each pixel, 0–1. */
export class Raster {
  readonly width: number
  readonly height: number
  readonly coverage: Float32Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.coverage = new Float32Array(width * height)
  }

  /** Draws a line with round joins and caps, anti-aliased over one pixel. */
  stroke(line: readonly Point[], radius: number): void {
    for (let i = 1; i < line.length; i++) {
      const [from, to] = [line[i - 1], line[i]]
      if (from && to) this.#segment(from, to, radius)
    }
  }

  #segment(from: Point, to: Point, radius: number): void {
    const reach = radius + 1
    const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach))
    const right = Math.min(this.width - 1, Math.ceil(Math.max(from.x, to.x) + reach))
    const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach))
    const bottom = Math.min(this.height - 1, Math.ceil(Math.max(from.y, to.y) + reach))
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const squared = dx * dx + dy * dy || 1
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const along = ((x - from.x) * dx + (y - from.y) * dy) / squared
        const t = Math.min(1, Math.max(0, along))
        const [apart, below] = [x - from.x - t * dx, y - from.y - t * dy]
        const distance = Math.sqrt(apart * apart + below * below)
        const at = y * this.width + x
        const covered = Math.min(1, radius + 0.5 - distance)
        if (covered > (this.coverage[at] ?? 0)) this.coverage[at] = covered
      }
    }
  }
}

const STEPS = 5

/** A smooth curve through control points (Catmull-Rom). A repeated point makes a corner; equal ends make a loop. */
export function curveThrough(points: readonly Point[]): Point[] {
  const last = points.length - 1
  const [first, end] = [points[0], points[last]]
  if (!first || !end) return []
  const isClosed = first.x === end.x && first.y === end.y
  const before = isClosed ? (points[last - 1] ?? first) : first
  const after = isClosed ? (points[1] ?? end) : end
  const all = [before, ...points, after]
  const line: Point[] = [first]
  for (let i = 1; i < all.length - 2; i++) {
    const [a, b, c, d] = [all[i - 1], all[i], all[i + 1], all[i + 2]]
    if (!a || !b || !c || !d || (b.x === c.x && b.y === c.y)) continue
    for (let step = 1; step <= STEPS; step++) {
      const t = step / STEPS
      line.push({ x: spline(a.x, b.x, c.x, d.x, t), y: spline(a.y, b.y, c.y, d.y, t) })
    }
  }
  return line
}

const spline = (a: number, b: number, c: number, d: number, t: number) =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)

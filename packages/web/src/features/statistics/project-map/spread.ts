import type { Spot } from './view.ts'

/** A mark with its text, around its middle in px. */
export interface Room extends Spot {
  width: number
  height: number
}

const ROUNDS = 60
/** Least distance of two rooms in px. */
const GAP = 2

/** Moves two rooms apart along the way on which they overlap least. Returns whether they overlapped. */
function part(one: Room, other: Room): boolean {
  const [right, down] = [other.x - one.x, other.y - one.y]
  const across = (one.width + other.width) / 2 + GAP - Math.abs(right)
  const above = (one.height + other.height) / 2 + GAP - Math.abs(down)
  if (across <= 0.01 || above <= 0.01) return false
  const isAcross = across < above
  const step = (isAcross ? across : above) / 2
  const way = (isAcross ? right : down) < 0 ? -step : step
  if (isAcross) [one.x, other.x] = [one.x - way, other.x + way]
  else [one.y, other.y] = [one.y - way, other.y + way]
  return true
}

/** Moves the rooms that overlap apart. Of each only those are looked at that lie near it from left to right. */
function partAll(rooms: readonly Room[], widest: number): boolean {
  const ordered = rooms.toSorted((a, b) => a.x - b.x)
  let hasMoved = false
  for (let at = 0; at < ordered.length; at++) {
    const one = ordered[at]
    for (let next = at + 1; one && next < ordered.length; next++) {
      const other = ordered[next]
      // What moved out of order is met in the next round.
      if (!other || other.x - one.x > widest + GAP) break
      hasMoved = part(one, other) || hasMoved
    }
  }
  return hasMoved
}

/** Places of rooms, moved just so far that none covers another where there is space. The same for the same rooms. */
export function spread(rooms: readonly Room[]): Spot[] {
  const moved = rooms.map((room) => ({ ...room }))
  const widest = Math.max(0, ...rooms.map(({ width }) => width))
  for (let round = 0, isMoving = true; isMoving && round < ROUNDS; round++) isMoving = partAll(moved, widest)
  return moved.map(({ x, y }) => ({ x, y }))
}

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

/** Places of rooms, moved just so far that none covers another where there is space. The same for the same rooms. */
export function spread(rooms: readonly Room[]): Spot[] {
  const moved = rooms.map((room) => ({ ...room }))
  for (let round = 0, isMoving = true; isMoving && round < ROUNDS; round++) {
    isMoving = false
    for (const [at, one] of moved.entries())
      for (const other of moved.slice(at + 1)) isMoving = part(one, other) || isMoving
  }
  return moved.map(({ x, y }) => ({ x, y }))
}

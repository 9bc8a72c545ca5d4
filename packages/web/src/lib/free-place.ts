export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Resolution of the search, px. */
const CELL = 8

/** Counts of occupied cells in all rectangles from the origin, so that any rectangle is counted in four steps. */
function occupancy(area: Box, taken: readonly Box[]) {
  const columns = Math.max(0, Math.ceil((area.right - area.left) / CELL))
  const rows = Math.max(0, Math.floor((area.bottom - area.top) / CELL))
  const width = columns + 1
  const sums = new Int32Array(width * (rows + 1))
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value))
  for (const box of taken) {
    const right = clamp(Math.ceil((box.right - area.left) / CELL), columns)
    const bottom = clamp(Math.ceil((box.bottom - area.top) / CELL), rows)
    for (let row = clamp(Math.floor((box.top - area.top) / CELL), rows); row < bottom; row++)
      for (let column = clamp(Math.floor((box.left - area.left) / CELL), columns); column < right; column++)
        sums[(row + 1) * width + column + 1] = 1
  }
  const at = (row: number, column: number) => sums[row * width + column] ?? 0
  for (let row = 1; row <= rows; row++)
    for (let column = 1; column <= columns; column++)
      sums[row * width + column] =
        at(row, column) + at(row - 1, column) + at(row, column - 1) - at(row - 1, column - 1)
  const isFree = (row: number, column: number, high: number, wide: number) =>
    at(row + high, column + wide) - at(row, column + wide) - at(row + high, column) + at(row, column) === 0
  return { rows, isFree }
}

/**
 * Returns the left upper corner of a place of this size within the area that covers no taken box, as near to the lower
 * left corner as possible. Undefined if there is none.
 */
export function freePlace(
  size: { width: number; height: number },
  area: Box,
  taken: readonly Box[],
): { left: number; top: number } | undefined {
  const { rows, isFree } = occupancy(area, taken)
  // A window may be a part of a pixel wider than it says.
  const width = size.width - 1
  const [wide, high] = [Math.ceil(width / CELL), Math.ceil(size.height / CELL)]
  let best: { left: number; top: number } | undefined
  let cost = Number.POSITIVE_INFINITY
  for (let row = rows - high; row >= 0; row--) {
    const up = rows - high - row
    if (up >= cost) break
    for (let column = 0; column * CELL + width <= area.right - area.left && up + column < cost; column++) {
      if (!isFree(row, column, high, wide)) continue
      cost = up + column
      best = { left: area.left + column * CELL, top: area.top + row * CELL }
    }
  }
  return best
}

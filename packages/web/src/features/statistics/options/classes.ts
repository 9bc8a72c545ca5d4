/** A class of values of a map. */
export interface MapClass {
  min: number
  /** Exclusive upper bound; undefined for the highest class. */
  max?: number
  /** Values in the class. */
  count: number
  /** Words in the key, if the bounds are not enough. */
  name?: string
}

const MOST = 5
const FEW = 6
const MOST_OF_FEW = 4
const FINER = 3
const ROUND = [1, 2, 2.5, 5, 10]

/** Sum of squared distances from the mean for every stretch of sorted values. */
function spreadOf(values: readonly number[]) {
  const sums = [0]
  const squares = [0]
  for (const value of values) {
    sums.push((sums.at(-1) ?? 0) + value)
    squares.push((squares.at(-1) ?? 0) + value * value)
  }
  return (from: number, until: number) => {
    const sum = (sums[until] ?? 0) - (sums[from] ?? 0)
    return (squares[until] ?? 0) - (squares[from] ?? 0) - (sum * sum) / (until - from)
  }
}

/** Jenks natural breaks: the indices in sorted values at which classes begin. */
export function naturalBreaks(sorted: readonly number[], count: number): number[] {
  const spread = spreadOf(sorted)
  // For one class more in each round: the least spread of the first values, and where the last class begins.
  let least = sorted.map((_, at) => spread(0, at + 1))
  const begins: number[][] = [sorted.map(() => 0)]
  for (let classes = 2; classes <= count; classes++) {
    const before = least
    const last = sorted.map(() => 0)
    least = sorted.map((_, at) => {
      let best = before[at] ?? 0
      for (let from = classes - 1; from <= at; from++) {
        const sum = (before[from - 1] ?? 0) + spread(from, at + 1)
        if (sum < best) {
          best = sum
          last[at] = from
        }
      }
      return best
    })
    begins.push(last)
  }
  const found: number[] = []
  let at = sorted.length - 1
  for (const last of begins.slice(1).toReversed()) {
    const from = at < 0 ? 0 : (last[at] ?? 0)
    if (from === 0) continue
    found.unshift(from)
    at = from - 1
  }
  return found
}

/** Round numbers near a range: 1, 2, 2.5 and 5 times a power of ten. */
function roundNumbers(low: number, high: number): number[] {
  const from = Math.floor(Math.log10(low))
  const until = Math.ceil(Math.log10(high))
  return Array.from({ length: until - from + 1 }, (_, step) => from + step).flatMap((power) =>
    ROUND.map((digit) => (power < 0 ? digit / 10 ** -power : digit * 10 ** power)),
  )
}

/** The roundest number above the lower class and not above the higher one; else the nearest to its beginning. */
function roundBreak(below: number, begin: number): number {
  const numbers = roundNumbers(below > 0 ? below : begin / 10, begin)
  const inside = numbers.filter((each) => each > below && each <= begin)
  const plainness = (each: number) => {
    const digit = each / 10 ** Math.floor(Math.log10(each) + 1e-9)
    return [1, 5, 2, 2.5].findIndex((known) => Math.abs(known - digit) < 1e-6)
  }
  const distance = (each: number) => Math.abs(Math.log(each / begin))
  const [best = begin] =
    inside.length > 0
      ? inside.toSorted((a, b) => plainness(a) - plainness(b) || distance(a) - distance(b))
      : numbers.toSorted((a, b) => distance(a) - distance(b))
  return best
}

/** Classes that begin at these numbers. A class without values is merged with its neighbour. */
function classesAt(sorted: readonly number[], breaks: readonly number[]): MapClass[] {
  const bounds = [0, ...new Set(breaks)].toSorted((a, b) => a - b)
  const classes: MapClass[] = []
  for (const [at, min] of bounds.entries()) {
    const max = bounds[at + 1]
    const held = sorted.filter((value) => value >= min && (max === undefined || value < max)).length
    if (held === 0) continue
    const previous = classes.at(-1)
    if (previous) previous.max = min
    classes.push({ min: previous ? min : 0, count: held })
  }
  return classes
}

/**
 * Classes of a map, low to high: natural breaks at round numbers, five, or fewer for fewer than six values. Where
 * rounding makes two breaks one, finer breaks are tried.
 */
export function classesOf(values: readonly number[], most = MOST): MapClass[] {
  const sorted = values.filter((value) => Number.isFinite(value) && value >= 0).toSorted((a, b) => a - b)
  if ((sorted.at(-1) ?? 0) <= 0) return []
  const wanted = sorted.length < FEW ? Math.min(Math.max(1, sorted.length - 1), MOST_OF_FEW) : most
  let found: MapClass[] = []
  for (let count = wanted; count <= Math.min(wanted + FINER, sorted.length); count++) {
    const breaks = naturalBreaks(sorted, count).map((at) => roundBreak(sorted[at - 1] ?? 0, sorted[at] ?? 0))
    const classes = classesAt(sorted, breaks)
    if (classes.length > found.length && classes.length <= wanted) found = classes
    if (found.length === wanted) break
  }
  return found
}

/** Classes of several maps together, with the counts of one of them. */
export function classesAmong(all: readonly number[] | undefined, own: readonly number[]): MapClass[] {
  const classes = classesOf(all ?? own)
  return classes.map((each, at) => ({
    ...each,
    count: own.filter((value) => classAt(classes, value) === at).length,
  }))
}

/** Class of a value. */
export const classAt = (classes: readonly MapClass[], value: number): number =>
  classes.findLastIndex(({ min }) => value >= min)

/** Shade, of five, of a class: the highest is always the darkest. */
export const shadeOf = (at: number, count: number): number =>
  count === 1 ? MOST - 2 : Math.round((at * (MOST - 1)) / (count - 1))

/** Classes of values of both signs: symmetric about 0, of which the middle one is about none. */
export function differenceClasses(values: readonly number[]): MapClass[] {
  const [, near, far] = classesOf(values.map(Math.abs), 3).map(({ min }) => min)
  if (near === undefined) return []
  const edges = far === undefined ? [near] : [near, far]
  const bounds = [Number.NEGATIVE_INFINITY, ...edges.map((each) => -each).toReversed(), ...edges]
  return bounds.map((min, at) => {
    const max = bounds[at + 1]
    const count = values.filter((value) => value >= min && (max === undefined || value < max)).length
    return { min, ...(max === undefined ? {} : { max }), count }
  })
}

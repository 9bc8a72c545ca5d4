/** Index of the first of ascending values, between two indices, that is not below a value, or above it. */
export function boundIn(
  sorted: Float64Array,
  value: number,
  window: readonly [number, number],
  isAbove: boolean,
): number {
  let [from, to] = window
  while (from < to) {
    const middle = (from + to) >>> 1
    const each = sorted[middle] ?? value
    if (each < value || (isAbove && each === value)) from = middle + 1
    else to = middle
  }
  return from
}

const NOTHING = new Float64Array()

/** Several lists of ascending values, as if they were merged into one. */
export class Merged {
  readonly #parts: readonly Float64Array[]
  readonly length: number

  constructor(parts: readonly Float64Array[]) {
    this.#parts = parts
    this.length = parts.reduce((sum, part) => sum + part.length, 0)
  }

  /** Middle value of the longest window. */
  #middleOf(from: Uint32Array, to: Uint32Array): number {
    let [longest, middle] = [0, Number.NaN]
    for (let at = 0; at < this.#parts.length; at += 1) {
      const first = from[at] ?? 0
      const last = to[at] ?? 0
      if (last - first <= longest) continue
      longest = last - first
      middle = this.#parts[at]?.[(first + last) >>> 1] ?? Number.NaN
    }
    return middle
  }

  /** Values at an index and after it; the last one twice. Splits all lists at a value until that index is left. */
  #pairAt(index: number): readonly [number, number] {
    let from = new Uint32Array(this.#parts.length)
    let to = Uint32Array.from(this.#parts, (part) => part.length)
    for (;;) {
      const pivot = this.#middleOf(from, to)
      const [below, upTo] = [new Uint32Array(from.length), new Uint32Array(from.length)]
      let [countBelow, countUpTo, next] = [0, 0, Number.POSITIVE_INFINITY]
      for (let at = 0; at < this.#parts.length; at += 1) {
        const part = this.#parts[at] ?? NOTHING
        const last = to[at] ?? 0
        const first = boundIn(part, pivot, [from[at] ?? 0, last], false)
        const end = part[first] === pivot ? boundIn(part, pivot, [first, last], true) : first
        below[at] = first
        upTo[at] = end
        countBelow += first
        countUpTo += end
        next = Math.min(next, part[end] ?? next)
      }
      if (index < countBelow) to = below
      else if (index >= countUpTo) from = upTo
      else return [pivot, index + 1 < countUpTo || next === Number.POSITIVE_INFINITY ? pivot : next]
    }
  }

  /**
   * Value that at least this share does not exceed, as SQL's percentile_disc. There must be one.
   * @param share above 0, at most 1
   */
  atShare(share: number): number {
    return this.#pairAt(Math.max(0, Math.ceil(share * this.length) - 1))[0]
  }

  /** Value at a share between two neighbours, in proportion, as SQL's percentile_cont. There must be one. */
  quantile(share: number): number {
    const at = share * (this.length - 1)
    const [low, high] = this.#pairAt(Math.floor(at))
    return low + (at - Math.floor(at)) * (high - low)
  }
}

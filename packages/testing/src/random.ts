/** A sequence of numbers that its seed decides. */
export interface Random {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number
  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T
  /** A text of hexadecimal digits. */
  digits(length: number): string
}

/** The generator mulberry32: 32 bits of state, the same in every runtime. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    integer,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('there is nothing to pick from')
      return list[integer(0, list.length - 1)] as T // within the list, which is not empty
    },
    digits: (length) => Array.from({ length }, () => integer(0, 15).toString(16)).join(''),
  }
}

/** Seeded pseudo-random numbers in [0, 1), so that every demonstration is the same. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Picks an item. @throws RangeError for an empty list */
export function oneOf<T>(list: readonly T[], random: () => number): T {
  const chosen = list[Math.floor(random() * list.length)]
  if (chosen === undefined) throw new RangeError('nothing to choose from')
  return chosen
}

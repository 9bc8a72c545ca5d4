const pairsOf = (text: string): Map<string, number> => {
  const letters = [...text]
  const counts = new Map<string, number>()
  for (let at = 1; at < letters.length; at++) {
    const pair = `${letters[at - 1]}${letters[at]}`
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return counts
}

/** Similarity of two texts, 0 to 1: Dice coefficient of their character pairs, in linear time. */
export function similarity(a: string, b: string): number {
  if (a === b) return a === '' ? 0 : 1
  const [left, right] = [pairsOf(a), pairsOf(b)]
  let total = 0
  let shared = 0
  for (const count of right.values()) total += count
  for (const [pair, count] of left) {
    total += count
    shared += Math.min(count, right.get(pair) ?? 0)
  }
  return total === 0 ? 0 : (2 * shared) / total
}

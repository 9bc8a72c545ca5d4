const pairsOf = (key: string): Set<string> =>
  new Set(Array.from({ length: Math.max(1, key.length - 1) }, (_, at) => key.slice(at, at + 2)))

/** Share of common pairs of characters of two names, from 0 to 1. */
export function pairLikeness(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)]
  const common = [...a].filter((pair) => b.has(pair)).length
  return (2 * common) / (a.size + b.size)
}

/** As `pairLikeness`, but 1 if one name holds the other. */
export function likeness(one: string, other: string): number {
  if (one.length > 1 && (one.includes(other) || other.includes(one))) return 1
  return pairLikeness(one, other)
}

/**
 * Assigns items to kinds so that the kinds' weights match the shares.
 * @param shares target share of each kind
 * @returns a function that returns the kind of the next item, among the allowed ones
 */
export function dealer<K extends string>(
  shares: readonly (readonly [kind: K, share: number])[],
): (weight: number, allowed?: readonly K[]) => K {
  const dealt = new Map<K, number>()
  let total = 0
  return (weight, allowed) => {
    total += weight
    const lacking = shares
      .filter(([kind]) => !allowed || allowed.includes(kind))
      .map(([kind, share]) => ({ kind, lack: share * total - (dealt.get(kind) ?? 0) }))
    const [first] = lacking.sort((a, b) => b.lack - a.lack)
    if (!first) throw new RangeError('no kind is allowed')
    dealt.set(first.kind, (dealt.get(first.kind) ?? 0) + weight)
    return first.kind
  }
}

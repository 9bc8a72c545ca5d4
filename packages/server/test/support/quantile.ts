/** The definition of a quantile: between the two of some ascending values around its place, in proportion. */
export function quantile(values: readonly number[], share: number): number {
  const at = share * (values.length - 1)
  const [low = 0, high = 0] = [values[Math.floor(at)], values[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

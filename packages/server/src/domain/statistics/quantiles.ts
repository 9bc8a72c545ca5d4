/**
 * Value that at least this share of ascending values does not exceed, as SQL's percentile_disc.
 * @param share above 0, at most 1
 */
export const atShare = (sorted: Float64Array, share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN

/** Value at a share between two neighbours of ascending values, in proportion, as SQL's percentile_cont. */
export function quantileOf(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (at - Math.floor(at)) * (high - low)
}

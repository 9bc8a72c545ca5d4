import type { ScaleLayoutRow } from '@xinchu/sdk'

/** A division in the order of power. */
export interface RankedPlace {
  code: string
  name: string
  /** Name without the kind of division. */
  short: string
  rank: number
  /** Places risen since the base; negative if fallen. Undefined without a rank there. */
  moved?: number | undefined
  value: number
  /** Value at the base. */
  base?: number | undefined
  share: number
  /** Change in percent; undefined without a base. */
  change?: number | undefined
}

/** Ranks by key, largest first. Equal values share a rank; without power there is none. */
function ranksOf(rows: readonly ScaleLayoutRow[]): ReadonlyMap<string, number> {
  const powers = rows.map(({ ratedPower }) => ratedPower)
  return new Map(
    rows
      .filter(({ ratedPower }) => ratedPower > 0)
      .map(({ key = '', ratedPower }) => [key, 1 + powers.filter((other) => other > ratedPower).length]),
  )
}

/**
 * Divisions by power, with their change against an earlier period.
 * @param base undefined without a period to compare with
 */
export function rankedPlaces(
  rows: readonly ScaleLayoutRow[],
  base: readonly ScaleLayoutRow[] | undefined,
  shortOf: (code: string) => string | undefined,
): RankedPlace[] {
  const ranks = ranksOf(rows)
  const before = base && ranksOf(base)
  const byKey = new Map(base?.map((row) => [row.key ?? '', row.ratedPower]))
  const whole = rows.reduce((sum, { ratedPower }) => sum + ratedPower, 0)
  return rows
    .toSorted((a, b) => b.ratedPower - a.ratedPower)
    .map(({ key = '', label = '', ratedPower }) => {
      const rank = ranks.get(key) ?? rows.length
      const earlier = before?.get(key)
      const value = base && (byKey.get(key) ?? 0)
      return {
        code: key,
        name: label,
        short: shortOf(key) ?? label,
        rank,
        moved: earlier === undefined ? undefined : earlier - rank,
        value: ratedPower,
        base: value,
        share: whole > 0 ? (100 * ratedPower) / whole : 0,
        change: value ? (100 * (ratedPower - value)) / value : undefined,
      }
    })
}

/** Columns by which divisions are ordered. */
const ORDERS = ['value', 'share', 'change'] as const

export interface RankOrder {
  by: (typeof ORDERS)[number]
  isUp: boolean
}

/** Order of the address, such as `change,asc`; by default the largest first. */
export function orderOf(text: string | number | undefined): RankOrder {
  const [name, direction] = String(text ?? '').split(',')
  const by = ORDERS.find((each) => each === name)
  return by ? { by, isUp: direction === 'asc' } : { by: 'value', isUp: false }
}

/** The order after a column's head is pressed: largest first, then smallest first. Undefined for the default. */
export function nextOrder({ by, isUp }: RankOrder, column: RankOrder['by']): string | undefined {
  if (by === column && !isUp) return `${column},asc`
  return column === 'value' ? undefined : column
}

/** Divisions in an order. Those without the value come last either way; equal ones keep the order of power. */
export function orderedPlaces(places: readonly RankedPlace[], { by, isUp }: RankOrder): RankedPlace[] {
  const worst = isUp ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  const of = (place: RankedPlace) => place[by] ?? worst
  return places.toSorted((a, b) => (of(a) === of(b) ? 0 : of(a) > of(b) === isUp ? 1 : -1))
}

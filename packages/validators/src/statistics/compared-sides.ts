import type { PageSearch } from './page-conditions.ts'
import type { SourcePeriod } from './period-status.ts'

/** What is compared: two periods, two places, or a place and the whole of the scope. */
export const COMPARE_MODES = ['periods', 'places', 'whole'] as const
export type CompareMode = (typeof COMPARE_MODES)[number]

export const compareModeIn = (search: PageSearch): CompareMode =>
  COMPARE_MODES.find((each) => each === search['compare']) ?? 'periods'

/** The whole scope in the place of a division's code. */
export const WHOLE = 'all'

type ComparedPeriod = Pick<SourcePeriod, 'year' | 'quarter' | 'status'>

const quarterOf = ({ year, quarter }: ComparedPeriod) => year * 4 + quarter

/** Returns the period a year before another, or the next earlier one. */
export function defaultBase<Period extends ComparedPeriod>(
  periods: readonly Period[],
  current: Period | undefined,
): Period | undefined {
  if (!current) return periods[0]
  const earlier = periods.filter((each) => quarterOf(each) < quarterOf(current))
  return earlier.find((each) => quarterOf(each) === quarterOf(current) - 4) ?? earlier[0]
}

/**
 * Returns the two chosen places: by default the two largest, or the largest and the whole.
 * @param largest divisions of the scope, largest first
 */
export function chosenPlaces(mode: CompareMode, search: PageSearch, largest: readonly string[]) {
  const named = (name: string) => (search[name] ? String(search[name]) : undefined)
  const current = named('place') ?? largest[0]
  const usual = mode === 'whole' ? WHOLE : largest.find((each) => each !== current)
  const base = named('basePlace') ?? usual
  if (mode === 'whole' && current !== WHOLE && base !== WHOLE) return { current, base: WHOLE }
  return { current, base: mode === 'places' && base === WHOLE ? usual : base }
}

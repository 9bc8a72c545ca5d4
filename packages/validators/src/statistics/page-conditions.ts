import { periodText, type SourcePeriod } from './period-status.ts'

/**
 * What the address of a statistics page asks for. The page, and the same address with `.csv`, `.json` or `.parquet`, read
 * it by these functions, so that both show the same figures.
 */
export type PageSearch = Readonly<Record<string, unknown>>

const textAt = (search: PageSearch, name: string): string => {
  const value = search[name]
  return value === undefined || value === null ? '' : String(value)
}

const CODES = ['provinceCode', 'cityCode', 'countyCode'] as const

export type PlaceCodes = Partial<Record<(typeof CODES)[number], string>>

/** The codes of a division that are given. */
export const placeCodesIn = (given: Partial<Record<(typeof CODES)[number], unknown>>): PlaceCodes =>
  Object.fromEntries(CODES.map((name) => [name, textAt(given, name)]).filter(([, code]) => code))

/** Scope of a page: the nation, a region's provinces, or a province's cities. */
export type PageLevel = 'nation' | 'region' | 'province'

/**
 * Returns the division of a page: on provincial pages the user's own, and what the address names.
 * @param user undefined if the user's projects do not lie in one division
 */
export function pagePlace(search: PageSearch, level: PageLevel, user: PlaceCodes | undefined) {
  const own: PlaceCodes = level === 'province' && user ? placeCodesIn(user) : {}
  const chosen = placeCodesIn(search)
  const codes: PlaceCodes = { ...own, ...chosen }
  /** True if the address names a division outside the user's own. */
  const isForeign = CODES.some((name) => own[name] !== undefined && codes[name] !== own[name])
  return { own, chosen, codes, isForeign }
}

/**
 * Whether an address leaves the region that its page is limited to, by its place or by another region.
 * @param own region of the user's scope; undefined if that is not one
 * @param asked regions that the address names
 * @param ofPlace region of the shown division; undefined if the page shows none, or if it is not known yet
 */
export function isOtherGroup(
  own: string | undefined,
  asked: readonly string[],
  ofPlace: string | undefined,
): boolean {
  const groups = own === undefined ? asked : [own]
  return (
    (own !== undefined && asked.some((each) => each !== own)) ||
    (groups.length > 0 && ofPlace !== undefined && !groups.includes(ofPlace))
  )
}

/** Returns the codes of a part of a division, one level below it. */
export function placeWithin(codes: PlaceCodes, part: string | undefined): PlaceCodes {
  if (!part) return codes
  if (codes.cityCode) return { ...codes, countyCode: part }
  return codes.provinceCode ? { ...codes, cityCode: part } : { provinceCode: part }
}

/** The same filter with its division in lists, as the calls of statistics take it. */
export function inLists<Filter extends PlaceCodes>(
  filter: Filter,
): Omit<Filter, (typeof CODES)[number]> & Partial<Record<(typeof CODES)[number], string[]>> {
  const { provinceCode, cityCode, countyCode, ...others } = filter
  const codes = Object.entries(placeCodesIn({ provinceCode, cityCode, countyCode }))
  return { ...others, ...Object.fromEntries(codes.map(([name, code]) => [name, [code]])) }
}

/** Filters of a page by kinds of projects, in the order in which it shows them. */
export const KIND_FILTERS = [
  ...(['techType', 'techSubType', 'appScenario', 'appSubScenario', 'ownerType', 'ownerGroupId'] as const),
  ...(['gridVoltage', 'scaleBand', 'durationBand', 'buildStatus'] as const),
] as const

export type KindFilter = (typeof KIND_FILTERS)[number]

/** Values of a filter in an address: repeated, or joined by commas. */
export function valuesAt(search: PageSearch, name: string): string[] {
  const value = search[name]
  const all: readonly unknown[] = Array.isArray(value) ? value : [value ?? '']
  return [...new Set(all.flatMap((each) => String(each).split(',')))].filter((each) => each !== '')
}

/** Returns the kinds of projects that a page is limited to. Their values are checked by the calls. */
export const pageKinds = (search: PageSearch): Partial<Record<KindFilter, string[]>> =>
  Object.fromEntries(
    KIND_FILTERS.map((name) => [name, valuesAt(search, name)] as const).filter(
      ([, { length }]) => length > 0,
    ),
  )

/** The working records of today, instead of a period. */
export const NOW = 'now'

/** Quarters that a page of use, and the page of completeness, can show. Earlier periods have figures of scale alone. */
export const USE_PERIODS = 8
export const REPORT_PERIODS = 12

type PagePeriod = Pick<SourcePeriod, 'year' | 'quarter' | 'status'>

export const isPublished = (period: Pick<SourcePeriod, 'status'> | undefined): boolean =>
  period?.status === 'OFFICIAL' || period?.status === 'REVISED'

/** The batch or moment of which a page's address asks for the figures; undefined for those of today. */
export const asOfIn = (search: PageSearch): string | undefined => textAt(search, 'asOf') || undefined

/** The period of the batch of which an address asks for the figures. */
const periodOfBatch = (search: PageSearch): string => /^\d{4}Q\d(?=-)/.exec(asOfIn(search) ?? '')?.[0] ?? ''

/** The period in a page's address, like 2025Q4. Older addresses name a year. */
export const askedPeriod = (search: PageSearch): string =>
  textAt(search, 'quarter') ||
  (textAt(search, 'year') && `${textAt(search, 'year')}Q4`) ||
  periodOfBatch(search)

/** Returns the chosen period: by default the latest published one, or the latest if none was. */
export const periodOf = <Period extends PagePeriod>(
  periods: readonly Period[],
  asked: unknown,
): Period | undefined =>
  periods.find((each) => periodText(each) === asked) ?? periods.find(isPublished) ?? periods[0]

const SIDES = ['work', 'warehouse'] as const

/**
 * Returns source and period of a page of scale.
 * @param isOfficial whether the user sees official figures by default, which later changes do not affect
 */
export function scaleSides<Period extends PagePeriod>(
  search: PageSearch,
  period: Period | undefined,
  isOfficial: boolean,
): { source: (typeof SIDES)[number]; period: Period | undefined } {
  // Working data has no history.
  const usual = isOfficial || asOfIn(search) !== undefined ? 'warehouse' : 'work'
  const source = SIDES.find((each) => each === search['source']) ?? usual
  return { source, period: source === 'work' && search['quarter'] === NOW ? undefined : period }
}

/**
 * Returns source and period of the page of stages. Plans are in the working records long before they are stored, so that it
 * begins with those of today.
 */
export function pipelineSides<Period extends PagePeriod>(
  search: PageSearch,
  period: Period | undefined,
): { source: (typeof SIDES)[number]; period: Period | undefined } {
  const quarter = askedPeriod(search) || NOW
  return scaleSides({ ...search, quarter }, period, false)
}

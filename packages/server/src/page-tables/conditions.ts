import { AppScenario, BuildStatus, DurationBand, ScaleBand } from '@xinchu/contract/codes'
import { codeOf, deptKinds, type Holder, may } from '@xinchu/contract/rights'
import type { components, operations } from '@xinchu/contract/schema'
import {
  apartFromPage,
  askedPeriod,
  asOfIn,
  isOtherGroup,
  KIND_FILTERS,
  NOW,
  type PageLevel,
  type PageSearch,
  type PlaceCodes,
  pageKinds,
  pagePlace,
  periodOf,
  periodText,
  placeCodesIn,
  scaleSides,
  valuesAt,
} from '@xinchu/validators'
import { forbidden, malformed } from '../errors.ts'
import type { Ask } from './ask.ts'

type Period = components['schemas']['StatPeriod']
type Dimensions = components['schemas']['StatDimension'][]

export const PLACE = ['provinceCode', 'cityCode', 'countyCode'] as const
/** Filters of a statistic beside its division. */
export const KINDS = ['regionGroup', ...KIND_FILTERS] as const

/** Those of them with a closed list of values, each with its caption. */
const CLOSED: Readonly<Record<string, readonly [caption: string, values: readonly string[]]>> = {
  appScenario: ['应用场景', Object.values(AppScenario)],
  scaleBand: ['规模分档', Object.values(ScaleBand)],
  durationBand: ['时长分档', Object.values(DurationBand)],
  buildStatus: ['建设状态', Object.values(BuildStatus)],
}

/** Conditions that may be given more than once. */
const LISTS: ReadonlySet<string> = new Set(['groupBy', ...KINDS])

/**
 * Refuses what a page would pass over in silence: unknown conditions, repeated ones, and values that mean nothing.
 * @throws HttpError 400
 */
export function assertConditions(search: PageSearch, known: readonly string[]): void {
  for (const [name, value] of Object.entries(search)) {
    if (!known.includes(name)) throw malformed(`不支持的条件“${name}”`, name)
    if (Array.isArray(value) && !LISTS.has(name)) throw malformed(`条件“${name}”只能给出一个`, name)
  }
  for (const [name, [caption, values]] of Object.entries(CLOSED)) {
    const unknown = known.includes(name)
      ? valuesAt(search, name).find((each) => !values.includes(each))
      : undefined
    if (unknown !== undefined) throw malformed(`${caption}：没有“${unknown}”`, name)
  }
}

/** Refuses a value that is none of these. @throws HttpError 400 */
export function assertAmong(search: PageSearch, name: string, values: readonly string[]): void {
  const value = search[name]
  if (value !== undefined && !values.includes(String(value)))
    throw malformed(`${name}：取值应为 ${values.join('、')} 之一`, name)
}

/** Refuses periods that there are none of. @throws HttpError 400 */
export function assertPeriods(
  search: PageSearch,
  names: readonly string[],
  periods: readonly Period[],
): void {
  for (const name of names) {
    // A batch that there is not is refused by the call.
    const asked =
      name === 'quarter' ? askedPeriod({ ...search, asOf: undefined }) : String(search[name] ?? '')
    if (asked && asked !== NOW && !periods.some((each) => periodText(each) === asked))
      throw malformed(`没有统计期次“${asked}”`, name)
  }
}

/** The period that a figure of a trend or of a comparison names among its groups, in place of the page's. */
export function ownPeriod(search: PageSearch, periods: readonly Period[]): Period | undefined {
  const own = apartFromPage(String(search['rows'] ?? '')).period
  return own && periods.find((each) => periodText(each) === periodText(own))
}

/** Groups of the rows: those in the address, or by default those of the page's main table. */
export function groupsOf(search: PageSearch, usual: Dimensions): Dimensions {
  const given = search['groupBy']
  if (given === undefined) return usual
  const all: readonly unknown[] = Array.isArray(given) ? given : [given]
  return all.map(String).filter((each) => each !== '') as Dimensions // the call refuses others
}

export interface PageUser extends PlaceCodes, Holder {
  ownerGroupId?: number
  regionGroup?: string
}

/** The user of a request, as the portal knows them. */
export async function userOf(ask: Ask): Promise<PageUser> {
  const { user } = await ask('getAuthInfo', {})
  return user
}

/** The region of a division; undefined without one. */
async function regionOf(ask: Ask, codes: PlaceCodes): Promise<string | undefined> {
  // Codes of cities and counties begin with that of their province.
  const part = codes.provinceCode ?? codes.cityCode ?? codes.countyCode
  if (part === undefined) return undefined
  const tree = await ask('getChinaDictTree', { depth: 1 })
  return tree.find(({ value }) => value === `${part.slice(0, 2)}0000`)?.regionGroup
}

/** The division of a page. @throws HttpError 403 if it is not in the user's scope */
export async function placeOf(
  ask: Ask,
  search: PageSearch,
  level: PageLevel,
  user: PageUser,
): Promise<PlaceCodes> {
  const inPlace = hasPlaces(user) ? placeCodesIn(user) : undefined
  const outside = forbidden('W-001', '该地区不在您的数据范围')
  // The user's own division limits every page, whatever its level.
  const whole = pagePlace(search, 'province', inPlace)
  if (whole.isForeign) throw outside
  const own = codeOf(user) === 'NAR' ? user.regionGroup : undefined
  const groups = valuesAt(search, 'regionGroup')
  const isLimited = own !== undefined || groups.length > 0
  if (isOtherGroup(own, groups, isLimited ? await regionOf(ask, whole.codes) : undefined)) throw outside
  return pagePlace(search, level, inPlace).codes
}

/** Whether all projects of a user lie in one division. Those of enterprises and groups do not. */
const hasPlaces = ({ deptId, ownerGroupId }: PageUser) =>
  deptId !== deptKinds.enterprise && ownerGroupId === undefined

/** Widest scope of a user, on pages that all offices share. */
export function ownLevel({ provinceCode, regionGroup }: PageUser): PageLevel {
  if (provinceCode) return 'province'
  return regionGroup ? 'region' : 'nation'
}

/** Source, period and filter of a page of scale. */
export function scaleConditions(
  search: PageSearch,
  { codes, periods, user }: { codes: PlaceCodes; periods: readonly Period[]; user: PageUser },
) {
  const chosen = periodOf(periods, askedPeriod(search))
  const { source, period } = scaleSides(search, chosen, may(user, 'statistics.official'))
  const asOf = asOfIn(search)
  const common = {
    ...codes,
    ...kindsIn(search),
    source,
    ...(asOf === undefined ? {} : { asOf }),
  }
  return { source, chosen, period, common }
}

type Kinds = Pick<NonNullable<operations['getScaleLayout']['parameters']['query']>, (typeof KINDS)[number]>

/** Filters of a page beside its division. */
function kindsIn(search: PageSearch): Kinds {
  const groups = valuesAt(search, 'regionGroup')
  const { ownerGroupId, ...kinds } = pageKinds(search)
  const found = {
    ...kinds,
    ...(ownerGroupId ? { ownerGroupId: ownerGroupId.map(Number) } : {}),
    ...(groups.length > 0 ? { regionGroup: groups } : {}),
  }
  return found as Kinds // the calls refuse other values
}

/** Filter of a page of use. */
export const useConditions = (search: PageSearch, codes: PlaceCodes) => ({
  ...codes,
  ...kindsIn(search),
})

/** Year and quarter as parameters. */
export const atPeriod = (period: Pick<Period, 'year' | 'quarter'> | undefined) =>
  period ? { year: period.year, quarter: period.quarter } : {}

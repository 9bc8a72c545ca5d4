import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { badRequest } from '../../errors.ts'

/** Filters of a statistic. Values of one filter are alternatives; filters narrow each other. */
export interface StatFilter {
  provinceCode?: readonly string[] | undefined
  cityCode?: readonly string[] | undefined
  countyCode?: readonly string[] | undefined
  regionGroup?: readonly string[] | undefined
  techType?: readonly string[] | undefined
  techSubType?: readonly string[] | undefined
  appScenario?: readonly string[] | undefined
  appSubScenario?: readonly string[] | undefined
  ownerType?: readonly string[] | undefined
  ownerGroupId?: readonly number[] | undefined
  gridVoltage?: readonly string[] | undefined
  scaleBand?: readonly string[] | undefined
  durationBand?: readonly string[] | undefined
  buildStatus?: readonly string[] | undefined
}

/** The same as calls give it: some have a single value. */
export type GivenFilter = {
  [Name in keyof StatFilter]?: StatFilter[Name] | NonNullable<StatFilter[Name]>[number]
}

const PLACES = ['provinceCode', 'cityCode', 'countyCode'] as const
const TEXTS = [
  ...PLACES,
  ...(['regionGroup', 'techType', 'techSubType', 'appScenario', 'appSubScenario', 'ownerType'] as const),
  ...(['gridVoltage', 'scaleBand', 'durationBand', 'buildStatus'] as const),
] as const

const CAPTIONS = {
  provinceCode: '省级行政区划',
  cityCode: '市级行政区划',
  countyCode: '县级行政区划',
  ownerGroupId: '投资主体（集团）',
} as const

/** Each value once and in order, so that the same filter is the same statement; undefined without a value. */
function listOf<Value extends string | number>(given: Value | readonly Value[] | undefined) {
  const all = given === undefined ? [] : [given].flat()
  return all.length > 0 ? [...new Set(all)].toSorted() : undefined
}

/** Filters as lists, without those that are not given. */
export function listedFilter(given: GivenFilter): StatFilter {
  const lists = [
    ...TEXTS.map((name) => [name, listOf(given[name])] as const),
    ['ownerGroupId', listOf(given.ownerGroupId)] as const,
  ]
  return Object.fromEntries(lists.filter(([, list]) => list !== undefined))
}

/** Divisions and owners of a filter that there are none of. A province is one of the first level. */
async function unknownIn(db: Db, filter: StatFilter) {
  const codes = PLACES.flatMap((field) => (filter[field] ?? []).map((value) => ({ field, value })))
  const owners = filter.ownerGroupId ?? []
  if (codes.length === 0 && owners.length === 0) return []
  const { rows } = await sql<{ field: keyof typeof CAPTIONS; value: string }>`
    select g.field, g.value
    from unnest(${codes.map(({ field }) => field)}::text[], ${codes.map(({ value }) => value)}::text[]) g(field, value)
    where not exists (select from region r where r.code = g.value and (g.field <> 'provinceCode' or r.level = 1))
    union all select 'ownerGroupId', g.id::text from unnest(${[...owners]}::bigint[]) g(id)
    where not exists (select from owner_dict o where o.id = g.id)`.execute(db)
  return rows
}

/**
 * Returns the filters of a call, and nothing else of it. The contract checks the values of dictionaries.
 * @throws HttpError 400 naming each division and owner that there is none of
 */
export async function statFilter(db: Db, given: GivenFilter): Promise<StatFilter> {
  const filter = listedFilter(given)
  const unknown = await unknownIn(db, filter)
  const problems = unknown.map(({ field, value }) => ({
    ...{ field, value, code: 'F-019' as const, caption: CAPTIONS[field] },
    message: `没有“${value}”`,
  }))
  const [first] = problems
  if (first) throw badRequest('F-019', `${first.caption}：${first.message}`, problems)
  return filter
}

import { BuildStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { submittedProjects } from '../scope.ts'
import { durationBand, regionGroup, scaleBand } from './dimensions.ts'
import type { StatFilter } from './filter.ts'
import { lastDayOf, type StatSource } from './source.ts'

/** Official scope: stations in operation, including stopped ones. */
export const OPERATING: readonly string[] = [BuildStatus.operating, BuildStatus.stopped]

/** SQL: the column or expression of a project (`p`) that each filter compares with its values. */
const COMPARED: Readonly<Record<Exclude<keyof StatFilter, 'buildStatus'>, RawBuilder<unknown>>> = {
  provinceCode: sql.ref('p.province_code'),
  cityCode: sql.ref('p.city_code'),
  countyCode: sql.ref('p.county_code'),
  regionGroup,
  techType: sql.ref('p.tech_type'),
  techSubType: sql.ref('p.tech_sub_type'),
  appScenario: sql.ref('p.app_scenario'),
  appSubScenario: sql.ref('p.app_sub_scenario'),
  ownerType: sql.ref('p.owner_type'),
  ownerGroupId: sql.ref('p.owner_group_id'),
  gridVoltage: sql.ref('p.grid_voltage'),
  scaleBand,
  durationBand,
}

const NAMES = Object.keys(COMPARED) as (keyof typeof COMPARED)[] // the record has no others

/** SQL condition: projects (`p`) have one of the values of a filter. */
function isAmong(name: keyof typeof COMPARED, values: readonly (string | number)[]): RawBuilder<boolean> {
  // Provinces of a group, so that an index of provinces finds the projects.
  if (name === 'regionGroup')
    return sql<boolean>`p.province_code in (select code from region where level = 1 and region_group = any(${[...values]}::text[]))`
  const [first] = values
  if (values.length === 1) return sql<boolean>`${COMPARED[name]} = ${first}`
  const type = name === 'ownerGroupId' ? sql`bigint` : sql`text`
  return sql<boolean>`${COMPARED[name]} = any(${[...values]}::${type}[])`
}

/** SQL conditions on projects (`p`): a filter, but for states of construction. */
export const filterConditions = (filter: StatFilter): RawBuilder<boolean>[] =>
  NAMES.flatMap((name) => {
    const values = filter[name] ?? []
    return values.length > 0 ? [isAmong(name, values)] : []
  })

/**
 * SQL conditions on projects (`p`): filter and caller's scope. Never-submitted projects do not count, and of the versions
 * of a project one. Snapshots from before versions were told apart do not say that they count. States of construction are
 * those of each statistic.
 */
export function statConditions(filter: StatFilter, user: Caller): RawBuilder<boolean> {
  const counted = sql<boolean>`p.is_counted is not false`
  return sql.join([submittedProjects(user), counted, ...filterConditions(filter)], sql` and `)
}

/** Projects with one of these build statuses; by default those in operation. */
export const hasBuildStatus = (states: readonly string[] | undefined): RawBuilder<boolean> =>
  sql<boolean>`p.build_status = any(${[...(states?.length ? states : OPERATING)]}::text[])`

/** States of construction are by default those in operation. */
export interface ScaleFilter extends StatFilter, StatSource {}

/** SQL conditions on the projects (`p`) that count in scale at the end of a period. */
export function scaleConditions(filter: ScaleFilter, user: Caller): RawBuilder<boolean> {
  const until = lastDayOf(filter)
  const isThere = until
    ? sql<boolean>`(p.commission_date is null or p.commission_date <= ${until})`
    : sql<boolean>`true`
  return sql<boolean>`${statConditions(filter, user)} and ${hasBuildStatus(filter.buildStatus)} and ${isThere}`
}

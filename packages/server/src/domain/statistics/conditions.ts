import { BuildStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { submittedProjects } from '../scope.ts'
import { lastDayOf, type StatSource } from './source.ts'

/** Filters of a statistic. */
export interface StatFilter {
  provinceCode?: string | undefined
  cityCode?: string | undefined
  countyCode?: string | undefined
  regionGroup?: string | undefined
  techType?: readonly string[] | undefined
  appScenario?: string | undefined
}

/** Official scope: stations in operation, including stopped ones. */
export const OPERATING: readonly string[] = [BuildStatus.operating, BuildStatus.stopped]

/**
 * SQL conditions on projects (`p`): filter and caller's scope. Never-submitted projects do not count, and of the versions
 * of a project one. Snapshots from before versions were told apart do not say that they count.
 */
export function statConditions(filter: StatFilter, user: Caller): RawBuilder<boolean> {
  const parts = [submittedProjects(user), sql<boolean>`p.is_counted is not false`]
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined) parts.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  equal('p.province_code', filter.provinceCode)
  equal('p.city_code', filter.cityCode)
  equal('p.county_code', filter.countyCode)
  equal('p.app_scenario', filter.appScenario)
  if (filter.techType?.length) parts.push(sql<boolean>`p.tech_type = any(${[...filter.techType]}::text[])`)
  if (filter.regionGroup !== undefined)
    parts.push(
      sql<boolean>`p.province_code in (select code from region where level = 1 and region_group = ${filter.regionGroup})`,
    )
  return sql.join(parts, sql` and `)
}

/** Projects with one of these build statuses; by default those in operation. */
export const hasBuildStatus = (states: readonly string[] | undefined): RawBuilder<boolean> =>
  sql<boolean>`p.build_status = any(${[...(states?.length ? states : OPERATING)]}::text[])`

export interface ScaleFilter extends StatFilter, StatSource {
  /** Default: those in operation. */
  buildStatus?: readonly string[] | undefined
}

/** SQL conditions on the projects (`p`) that count in scale at the end of a period. */
export function scaleConditions(filter: ScaleFilter, user: Caller): RawBuilder<boolean> {
  const until = lastDayOf(filter)
  const isThere = until
    ? sql<boolean>`(p.commission_date is null or p.commission_date <= ${until})`
    : sql<boolean>`true`
  return sql<boolean>`${statConditions(filter, user)} and ${hasBuildStatus(filter.buildStatus)} and ${isThere}`
}

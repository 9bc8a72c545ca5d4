import type { operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import { malformed } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { LedgerPeriod } from '../ledger/ledger.ts'
import { isRemarked } from '../remarks/counts.ts'
import { visibleProjects } from '../scope.ts'
import { figureConditions } from '../statistics/figures.ts'
import { listedFilter } from '../statistics/filter.ts'
import { isWarned } from '../submissions/warnings.ts'
import { inColumns, wordsOf } from '../text-search/words.ts'
import { projectBase } from './base.ts'
import { isSuspected } from './best-score.ts'
import { waitingFor } from './waiting.ts'

/** Columns in which the words of a keyword are sought. */
export const NAMES = ['p.project_name', 'p.company_name', 'p.project_code'] as const

export type ProjectQuery = NonNullable<operations['queryEsProjects']['parameters']['query']> & {
  /** Of the ledger, as of this edition; default: the newest. */
  edition?: number | undefined
}

/** Conditions on projects (alias `p`, working records or a snapshot): the query's filters and the caller's scope. */
export function conditions(query: ProjectQuery, user: Caller): RawBuilder<boolean> {
  const parts = [visibleProjects(user)]
  const equal = (column: string, value: string | number | undefined) => {
    if (value !== undefined) parts.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  const among = (column: string, values: readonly string[] | undefined) => {
    if (values?.length) parts.push(sql<boolean>`${sql.ref(column)} = any(${[...values]}::text[])`)
  }
  if (query.keyword) {
    const initials = query.source === 'warehouse' ? undefined : 'p.initials'
    parts.push(inColumns(wordsOf(query.keyword), NAMES, initials))
  }
  equal('p.id', query.id)
  equal('p.province_code', query.provinceCode)
  equal('p.city_code', query.cityCode)
  equal('p.county_code', query.countyCode)
  equal('p.repeat_flag', query.repeatFlag)
  if (query.ownerGroupId !== undefined)
    parts.push(sql<boolean>`p.owner_group_id = any(${query.ownerGroupId}::bigint[])`)
  among('p.tech_type', query.techType)
  among('p.tech_sub_type', query.techSubType)
  among('p.app_sub_scenario', query.appSubScenario)
  among('p.build_status', query.buildStatus)
  among('p.declare_status', query.declareStatus)
  among('p.country_status', query.countryStatus)
  if (query.powerMin !== undefined) parts.push(sql<boolean>`p.rated_power >= ${query.powerMin}`)
  if (query.powerMax !== undefined) parts.push(sql<boolean>`p.rated_power <= ${query.powerMax}`)
  if (query.energyMin !== undefined) parts.push(sql<boolean>`p.rated_energy >= ${query.energyMin}`)
  if (query.energyMax !== undefined) parts.push(sql<boolean>`p.rated_energy <= ${query.energyMax}`)
  if (query.commissionFrom) parts.push(sql<boolean>`p.commission_date >= ${query.commissionFrom}`)
  if (query.commissionTo) parts.push(sql<boolean>`p.commission_date <= ${query.commissionTo}`)
  if (query.suspected) parts.push(isSuspected)
  if (query.warned) parts.push(isWarned('PROJECT', sql`p.id`))
  if (query.remarked) parts.push(isRemarked(projectBase, sql`p.id`, user))
  if (query.todo) parts.push(waitingFor(user))
  if (query.own) parts.push(sql<boolean>`p.org_id = ${user.orgId}`)
  return sql.join(parts, sql` and `)
}

/** {@link conditions} of a list, which may be of the projects that a figure of the statistics counts. */
export function listConditions(query: ProjectQuery, user: Caller, today: string): RawBuilder<boolean> {
  const { figure, source: side, cells = [] } = query
  if (!figure) {
    if (cells.length > 0) throw malformed('分组：须与统计数同时给出', 'cells')
    return conditions(query, user)
  }
  const { year, quarter, edition } = query
  const request = { ...listedFilter(query), side, figure, cells, year, quarter, edition }
  return sql<boolean>`${conditions(query, user)} and ${figureConditions(request, user, today)}`
}

/** The period of a list's snapshot. Rows behind an earlier year of a figure are those of that year's end. */
export function periodOf({ year, quarter, figure, cells, edition }: ProjectQuery): LedgerPeriod {
  const cell = figure && cells?.find((each) => each.startsWith('year:'))
  const ofCell = cell === undefined ? Number.NaN : Number(cell.slice('year:'.length))
  const isEarlier = Number.isInteger(ofCell) && (year === undefined || ofCell < year)
  const period = isEarlier ? { year: ofCell, quarter: 4 } : { year, quarter }
  return { ...period, edition, orFirst: figure !== undefined }
}

import { type PipelineStage, stageRules } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../caller.ts'
import { statConditions } from '../conditions.ts'
import type { StatFilter } from '../filter.ts'
import { type Among, projectSums } from '../kept-sums.ts'
import { projectsOf, type StatSource } from '../source.ts'
import type { PipelineSpan } from './period.ts'
import { enteredOn, stageOf } from './stage.ts'

/** Projects that moved from one stage to another, or stayed. */
export interface FlowRow {
  province_code: string
  /** Null if they did not count at the previous day. */
  from_stage: PipelineStage | null
  /** Null if they do not count any more. */
  to_stage: PipelineStage | null
  count: number
  power: number
  energy: number
  power_before: number
  energy_before: number
  /** They entered the stage on the previous day or before. */
  late: number
}

/** Days between two dates of the projects that came to the later one in the quarter; lists are null without any. */
export interface TimeRow {
  province_code: string
  filed_started: number[] | null
  started_connected: number[] | null
  connected_commissioned: number[] | null
  filed_commissioned: number[] | null
  /** Days that the connection was later than planned first. */
  delays: number[] | null
  overdue: number
  overdue_power: number
  overdue_90: number
  overdue_180: number
}

export interface PipelineAsked {
  filter: StatFilter
  user: Caller
  span: PipelineSpan
}

/** SQL: projects with their stage at a day, and the amounts that they had. */
const staged = (source: StatSource, day: string, { filter, user }: PipelineAsked, among: Among) => sql`
  select p.province_code, p.id, ${stageOf(day)} as stage, ${enteredOn(day)} as entered,
    coalesce(p.rated_power, 0) as power, coalesce(p.rated_energy, 0) as energy
  from ${projectsOf(source)} where ${statConditions(filter, user)} and ${among('p')}`

/** Returns the projects by their stages at both days. */
export function flowRows(db: Db, asked: PipelineAsked): Promise<readonly FlowRow[]> {
  const { day, previousDay, now, before } = asked.span
  const query = (among: Among): RawBuilder<FlowRow> => sql<FlowRow>`
    select coalesce(n.province_code, b.province_code) as province_code, b.stage as from_stage, n.stage as to_stage,
      count(*) as count, coalesce(sum(n.power), 0) as power, coalesce(sum(n.energy), 0) as energy,
      coalesce(sum(b.power), 0) as power_before, coalesce(sum(b.energy), 0) as energy_before,
      count(*) filter (where b.id is null and n.entered <= ${previousDay}::date) as late
    from (${staged(now, day, asked, among)}) n
      full join (${staged(before, previousDay, asked, among)}) b on b.province_code = n.province_code and b.id = n.id
    group by 1, 2, 3`
  return projectSums(db, now.side, query)
}

/** Returns the projects by their stages at the last day alone, like those that are new in them. */
export function stockRows(db: Db, asked: PipelineAsked): Promise<readonly FlowRow[]> {
  const { day, now } = asked.span
  const query = (among: Among): RawBuilder<FlowRow> => sql<FlowRow>`
    select n.province_code, null as from_stage, n.stage as to_stage, count(*) as count,
      coalesce(sum(n.power), 0) as power, coalesce(sum(n.energy), 0) as energy, 0 as power_before, 0 as energy_before,
      0 as late
    from (${staged(now, day, asked, among)}) n group by 1, 3`
  return projectSums(db, now.side, query)
}

/** Construction statuses of projects that may have come to a stage. */
const statusesOf = (stage: PipelineStage) =>
  sql`${stageRules.flatMap((rule) => (rule.stage === stage ? rule.statuses : []))}::text[]`

const days = (from: string, to: string, isIn: RawBuilder<boolean>) =>
  sql`array_agg(${sql.ref(`p.${to}`)} - ${sql.ref(`p.${from}`)}) filter (where ${isIn} and ${sql.ref(`p.${from}`)} is not null)`

/** Returns how long projects took, and how late they are. */
export function timeRows(db: Db, asked: PipelineAsked): Promise<readonly TimeRow[]> {
  const { filter, user, span } = asked
  const { day, previousDay, now } = span
  const cameIn = (
    column: string,
    stage: PipelineStage,
  ) => sql<boolean>`(p.build_status = any(${statusesOf(stage)})
    and ${sql.ref(`p.${column}`)} > ${previousDay}::date and ${sql.ref(`p.${column}`)} <= ${day}::date)`
  const started = cameIn('start_date', 'building')
  const connected = cameIn('grid_date', 'building')
  const commissioned = cameIn('commission_date', 'operating')
  const late = sql`(${day}::date - p.first_plan_grid_date)`
  const overdue = sql<boolean>`${stageOf(day)} in ('planned', 'filed', 'building')
    and (p.grid_date is null or p.grid_date > ${day}::date) and ${late} > 0`
  const query = (among: Among): RawBuilder<TimeRow> => sql<TimeRow>`
    select p.province_code, ${days('record_date', 'start_date', started)} as filed_started,
      ${days('start_date', 'grid_date', connected)} as started_connected,
      ${days('grid_date', 'commission_date', commissioned)} as connected_commissioned,
      ${days('record_date', 'commission_date', commissioned)} as filed_commissioned,
      ${days('first_plan_grid_date', 'grid_date', connected)} as delays,
      count(*) filter (where ${overdue}) as overdue,
      coalesce(sum(p.rated_power) filter (where ${overdue}), 0) as overdue_power,
      count(*) filter (where ${overdue} and ${late} <= 90) as overdue_90,
      count(*) filter (where ${overdue} and ${late} > 90 and ${late} <= 180) as overdue_180
    from ${projectsOf(now)} where ${statConditions(filter, user)} and ${among('p')} group by 1`
  return projectSums(db, now.side, query)
}

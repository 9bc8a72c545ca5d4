import { type PipelineStage, type StageDate, stageRules } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import { all } from '../../../db/sql.ts'
import { snake } from '../../columns.ts'

const column = (name: StageDate) => sql.ref(`p.${snake(name)}`)

/** SQL: the stage of projects (`p`) at the end of a day, by the rules of `stageAt`. */
export function stageOf(day: string): RawBuilder<PipelineStage> {
  const cases = stageRules.map(({ stage, statuses, dates }) => {
    const isOf = sql<boolean>`p.build_status = any(${[...statuses]}::text[])`
    const haveCome = dates.map(
      (name) => sql<boolean>`(${column(name)} is null or ${column(name)} <= ${day}::date)`,
    )
    return sql`when ${all([isOf, ...haveCome])} then ${sql.lit(stage)}`
  })
  return sql<PipelineStage>`case ${sql.join(cases, sql` `)} else 'planned' end`
}

/** SQL: the day on which projects (`p`) entered the stage that they have at a day; null for a plan, or if it is not told. */
export function enteredOn(day: string): RawBuilder<string | null> {
  const cases = stageRules.flatMap(({ stage, dates }) => {
    const last = dates.at(-1)
    return last ? [sql`when ${sql.lit(stage)} then ${column(last)}`] : []
  })
  return sql<string | null>`case ${stageOf(day)} ${sql.join(cases, sql` `)} end`
}

import { AppScenario } from '@xinchu/contract/codes'
import type { Quarter } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import { malformed } from '../../errors.ts'
import { BIN_HOURS, LAST_BIN } from './station-summary.ts'
import { isCounted, type UseSource, useReports } from './use-source.ts'

/** Groups of the spread of hours, of stations that have reported: their bin, users or others, and a single station. */
const CAPTIONS = { hoursBin: '等效利用小时', side: '电站', project: '项目' } as const

export type HoursDimension = keyof typeof CAPTIONS

export const isHoursDimension = (name: string): name is HoursDimension => Object.hasOwn(CAPTIONS, name)

export const SIDES = { user: '用户侧', other: '电源侧、电网侧' } as const

interface HoursCell {
  dimension: HoursDimension
  key: string
}

/** First hour of a bin. @throws HttpError 400 where none begins */
function binOf(key: string): number {
  const from = /^\d{1,4}$/.test(key) ? Number(key) : Number.NaN
  if (from % BIN_HOURS !== 0 || from > LAST_BIN) throw malformed(`分组：没有利用小时分档 ${key}`, 'cells')
  return from
}

/** Number of a project. @throws HttpError 400 for what is none */
function projectOf(key: string): number {
  if (!/^[1-9]\d{0,14}$/.test(key)) throw malformed(`分组：没有项目 ${key}`, 'cells')
  return Number(key)
}

/** SQL condition: projects (`p`) of a group of the spread in a quarter. @throws HttpError 400 for a key that is none */
export function inHoursCell(
  { dimension, key }: HoursCell,
  { year, quarter }: Quarter,
  source: UseSource,
): RawBuilder<boolean> {
  if (dimension === 'side') {
    if (!Object.hasOwn(SIDES, key)) throw malformed(`分组：没有 ${key} 一侧的电站`, 'cells')
    const isUser = sql<boolean>`p.app_scenario is not distinct from ${AppScenario.userSide}`
    return key === 'user' ? isUser : sql<boolean>`not ${isUser}`
  }
  if (dimension === 'project') return sql<boolean>`p.id = ${projectOf(key)}`
  const from = binOf(key)
  // The same arithmetic as that of the bins, so that no station falls between two of them.
  const hours = sql`((u.charge_energy + u.discharge_energy) * 10)::float8 / nullif(p.rated_power, 0)::float8`
  return sql<boolean>`exists (select from ${useReports(source)} u where u.province_code = p.province_code and u.project_id = p.id
    and u.year = ${year} and u.quarter = ${quarter} and ${isCounted(source)}
    and floor(${hours} / ${sql.lit(BIN_HOURS)}) * ${sql.lit(BIN_HOURS)} ${from === LAST_BIN ? sql`>=` : sql`=`} ${from})`
}

/** A group of the spread in words: 等效利用小时：200–250 h. */
export function hoursCellWords({ dimension, key }: HoursCell): string {
  const caption = CAPTIONS[dimension]
  if (dimension === 'side') return `${caption}：${SIDES[key as keyof typeof SIDES] ?? key}` // checked when it was listed
  if (dimension === 'project') return `${caption}：${projectOf(key)}`
  const from = binOf(key)
  return `${caption}：${from === LAST_BIN ? `${from} h 及以上` : `${from}–${from + BIN_HOURS} h`}`
}

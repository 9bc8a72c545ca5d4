import type { components } from '@xinchu/contract/schema'
import {
  closedQuarter,
  type PipelineStage,
  pipelineStages,
  quarterDays,
  stageNames,
} from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all } from '../../db/sql.ts'
import { malformed } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { groupedBy } from '../grouped.ts'
import { type ScaleFilter, scaleConditions, statConditions } from './conditions.ts'
import { type Dimension, groupingOf, isDimension, loadNames } from './dimensions.ts'
import type { StatFilter } from './filter.ts'
import { type HoursDimension, hoursCellWords, inHoursCell, isHoursDimension } from './hours-cells.ts'
import { stageOf } from './pipeline/stage.ts'
import { inUse, reportingConditions } from './usage-sums.ts'
import { hasFigures, isCounted, type UseSource, useReports } from './use-source.ts'

/** A figure of a statistic, and its groups. */
export interface FigureRequest extends ScaleFilter {
  figure: components['schemas']['CountedFigure']
  /**
   * `dimension:key` each; without a key, the projects without a value. Keys of one dimension are alternatives, different
   * dimensions narrow each other.
   */
  cells?: readonly string[] | undefined
}

export type FigureCells = Pick<FigureRequest, 'cells'> & StatFilter

interface Cell<Name extends string = Dimension> {
  dimension: Name
  key: string
}

function namedCell(text: string): Cell<string> {
  const at = text.indexOf(':')
  return { dimension: text.slice(0, at), key: text.slice(at + 1) }
}

const isStage = (key: string): key is PipelineStage => pipelineStages.some((each) => each === key)

/**
 * Cells of the dimensions of statistics, those of the spread of hours, and stages of construction.
 * @throws HttpError 400 for an unknown dimension or stage
 */
function cellsIn(texts: readonly string[]) {
  const cells: Cell[] = []
  const hours: Cell<HoursDimension>[] = []
  const stages: PipelineStage[] = []
  for (const { dimension, key } of texts.map(namedCell)) {
    if (isHoursDimension(dimension)) hours.push({ dimension, key })
    else if (isDimension(dimension)) cells.push({ dimension, key })
    else if (dimension === 'stage' && isStage(key)) stages.push(key)
    else throw malformed(`分组：没有统计维度 ${dimension}`, 'cells')
  }
  return { cells, hours, stages }
}

/** SQL condition: projects (`p`) of a group. */
function inGroup({ dimension, key }: Cell, filter: ScaleFilter): RawBuilder<boolean> {
  const grouping = groupingOf(dimension, filter)
  if (key === '') return sql<boolean>`coalesce(${grouping.key}, '') = ''`
  return sql<boolean>`${grouping.key} = ${key}`
}

/** Scale in the row of a year has no projects without a date; the years of a sum do. */
function inYear({ figure, ...filter }: FigureRequest, cell: string | undefined, today: string) {
  const year = cell ?? String(filter.year ?? today.slice(0, 4))
  if (!/^\d{4}$/.test(year)) throw malformed(`分组：年度 ${year} 不正确`, 'cells')
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  if (figure === 'added') return sql<boolean>`p.commission_date between ${first} and ${last}`
  if (cell !== undefined) return sql<boolean>`p.commission_date <= ${last}`
  return sql<boolean>`(p.commission_date is null or p.commission_date <= ${last})`
}

const isReported = (
  source: UseSource,
  year: number,
  quarter: number,
) => sql<boolean>`exists (select from ${useReports(source)} u
  where u.province_code = p.province_code and u.project_id = p.id and u.year = ${year} and u.quarter = ${quarter}
    and ${isCounted(source)})`

/** Stations that are due, have or have not reported for one quarter, by default the last that has ended. */
function ofReports(
  request: FigureRequest,
  user: Caller,
  today: string,
  hours: ReturnType<typeof cellsIn>['hours'],
): RawBuilder<boolean> {
  const latest = closedQuarter(today)
  const { figure, year = latest.year, quarter = latest.quarter, ...filter } = request
  const { first, last } = quarterDays({ year, quarter })
  const due = sql<boolean>`${hasFigures(request, { year, quarter })} and ${reportingConditions(filter, user)}
    and ${inUse(sql`${first}::date`, sql`${last}::date`)}`
  // A quarter that has not ended has no figures.
  if (year * 4 + quarter > latest.year * 4 + latest.quarter) return sql<boolean>`false`
  if (figure === 'due') return due
  const reported = isReported(request, year, quarter)
  return figure === 'reported'
    ? all([due, reported, ...hours.map((cell) => inHoursCell(cell, { year, quarter }, request))])
    : sql<boolean>`${due} and not ${reported}`
}

/** Projects in one of some stages at the end of a period, by default today. */
function inStages(
  { year, quarter = 4, ...filter }: FigureRequest,
  user: Caller,
  today: string,
  stages: readonly PipelineStage[],
) {
  const day = year === undefined ? today : quarterDays({ year, quarter }).last
  return sql<boolean>`${statConditions(filter, user)} and ${stageOf(day)} = any(${[...stages]}::text[])`
}

/**
 * SQL conditions on projects (`p`) that a figure counts: those of its statistic, and its groups.
 * @throws HttpError 400 for a group that no statistic has
 */
export function figureConditions(request: FigureRequest, user: Caller, today: string): RawBuilder<boolean> {
  const { cells, hours, stages } = cellsIn(request.cells ?? [])
  if (stages.length > 0 !== (request.figure === 'stage'))
    throw malformed('分组：建设阶段的项目须给出阶段，其他统计数不分阶段', 'cells')
  if (hours.length > 0 && request.figure !== 'reported')
    throw malformed('分组：利用小时的分组只用于已报项目', 'cells')
  const isScale = request.figure === 'scale' || request.figure === 'added'
  const kinds = cells.filter(({ dimension }) => dimension !== 'year')
  const groups = [...groupedBy(kinds, ({ dimension }) => dimension).values()].map(
    (each) =>
      sql<boolean>`(${sql.join(
        each.map((cell) => inGroup(cell, request)),
        sql` or `,
      )})`,
  )
  if (stages.length > 0) return all([inStages(request, user, today, stages), ...groups])
  if (!isScale) return all([ofReports(request, user, today, hours), ...groups])
  const year = cells.find(({ dimension }) => dimension === 'year')?.key
  return all([scaleConditions(request, user), inYear(request, year, today), ...groups])
}

/** The groups of a figure in words: 地区：宁夏回族自治区. */
export async function cellWords(db: Db, { cells = [], ...filter }: FigureCells): Promise<string[]> {
  const { cells: groups, hours, stages } = cellsIn(cells)
  const nameOf = await loadNames(
    db,
    groups.map(({ dimension }) => dimension),
    filter,
  )
  return [
    ...groups.map(
      ({ dimension, key }) => `${groupingOf(dimension, filter).caption}：${nameOf(dimension, key)}`,
    ),
    ...hours.map(hoursCellWords),
    ...stages.map((stage) => `阶段：${stageNames[stage]}`),
  ]
}

import type { components } from '@xinchu/contract/schema'
import {
  changeBases,
  isStoredPeriod,
  type Quarter,
  quarterAfter,
  quarterDays,
  type RestatementFacts,
} from '@xinchu/validators'
import type { Db } from '../../../db/database.ts'
import { HttpError } from '../../../errors.ts'
import type { Caller } from '../../caller.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { type BulletinPlace, noProjects } from '../../statistics/figure-place.ts'
import { listedFilter } from '../../statistics/filter.ts'
import { statPeriods } from '../../statistics/periods.ts'
import type { Batch } from '../../statistics/publications.ts'
import { type NamedScaleRow, scaleLayouts } from '../../statistics/scale.ts'
import { usageStatistics } from '../../statistics/usage.ts'
import { usageSpread } from '../../statistics/usage-spread.ts'
import { periodsWithUse } from '../../statistics/use-source.ts'
import { periodOfEdition } from './basis.ts'
import { revisionsOf } from './revisions.ts'

type Schemas = components['schemas']
type StatPeriod = Schemas['StatPeriod']
export type UsageRow = Schemas['UsageStatRow']
export type SpreadRow = Schemas['UsageSpreadRow']

/** The figures of one period. */
export interface PeriodFigures {
  period: StatPeriod
  total: NamedScaleRow
  durations: readonly NamedScaleRow[]
  groups: readonly NamedScaleRow[]
  places: readonly NamedScaleRow[]
  /** The ends of all years up to it. */
  years: readonly NamedScaleRow[]
  /** Undefined for a place without projects due to report, too. */
  usage: UsageRow | undefined
  /** False while no report of the period is official. */
  isUsePublished: boolean
}

/** The figures of a bulletin: those of its period, and of the periods that it is compared with, if they are stored. */
export interface BulletinFigures {
  now: PeriodFigures
  before: PeriodFigures | undefined
  lastYear: PeriodFigures | undefined
  scenarios: readonly UsageRow[]
  usagePlaces: readonly UsageRow[]
  /** Medians and quantiles of the stations, in all, by scenario and by place. */
  spread: readonly SpreadRow[]
  /** Revisions of these periods, its own first and the latest first, each with the totals of the place. */
  revisions: readonly RestatementFacts[]
}

interface Asked {
  db: Db
  user: Caller
  place: BulletinPlace
  today: string
  /** Figures as of this edition; default: the newest. */
  edition?: number | undefined
}

/** One reading of the snapshot for all sections. */
const LAYOUTS = {
  total: [],
  durations: ['durationBand'],
  groups: ['regionGroup'],
  places: ['region'],
  years: ['year'],
} as const

/** Where the figures of a bulletin are read from. */
const sourceOf = ({ edition }: Asked) => ({ side: 'warehouse', edition }) as const

const usage = (asked: Asked, { year, quarter }: Quarter, dimensions: Dimension[]) =>
  usageStatistics(
    asked.db,
    { ...listedFilter(asked.place.codes), ...sourceOf(asked), year, quarter, dimensions },
    asked.user,
    asked.today,
  )

async function spread(asked: Asked, { year, quarter }: Quarter) {
  const { db, user, place, today } = asked
  const { rows } = await usageSpread(
    db,
    { ...listedFilter(place.codes), ...sourceOf(asked), year, quarter },
    user,
    today,
  )
  return rows
}

async function figuresOf(asked: Asked, period: StatPeriod | undefined): Promise<PeriodFigures | undefined> {
  if (!period) return undefined
  const { db, user, place, today } = asked
  const { year, quarter } = period
  const filter = { ...listedFilter(place.codes), year, quarter, ...sourceOf(asked) }
  const [{ total, groups, ...rows }, used, withUse] = await Promise.all([
    scaleLayouts(db, LAYOUTS, filter, user, Number(today.slice(0, 4))),
    usage(asked, period, []),
    periodsWithUse(db, sourceOf(asked), [period]),
  ])
  const use = { usage: used[0], isUsePublished: withUse.length > 0 }
  return total[0] && { period, total: total[0], groups: place.isNation ? groups : [], ...rows, ...use }
}

/** The period and those before it that it may be compared with, as they are or were as of an edition. */
export async function bulletinPeriods(
  { db, edition }: Pick<Asked, 'db' | 'edition'>,
  period: Quarter,
  { batches, now }: { batches: readonly Batch[]; now: Date },
): Promise<StatPeriod[]> {
  const wanted = [period, quarterAfter(period, -1), quarterAfter(period, -4)]
  if (edition === undefined) return statPeriods(db, now, wanted)
  return wanted.map((each) => periodOfEdition(batches, each, edition))
}

/** @throws HttpError 404 for a period without a batch, or a place without projects */
export async function bulletinFigures(
  asked: Asked,
  period: Quarter,
  { found, batches }: { found: readonly StatPeriod[]; batches: readonly Batch[] },
): Promise<BulletinFigures> {
  const own = found.find(({ year, quarter }) => year === period.year && quarter === period.quarter)
  const isOver = quarterDays(period).last < asked.today
  if (!own || !isStoredPeriod(own) || !isOver)
    throw new HttpError(404, `${period.year}年第${period.quarter}季度尚无入库数据`)
  const figures = await figuresOf(asked, own)
  if (!figures) throw noProjects()
  const thisYear = Number(asked.today.slice(0, 4))
  const bases = changeBases({ side: 'warehouse', period: own, periods: found, thisYear })
  const [before, lastYear] = await Promise.all([
    figuresOf(asked, bases.quarter?.period),
    figuresOf(asked, bases.year?.period),
  ])
  const used = [figures, before, lastYear].flatMap((each) => each ?? [])
  const [scenarios, usagePlaces, spreads, revisions] = await Promise.all([
    usage(asked, period, ['appSubScenario']),
    usage(asked, period, ['region']),
    spread(asked, period),
    revisionsOf(asked, used, batches),
  ])
  return { now: figures, before, lastYear, scenarios, usagePlaces, spread: spreads, revisions }
}

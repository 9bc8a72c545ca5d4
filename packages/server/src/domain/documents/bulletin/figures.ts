import type { components } from '@xinchu/contract/schema'
import { changeBases, isStoredPeriod, type Quarter, quarterAfter, quarterDays } from '@xinchu/validators'
import type { Db } from '../../../db/database.ts'
import { HttpError } from '../../../errors.ts'
import type { Caller } from '../../caller.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import type { BulletinPlace } from '../../statistics/figure-place.ts'
import { statPeriods } from '../../statistics/periods.ts'
import { type NamedScaleRow, scaleLayouts } from '../../statistics/scale.ts'
import { usageStatistics } from '../../statistics/usage.ts'
import { usageSpread } from '../../statistics/usage-spread.ts'

type Schemas = components['schemas']
export type StatPeriod = Schemas['StatPeriod']
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
  usage: UsageRow | undefined
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
}

interface Asked {
  db: Db
  user: Caller
  place: BulletinPlace
  today: string
}

/** One reading of the snapshot for all sections. */
const LAYOUTS = {
  total: [],
  durations: ['durationBand'],
  groups: ['regionGroup'],
  places: ['region'],
  years: ['year'],
} as const

const usage = ({ db, user, place, today }: Asked, { year, quarter }: Quarter, dimensions: Dimension[]) =>
  usageStatistics(db, { ...place.codes, year, quarter, dimensions }, user, today)

async function spread({ db, user, place, today }: Asked, { year, quarter }: Quarter) {
  const { rows } = await usageSpread(db, { ...place.codes, year, quarter }, user, today)
  return rows
}

async function figuresOf(asked: Asked, period: StatPeriod | undefined): Promise<PeriodFigures | undefined> {
  if (!period) return undefined
  const { db, user, place, today } = asked
  const { year, quarter } = period
  const filter = { ...place.codes, year, quarter, side: 'warehouse' as const }
  const [{ total, groups, ...rows }, used] = await Promise.all([
    scaleLayouts(db, LAYOUTS, filter, user, Number(today.slice(0, 4))),
    usage(asked, period, []),
  ])
  return (
    total[0] && { period, total: total[0], groups: place.isNation ? groups : [], ...rows, usage: used[0] }
  )
}

/** @throws HttpError 404 for a period without a batch, or a place without projects */
export async function bulletinFigures(asked: Asked, period: Quarter, now: Date): Promise<BulletinFigures> {
  const wanted = [period, quarterAfter(period, -1), quarterAfter(period, -4)]
  const found = await statPeriods(asked.db, now, wanted)
  const own = found.find(({ year, quarter }) => year === period.year && quarter === period.quarter)
  const isOver = quarterDays(period).last < asked.today
  if (!own || !isStoredPeriod(own) || !isOver)
    throw new HttpError(404, `${period.year}年第${period.quarter}季度尚无入库数据`)
  const figures = await figuresOf(asked, own)
  if (!figures) throw new HttpError(404, '该范围在此时期没有在运项目')
  const thisYear = Number(asked.today.slice(0, 4))
  const bases = changeBases({ side: 'warehouse', period: own, periods: found, thisYear })
  const [ofBefore, ofLastYear] = await Promise.all([
    figuresOf(asked, bases.quarter?.period),
    figuresOf(asked, bases.year?.period),
  ])
  const [scenarios, usagePlaces, spreads] = await Promise.all([
    usage(asked, period, ['appSubScenario']),
    usage(asked, period, ['region']),
    spread(asked, period),
  ])
  return { now: figures, before: ofBefore, lastYear: ofLastYear, scenarios, usagePlaces, spread: spreads }
}

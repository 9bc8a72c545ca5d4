import type { ScaleLayoutRow } from '@xinchu/sdk'
import { nationalGoal } from '@xinchu/validators'
import type { Unit } from '../../../lib/units.ts'
import type { StripFigure } from '../../../ui/figure-strip.tsx'
import { changeText, pointsText, signed } from '../change.ts'
import { FEW } from './few.ts'

export type Standing = Pick<
  ScaleLayoutRow,
  'year' | 'projectCount' | 'ratedPower' | 'ratedEnergy' | 'avgDuration' | 'addPower'
>

/** The same figures at an earlier period. */
export interface Compared {
  caption: string
  /** Whether it is the same time of the year before. */
  isYearAgo?: boolean
  row: Standing
}

/** The part of a wider scope. */
export interface Upper {
  name: string
  /** Percent of its power. */
  share: number
  /** Rank among its parts, and the one at the base. */
  rank?: number | undefined
  before?: number | undefined
  of?: number | undefined
  /** Of official figures, which the others of the page are not. */
  isOfficial?: boolean | undefined
}

export interface KeyFigure extends StripFigure {
  /** Figure and groups whose rows it opens. */
  opens: readonly string[]
  /** Changes against the bases, in words. */
  changes: readonly string[]
  /** Values at the ends of the years. */
  course: readonly number[]
}

export interface KeyFacts {
  now: Standing
  /** Bases that have figures. */
  bases: readonly Compared[]
  /** Year ends, oldest first. The first one has no additions: it is the stock of all years before. */
  years: readonly Standing[]
  unit: Unit
  /** Whether the target is one of this scope. */
  hasTarget: boolean
  upper?: Upper | undefined
}

const percent = (now: number | undefined, base: number | undefined) =>
  now === undefined || !base ? undefined : (100 * (now - base)) / base

/** Percent of the target that a power in a unit is. */
export const reachedOf = (power: number, { factor }: Unit): number =>
  (100 * power) / (nationalGoal.power * factor)

/** The latest year with additions. Without data for the current year, that is an earlier one. */
function addedIn({ now, years }: KeyFacts): { row: Standing; before?: Standing | undefined } {
  if (now.addPower !== 0) return { row: now }
  const at = years.findLastIndex(({ addPower = 0 }, place) => place > 0 && addPower > 0)
  const row = years[at]
  return row ? { row, before: at > 1 ? years[at - 1] : undefined } : { row: now }
}

const changesBy = (bases: readonly Compared[], of: (row: Standing) => string | undefined) =>
  bases.flatMap(({ caption, row }) => {
    const text = row.ratedPower > 0 ? of(row) : undefined
    return text === undefined ? [] : [`${caption} ${text}`]
  })

/** Change in percent; with few projects in the figure's own unit. */
const changeIn =
  (now: Standing, unit: string, of: (row: Standing) => number | undefined) =>
  (base: Standing): string | undefined => {
    const [value, before] = [of(now), of(base)]
    if (value === undefined || before === undefined) return undefined
    if (now.projectCount < FEW) return `${signed(value - before, unit)} ${unit}`
    const change = percent(value, before)
    return change === undefined ? undefined : changeText(change)
  }

const countOf = ({ projectCount }: Standing) => projectCount
const powerOf = ({ ratedPower }: Standing) => ratedPower
const energyOf = ({ ratedEnergy }: Standing) => ratedEnergy

function addedFigure(facts: KeyFacts): KeyFigure {
  const { now, bases, years, unit } = facts
  const { row, before } = addedIn(facts)
  const isNow = row === now
  const ownBefore = before?.addPower
  const change = percent(row.addPower, ownBefore)
  return {
    caption: `${row.year ?? '当'}年新增功率`,
    value: row.addPower,
    unit: unit.power,
    opens: ['addPower', ...(isNow ? [] : [`year:${row.year}`])],
    changes: isNow
      ? changesBy(
          bases.filter(({ isYearAgo }) => isYearAgo),
          changeIn(now, unit.power, ({ addPower }) => addPower),
        )
      : change === undefined
        ? []
        : [`较上年 ${changeText(change)}`],
    course: years.slice(1).map(({ addPower = 0 }) => addPower),
  }
}

const rankTexts = ({ rank, before }: Upper): string[] => [
  ...(rank === undefined ? [] : [`居第 ${rank} 位`]),
  ...(before === undefined ? [] : [`上年第 ${before} 位`]),
]

/** The last figure: of the target for the nation, of the wider scope for others, else the growth of the year. */
function lastFigure({ now, bases, years, unit, hasTarget, upper }: KeyFacts): KeyFigure | undefined {
  if (hasTarget)
    return {
      caption: `${nationalGoal.year}年目标完成`,
      value: reachedOf(now.ratedPower, unit),
      unit: '%',
      opens: ['ratedPower'],
      changes: changesBy(bases, (row) =>
        pointsText(reachedOf(now.ratedPower, unit) - reachedOf(row.ratedPower, unit)),
      ),
      course: years.map(powerOf),
    }
  if (upper)
    return {
      caption: `占${upper.name}比重${upper.isOfficial ? '（入库数据）' : ''}`,
      value: upper.share,
      unit: '%',
      opens: upper.isOfficial ? [] : ['ratedPower'],
      changes: rankTexts(upper),
      course: [],
    }
  const [last, before] = [years.at(-1), years.at(-2)]
  const growth = percent(last?.ratedPower, before?.ratedPower)
  if (growth === undefined) return undefined
  return {
    caption: '较上年末增长',
    value: growth,
    unit: '%',
    opens: ['yoyPower', `year:${last?.year}`],
    changes: [],
    course: [],
  }
}

/** The key figures of a scope, each with its changes against the bases that there are. */
export function keyFigures(facts: KeyFacts): KeyFigure[] {
  const { now, bases, years, unit } = facts
  const last = lastFigure(facts)
  return [
    {
      caption: '在运项目',
      value: now.projectCount,
      unit: '个',
      opens: ['projectCount'],
      changes: changesBy(bases, changeIn(now, '个', countOf)),
      course: years.map(countOf),
    },
    {
      caption: '累计功率',
      value: now.ratedPower,
      unit: unit.power,
      opens: ['ratedPower'],
      changes: changesBy(bases, changeIn(now, unit.power, powerOf)),
      course: years.map(powerOf),
    },
    {
      caption: '累计能量',
      value: now.ratedEnergy,
      unit: unit.energy,
      opens: ['ratedEnergy'],
      changes: changesBy(bases, changeIn(now, unit.energy, energyOf)),
      course: years.map(energyOf),
    },
    {
      caption: '平均时长',
      value: now.avgDuration,
      unit: 'h',
      opens: ['avgDuration'],
      changes: changesBy(bases, ({ avgDuration }) =>
        avgDuration === undefined || now.avgDuration === undefined
          ? undefined
          : `${signed(now.avgDuration - avgDuration, 'h')} h`,
      ),
      course: years.map(({ avgDuration = 0 }) => avgDuration),
    },
    addedFigure(facts),
    ...(last ? [last] : []),
  ]
}

import { nationalGoal, quantity } from '@xinchu/validators'
import type { Unit } from '../../../lib/units.ts'
import { changeText } from '../change.ts'
import { FEW } from './few.ts'
import { type Compared, reachedOf, type Standing, type Upper } from './key-figures.ts'
import type { RankedPlace } from './ranks.ts'

/** A part of a sentence: words, or a figure with the rows that it opens. */
export type Piece = string | { text: string; opens?: readonly string[] }

/** A share of a group at the base and now, in percent. */
export interface Shift {
  name: string
  from: number
  to: number
  opens?: readonly string[]
}

export interface ScaleFacts {
  /** Name of the scope. */
  scope: string
  /** The period in words, such as 2025年12月底. */
  asOf: string
  /** Whether only some kinds of projects are shown. */
  isFiltered: boolean
  unit: Unit
  now: Standing
  base?: Compared | undefined
  hasTarget: boolean
  upper?: Upper | undefined
  shifts: readonly Shift[]
  places: readonly RankedPlace[]
}

const TOP = 3
/** Changes below this many percent or points are rounded to zero. */
const LEAST = 0.05
/** Least change of a share that the finding mentions, in points. */
const WORTH_SAYING = 1

const joined = (parts: readonly (readonly Piece[])[], sign: string): Piece[] =>
  parts.filter((part) => part.length > 0).flatMap((part, at) => (at === 0 ? part : [sign, ...part]))

function growth({ now, base, unit }: ScaleFacts): Piece[] {
  const before = base?.row.ratedPower
  if (!base || !before) return []
  const difference = now.ratedPower - before
  const change = (100 * difference) / before
  const start = `功率${base.caption}`
  if (Math.abs(change) < LEAST) return [base.isYearAgo ? '功率与上年同期持平' : `${start}持平`]
  const isMore = difference > 0
  if (now.projectCount < FEW)
    return [
      `${start}${isMore ? '增加' : '减少'} `,
      { text: `${quantity(Math.abs(difference), unit.power)} ${unit.power}` },
    ]
  return [`${start}${isMore ? '增长' : '下降'} `, { text: changeText(Math.abs(change)).replace('+', '') }]
}

function reached({ hasTarget, now, unit, upper }: ScaleFacts): Piece[] {
  if (hasTarget)
    return [
      `已达到${nationalGoal.year}年目标的 `,
      { text: `${quantity(reachedOf(now.ratedPower, unit), '%')}%` },
    ]
  if (!upper || upper.isOfficial) return []
  const rank =
    upper.rank === undefined || now.projectCount < FEW
      ? ''
      : `，居第 ${upper.rank} 位${upper.before === undefined ? '' : `（上年第 ${upper.before} 位）`}`
  return [`占${upper.name} `, { text: `${quantity(upper.share, '%')}%` }, rank].filter((each) => each !== '')
}

function duration({ now, base }: ScaleFacts): Piece[] {
  const [to, from] = [now.avgDuration, base?.row.avgDuration]
  if (to === undefined || from === undefined || now.projectCount < FEW) return []
  const [before, after] = [quantity(from, 'h'), quantity(to, 'h')]
  if (before === after) return []
  const opens = ['avgDuration']
  return [`平均时长由 ${before} ${to > from ? '升至' : '降至'} `, { text: `${after} h`, opens }]
}

/** The group whose share has changed most. */
function composition({ now, shifts }: ScaleFacts): Piece[] {
  if (now.projectCount < FEW) return []
  const size = ({ from, to }: Shift) => Math.abs(to - from)
  const [most] = shifts.filter((each) => size(each) >= WORTH_SAYING).toSorted((a, b) => size(b) - size(a))
  if (!most) return []
  const { name, from, to, opens } = most
  return [
    `${name}占比由 ${quantity(from, '%')}% ${to > from ? '升至' : '降至'} `,
    { text: `${quantity(to, '%')}%`, ...(opens && { opens }) },
  ]
}

/** The page's finding: the total, its change, the target and what shifted most. Names no cause. */
export function scaleFinding(facts: ScaleFacts): Piece[] {
  const { scope, asOf, isFiltered, now, unit } = facts
  const total: Piece[] = [
    `截至${asOf}，${scope}${isFiltered ? '符合条件的' : ''}在运新型储能 `,
    ...(now.projectCount < FEW
      ? [{ text: `${now.projectCount} 个`, opens: ['projectCount'] }, '，合计 ']
      : []),
    {
      text: `${quantity(now.ratedPower, unit.power)} ${unit.power} / ${quantity(now.ratedEnergy, unit.energy)} ${unit.energy}`,
      opens: ['ratedPower'],
    },
  ]
  const first = joined([total, growth(facts), reached(facts)], '，')
  const second = joined([duration(facts), composition(facts)], '，')
  return [...joined([first, second], '；'), '。']
}

/** The line below the finding: the largest places, and the one that rose most. Empty for few places. */
export function supportLine({ places }: Pick<ScaleFacts, 'places'>): string {
  if (places.length < FEW) return ''
  const top = places.slice(0, TOP)
  const share = top.reduce((sum, each) => sum + each.share, 0)
  const largest = `${top.map(({ short }) => short).join('、')}合计占 ${quantity(share, '%')}%`
  const risers = places.filter(({ moved = 0 }) => moved > 0)
  const [riser] = risers.toSorted((a, b) => (b.moved ?? 0) - (a.moved ?? 0) || b.value - a.value)
  if (!riser) return `${largest}。`
  const from = riser.rank + (riser.moved ?? 0)
  return `${largest}；${riser.short}由第 ${from} 位升至第 ${riser.rank} 位，为升幅最大的地区。`
}

export const textOfPieces = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')

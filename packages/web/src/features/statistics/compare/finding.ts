import type { CompareMode } from '@xinchu/validators'
import { type GroupPair, quantity, type Total, toChineseNumber } from '@xinchu/validators'
import type { Unit } from '../../../lib/units.ts'
import { changeText, pointsText, signed, signOf } from '../change.ts'
import { byDifference, pairOf, type Step } from './model.ts'
import { quartersBetween, type Side } from './sides.ts'

/** Groups below this power of the base, as a part of the whole, are too small to call their growth the fastest. */
const LEAST_PART = 0.02
/** Smaller changes round to zero. */
const LEAST_POINTS = 0.05
const LEAST_HOURS = 0.005
/** Least number of places for a sentence about all of them. */
const SOME = 5

interface Facts {
  mode: CompareMode
  sides: readonly [base: Side, current: Side]
  isComparable: boolean
  unit: Unit
  totals: readonly [base: Total, current: Total]
  /** Percent of power of projects that last four hours or longer. */
  longShares: readonly [base: number | undefined, current: number | undefined]
  /** Divisions on both sides. */
  places: readonly GroupPair[]
  /** Parts of the difference, as the waterfall has them. */
  steps: readonly Step[]
  groups: readonly GroupPair[]
}

const amountText = (value: number, unit: string) => `${quantity(value, unit)} ${unit}`

const inBrackets = (change: number | undefined) => (change === undefined ? '' : `（${changeText(change)}）`)

/** 一年间, 三个季度间, or the base's name where time does not run forward. */
function spanOf([base, current]: Facts['sides']): string {
  const quarters = quartersBetween(base, current)
  if (quarters === undefined || quarters <= 0) return `与${base.name}相比，${current.name}`
  return quarters % 4 === 0
    ? `${quarters === 8 ? '两' : toChineseNumber(quarters / 4)}年间`
    : `${base.name}至${current.name}`
}

/** The largest contributions to the difference; empty if some go the other way. */
function partsText(steps: readonly Step[], whole: number): string {
  const [first, second] = whole > 0 ? steps : steps.toReversed()
  const isOneWay = steps.every(({ difference }) => difference > 0 === whole > 0)
  if (!first || first.share === undefined || !isOneWay || steps.length < 2) return ''
  const of = whole > 0 ? '增量' : '减量'
  if (!second || second.share === undefined || steps.length < 4)
    return `${first.name}占${of}的 ${quantity(first.share, '%')}%`
  return `${first.name}和${second.name}合占${of}的 ${quantity(first.share + second.share, '%')}%`
}

function fastestText(groups: readonly GroupPair[]): string {
  const whole = groups.reduce((sum, { base }) => sum + base, 0)
  const [fastest] = groups
    .filter(({ base, change }) => change !== undefined && change > 0 && base >= whole * LEAST_PART)
    .toSorted((a, b) => (b.change ?? 0) - (a.change ?? 0))
  return fastest && groups.length > 1 ? `${fastest.name}增速最快${inBrackets(fastest.change)}` : ''
}

function placesText(places: readonly GroupPair[], change: number | undefined, name: string): string {
  if (places.length < SOME) return ''
  const grown = places.filter(({ difference }) => difference > 0).length
  const faster = places.filter((each) => change !== undefined && (each.change ?? 0) > change).length
  const all = `${places.length} 个地区`
  const start = grown === places.length ? `${all}全部增长` : `${all}中 ${grown} 个增长`
  return grown > 0 && faster > 0 ? `${start}，${faster} 个增速高于${name}` : start
}

function ofPeriods({ sides, unit, totals: [from, to], steps, groups, places }: Facts, scope: string): string {
  const { difference = 0, change } = pairOf(from.power, to.power)
  if (difference === 0) return `${spanOf(sides)}在运功率没有变化，为 ${amountText(to.power, unit.power)}。`
  const verb = difference > 0 ? '增加' : '减少'
  const start = `${spanOf(sides)}在运功率${verb} ${amountText(Math.abs(difference), unit.power)}${inBrackets(change)}`
  const shift = [partsText(steps, difference), fastestText(groups)].filter(Boolean).join('，')
  return `${[shift ? `${start}：${shift}` : start, placesText(places, change, scope)].filter(Boolean).join('；')}。`
}

/** Says how the current place differs from the base. */
function differencesText({ totals: [from, to], longShares: [before, now] }: Facts): string {
  const hours = pairOf(from.duration, to.duration).difference ?? 0
  const points = pairOf(before, now).difference ?? 0
  return [
    Math.abs(hours) >= LEAST_HOURS && `平均时长${longer(hours)} ${quantity(Math.abs(hours), 'h')} h`,
    Math.abs(points) >= LEAST_POINTS &&
      `4 小时及以上占比${higher(points)} ${pointsText(Math.abs(points)).replace('+', '')}`,
  ]
    .filter(Boolean)
    .join('，')
}

const longer = (hours: number) => (hours < 0 ? '短' : '长')
const higher = (points: number) => (points < 0 ? '低' : '高')

function ofPlaces(facts: Facts): string {
  const { sides, unit, totals } = facts
  const [base, current] = sides
  const { difference = 0, change } = pairOf(totals[0].power, totals[1].power)
  const start = `${current.name}在运功率 ${amountText(totals[1].power, unit.power)}，比${base.name}${
    difference < 0 ? '少' : '多'
  } ${amountText(Math.abs(difference), unit.power)}${inBrackets(change)}`
  return `${[start, differencesText(facts)].filter(Boolean).join('；')}。`
}

function ofWhole(facts: Facts): string {
  const { sides, unit, totals, places } = facts
  const at = sides[0].place === undefined ? 1 : 0
  const [part, whole] = [totals[at] ?? totals[1], totals[1 - at] ?? totals[0]]
  const place = places.find(({ key }) => key === sides[at]?.place)
  const share =
    whole.power > 0 ? `，占${sides[1 - at]?.name}的 ${quantity((100 * part.power) / whole.power, '%')}%` : ''
  const rank =
    place?.currentRank === undefined ? '' : `，在 ${places.length} 个地区中居第 ${place.currentRank} 位`
  const start = `${sides[at]?.name}在运功率 ${amountText(part.power, unit.power)}${share}${rank}`
  const further = differencesText(facts)
  return `${[start, further && `${sides[1].name}的${further}（与${sides[0].name}相比）`].filter(Boolean).join('；')}。`
}

/**
 * The finding of a comparison, made from its figures. Names no cause. Leaves out what has no base.
 * @param scope name of the whole
 */
export function findingOf(facts: Facts, scope: string): string {
  const { mode, sides, isComparable, totals, unit } = facts
  const [base, current] = sides
  if (!isComparable)
    return `${current.name}在运功率 ${amountText(totals[1].power, unit.power)}，${base.name} ${amountText(totals[0].power, unit.power)}。`
  if (mode === 'periods') return ofPeriods(facts, scope)
  return mode === 'places' ? ofPlaces(facts) : ofWhole(facts)
}

/** Subtitle of the waterfall: its largest step. */
export function stepsFinding(steps: readonly Step[], unit: string): string {
  const [first] = steps
  if (!first) return `两期没有变化；单位 ${unit}`
  const share =
    first.share === undefined
      ? ''
      : `，占${first.difference > 0 ? '增量' : '变化'}的 ${quantity(first.share, '%')}%`
  return `${first.name} ${signed(first.difference, unit)} ${unit}${share}；百分数为占增量的比重`
}

/** Subtitle of a composition: its largest shift. */
export function shiftFinding(parts: readonly GroupPair[], isComparable = true): string {
  const shift = (each: GroupPair) => each.currentShare - each.baseShare
  const [most] = parts.toSorted((a, b) => Math.abs(shift(b)) - Math.abs(shift(a)))
  if (!most) return ''
  if (!isComparable || Math.abs(shift(most)) < LEAST_POINTS)
    return `${most.name}占 ${quantity(most.currentShare, '%')}%；按功率，%`
  return `${most.name}${signOf(shift(most)) === '+' ? '上升' : '下降'} ${Math.abs(shift(most)).toFixed(1)} 个百分点；按功率，%`
}

/** Subtitle of the divisions' differences: the largest. */
export function placesFinding(places: readonly GroupPair[], unit: string): string {
  const [first, second] = byDifference(places)
  if (!first) return `单位 ${unit}`
  const text = ({ name, difference }: GroupPair) => `${name} ${signed(difference, unit)} ${unit}`
  return `${[first, second].flatMap((each) => (each ? text(each) : [])).join('，')}`
}

/** Subtitle of the dumbbells: the highest climb, or the first place. */
export function ranksFinding(places: readonly GroupPair[], unit: string, isComparable: boolean): string {
  const climb = ({ baseRank, currentRank }: GroupPair) => (baseRank ?? 0) - (currentRank ?? baseRank ?? 0)
  const [first] = places
  const [highest] = places.toSorted((a, b) => climb(b) - climb(a))
  if (isComparable && highest && climb(highest) > 0)
    return `${highest.name}由第 ${highest.baseRank} 位升至第 ${highest.currentRank} 位`
  return first ? `${first.name}居首，${amountText(first.current, unit)}` : ''
}

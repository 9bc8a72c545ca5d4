import { ScaleBand } from '@xinchu/contract/codes'
import type { ScaleLayoutRow } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import { changeText, pointsText } from '../change.ts'
import type { Standing } from './key-figures.ts'
import { keysOf, LONG, type ShareCourse, type ShareGroup, shareAt } from './year-shares.ts'

const LEAST = 0.05
const TOP = 3
const LONG_NAME = '4 小时及以上'

const percent = (value: number) => `${quantity(value, '%')}%`

/** A value and its share, with the change since the base period. */
export interface Grown {
  name: string
  value: number
  share: number
  /** Change of the value in percent. */
  change?: number | undefined
  /** Share at the base. */
  before?: number | undefined
}

const largest = (rows: readonly Grown[]) => rows.toSorted((a, b) => b.value - a.value)[0]

/** Finding of the map: how many divisions exceed a round number, and the share of the top three. */
export function mapFinding(rows: readonly Grown[], unit: string): string {
  const most = largest(rows)
  if (!most || most.value <= 0) return ''
  const round = 10 ** Math.floor(Math.log10(most.value))
  const above = rows.filter(({ value }) => value >= round).length
  const start = `${above} 个地区达到 ${quantity(round, unit)} ${unit}`
  if (rows.length <= TOP) return `${start}。`
  const top = rows.toSorted((a, b) => b.share - a.share).slice(0, TOP)
  return `${start}；前三位合计占 ${percent(top.reduce((sum, { share }) => sum + share, 0))}。`
}

/** Finding of groups by size: the largest, and the fastest growing. */
export function growthFinding(rows: readonly Grown[]): string {
  const most = largest(rows)
  if (!most) return ''
  const start = `${most.name}最高，占 ${percent(most.share)}`
  const [fastest] = rows
    .filter(({ change = 0 }) => change >= LEAST)
    .toSorted((a, b) => (b.change ?? 0) - (a.change ?? 0))
  return fastest ? `${start}；${fastest.name}增长最快（${changeText(fastest.change ?? 0)}）。` : `${start}。`
}

/** Finding of groups by share: the largest, and its change. */
export function shareFinding(rows: readonly Grown[]): string {
  const most = largest(rows)
  if (!most) return ''
  const start = `${most.name}占 ${percent(most.share)}`
  if (most.before === undefined) return `${start}；按功率。`
  const points = most.share - most.before
  if (Math.abs(points) < LEAST) return `${start}，与上年持平；按功率。`
  const size = pointsText(Math.abs(points)).replace(/^\+| 点$/g, '')
  return `${start}，较上年${points > 0 ? '升' : '降'} ${size} 个百分点；按功率。`
}

/** The additions of a year that has not ended. */
export interface RunningYear {
  /** Its months, such as 2026年1—9月. */
  name: string
  /** What the same months of the year before added; undefined if that is unknown. */
  before: number | undefined
}

const againstText = (value: number, base: number, name: string): string => {
  const change = (100 * (value - base)) / base
  return `较${name}${change > 0 ? '增长' : '下降'} ${changeText(Math.abs(change)).replace('+', '')}`
}

/**
 * Finding of additions by year: the last year with additions, against the others.
 * @param running the last year if it has not ended; only the same months are comparable with it
 */
export function addedFinding(years: readonly Standing[], unit: string, running?: RunningYear): string {
  const current = years.at(-1)
  if (running && current) {
    const added = current.addPower ?? 0
    const start = `${running.name}新增 ${quantity(added, unit)} ${unit}`
    return running.before ? `${start}，${againstText(added, running.before, '上年同期')}。` : `${start}。`
  }
  const known = years.slice(1).filter(({ addPower = 0 }) => addPower > 0)
  const last = known.at(-1)
  if (!last) return ''
  const value = last.addPower ?? 0
  const start = `${last.year}年新增 ${quantity(value, unit)} ${unit}`
  const before = known.at(-2)
  if (!before) return `${start}。`
  if (known.every((each) => each === last || (each.addPower ?? 0) < value)) return `${start}，为历年最多。`
  return `${start}，${againstText(value, before.addPower ?? 1, `${before.year}年`)}。`
}

/** Finding of shares over years: the largest group, and since when it has led. */
export function leaderFinding({ groups, years }: ShareCourse): string {
  const leaderIn = (at: number): ShareGroup | undefined => {
    const year = years[at]
    return year && groups.toSorted((a, b) => shareAt(year, keysOf(b)) - shareAt(year, keysOf(a)))[0]
  }
  const [last, now] = [years.at(-1), leaderIn(years.length - 1)]
  if (!last || !now) return ''
  const start = `${now.name}占 ${percent(shareAt(last, keysOf(now)))}`
  let since = years.length - 1
  while (since > 0 && leaderIn(since - 1)?.key === now.key) since -= 1
  if (since === 0) return `${start}，为最大一类；按功率。`
  return `${start}，${years[since]?.year}年起为最大一类；按功率。`
}

/** Finding of the joint share of some groups: its change in the last year. */
export function sumFinding(name: string, keys: readonly string[], { years }: ShareCourse): string {
  const [last, before] = [years.at(-1), years.at(-2)]
  if (!last) return ''
  const to = shareAt(last, keys)
  if (years.every((year) => shareAt(year, keys) === 0)) return ''
  if (!before) return `${name} ${percent(to)}；按功率。`
  const from = shareAt(before, keys)
  if (Math.abs(to - from) < LEAST) return `${name} ${percent(to)}，与${before.year}年持平；按功率。`
  return `${name}由${before.year}年的 ${percent(from)} ${to > from ? '升至' : '降至'} ${percent(to)}；按功率。`
}

/** Finding of durations: the share of four hours and more, or what there is where no storage lasts so long. */
export function durationFinding(course: ShareCourse): string {
  const found = sumFinding(LONG_NAME, LONG, course)
  if (found !== '') return found
  const leader = leaderFinding(course)
  return leader && `没有 ${LONG_NAME}的储能；${leader}`
}

/** A band of sizes with its parts of the whole, in percent. */
export interface Size {
  key: string
  name: string
  count: number
  ofCount: number
  ofPower: number
}

export function sizesOf(rows: readonly ScaleLayoutRow[]): Size[] {
  const whole = rows.reduce((sum, { projectCount }) => sum + projectCount, 0)
  return rows.map(({ key = '', label = '', projectCount, powerShare = 0 }) => ({
    key,
    name: label,
    count: projectCount,
    ofCount: whole > 0 ? (100 * projectCount) / whole : 0,
    ofPower: powerShare,
  }))
}

const LARGE: readonly string[] = [ScaleBand.above100Mw, ScaleBand.above1000Mw]

/** Finding of sizes: the share of power of large stations. */
export function sizeFinding(sizes: readonly Size[]): string {
  const large = sizes.filter(({ key }) => LARGE.includes(key))
  const sum = (of: (size: Size) => number) => large.reduce((all, each) => all + of(each), 0)
  if (sizes.length === 0) return ''
  if (large.length === 0) return '没有 100 MW 及以上的项目。'
  const count = sum((each) => each.count)
  return `100 MW 及以上的 ${count} 个（${percent(sum(({ ofCount }) => ofCount))}）占功率的 ${percent(sum(({ ofPower }) => ofPower))}。`
}

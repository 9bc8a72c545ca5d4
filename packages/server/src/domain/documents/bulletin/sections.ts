import { DurationBand } from '@xinchu/contract/codes'
import { nationalGoal, quantity } from '@xinchu/validators'
import type { PeriodFigures } from './figures.ts'
import { type Grid, type Section, type Words, withSources } from './model.ts'
import {
  count,
  difference,
  endOf,
  energy,
  growth,
  hours,
  moved,
  percent,
  power,
  projects,
  rate,
  say,
  wan,
  when,
} from './words.ts'
import { plain, text, type Writing } from './writing.ts'
import { hasYears } from './year-chart.ts'

const LONG: readonly string[] = [DurationBand.above4h, DurationBand.above8h]
const longShare = ({ durations }: PeriodFigures) =>
  durations
    .filter(({ keys }) => LONG.includes(keys[0] ?? ''))
    .reduce((sum, { powerShare }) => sum + powerShare, 0)

function totalWords({ place, figures, sources, from }: Writing): Words {
  const { now, before, lastYear } = figures
  const { total, period } = now
  const { figure } = sources
  const year = period.quarter === 4 ? '全年' : '年初以来'
  const goal = place.isNation ? (total.ratedPower / nationalGoal.power) * 100 : undefined
  return say`截至${endOf(period)}，${place.name}在运新型储能项目 ${figure(projects(total.projectCount), from.now)}，累计功率 ${figure(power(total.ratedPower), from.now)}、累计能量 ${figure(energy(total.ratedEnergy), from.now)}${when(
    growth(total.ratedPower, lastYear?.total.ratedPower),
    (words) => say`，功率较上年同期${figure(words, from.lastYear)}`,
  )}${when(
    growth(total.ratedPower, before?.total.ratedPower),
    (words) => say`，较上季度末${figure(words, from.before)}`,
  )}。${year}新增 ${figure(power(total.addPower), from.now)}${hasYears(figures) ? '（历年情况见图 1）' : undefined}${when(
    goal,
    (value) =>
      say`，累计功率达到${String(nationalGoal.year)}年目标（${power(nationalGoal.power)}）的 ${figure(percent(value), from.now)}`,
  )}。`
}

function durationWords({ figures, sources, from }: Writing): Words {
  const { now, lastYear } = figures
  const { figure } = sources
  const share = longShare(now)
  return say`${when(
    now.total.avgDuration,
    (value) =>
      say`平均储能时长 ${figure(hours(value), from.now)}${when(
        moved(value, lastYear?.total.avgDuration, 'h'),
        (words) => say`，较上年同期${figure(words, from.lastYear)}`,
      )}；`,
  )}4 小时及以上项目功率占 ${figure(percent(share), from.durations)}${when(
    lastYear && moved(share, longShare(lastYear), '%'),
    (words) => say`，较上年同期${figure(words, from.durationsLastYear)}`,
  )}。`
}

type Of = (figures: PeriodFigures) => number | undefined
interface Indicator {
  name: string
  unit: string
  of: Of
  isUse?: boolean
  shown(value: number): string
  change(value: number | undefined, base: number | undefined): string
}

const INDICATORS: readonly Indicator[] = [
  { name: '累计功率', unit: '万千瓦', of: ({ total }) => total.ratedPower, shown: wan, change: rate },
  { name: '累计能量', unit: '万千瓦时', of: ({ total }) => total.ratedEnergy, shown: wan, change: rate },
  {
    name: '平均时长',
    unit: '小时',
    of: ({ total }) => total.avgDuration,
    shown: (value) => quantity(value, 'h'),
    change: (value, base) => difference(value, base, 'h'),
  },
  { name: '在运项目', unit: '个', of: ({ total }) => total.projectCount, shown: count, change: rate },
  {
    name: '当季等效利用小时',
    unit: '小时',
    of: ({ usage }) => usage?.equivalentUtilizationHours,
    isUse: true,
    shown: (value) => quantity(value, 'h'),
    change: rate,
  },
  {
    name: '季报按功率覆盖率',
    unit: '%',
    of: ({ usage }) => usage?.powerRate,
    isUse: true,
    shown: (value) => quantity(value, '%'),
    change: (value, base) => difference(value, base, '%'),
  },
]

/** A value of a period, or the words for its absence. */
function cell({ of, isUse = false, shown }: Indicator, figures: PeriodFigures): Words {
  const value = of(figures)
  if (value !== undefined) return plain(shown(value))
  return plain(isUse && !figures.isUsePublished ? '尚未发布' : '—')
}

function indicatorTable({ figures, sources, from }: Writing): Grid {
  const { now, before, lastYear } = figures
  const used = [
    { of: now, scale: from.now, use: from.usage },
    ...(before ? [{ of: before, scale: from.before, use: from.usageBefore }] : []),
    ...(lastYear ? [{ of: lastYear, scale: from.lastYear, use: from.usageLastYear }] : []),
  ].map(({ of, scale, use }) => ({
    of,
    numbers: (of.isUsePublished ? [scale, use] : [scale]).map((source) => sources.numberOf(source)),
  }))
  const right = { align: 'right' } as const
  return {
    kind: 'grid',
    caption: '主要指标',
    sources: used[0]?.numbers ?? [],
    columns: [
      { caption: plain('指标'), share: 26, align: 'left' },
      { caption: plain('单位'), share: 15, align: 'left' },
      ...used.map(({ of, numbers }, at) => ({
        caption: withSources(endOf(of.period).replace('年', '年\n'), at === 0 ? [] : numbers),
        share: 19,
        ...right,
      })),
      ...(before ? [{ caption: plain('环比'), share: 15, ...right }] : []),
      ...(lastYear ? [{ caption: plain('同比'), share: 15, ...right }] : []),
    ],
    rows: INDICATORS.map((indicator) => {
      const { name, unit, of, change } = indicator
      const values = used.map(({ of: figuresOf }) => cell(indicator, figuresOf))
      const changes = [before, lastYear].flatMap((base) => (base ? [plain(change(of(now), of(base)))] : []))
      return [plain(name), plain(unit), ...values, ...changes]
    }),
  }
}

export const scaleSection = (writing: Writing): Section => ({
  title: '一、总体规模',
  blocks: [text(say`${totalWords(writing)}${durationWords(writing)}`), indicatorTable(writing)],
})

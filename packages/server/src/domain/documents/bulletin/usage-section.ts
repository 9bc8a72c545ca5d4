import { MISSING_TERMS } from '@xinchu/validators'
import type { PeriodFigures, SpreadRow, UsageRow } from './figures.ts'
import type { BulletinBlock, Section, Words } from './model.ts'
import { hasQuantiles, placeUsageTable, scenarioTable, spreadOf } from './usage-tables.ts'
import {
  electricity,
  firstOf,
  growth,
  hours,
  hoursRange,
  percent,
  projects,
  quarterWord,
  say,
  when,
} from './words.ts'
import { plain, text, type Writing } from './writing.ts'

const LACKING = 3

/** Without an official report nothing is said of use: zeros would say that nobody reported. */
const notPublished = (left: string): BulletinBlock => text(plain(`本期使用情况尚未发布，不列${left}。`))

/** The mean says how the capacity is used, the median how a station is. */
function medianWords({ figures, sources, from }: Writing): Words {
  const all = spreadOf(figures, 'all', '')
  if (!all || !hasQuantiles(all)) return []
  const { figure } = sources
  return say`电站中位数 ${figure(hours(all.median), from.usage)}，居中的一半电站为 ${figure(hoursRange(all.p25, all.p75), from.usage)}；`
}

function useWords(writing: Writing): Words {
  const { place, figures, sources, from } = writing
  const { now, before, lastYear } = figures
  const { figure } = sources
  const { usage } = now
  const value = usage?.equivalentUtilizationHours
  if (!usage || value === undefined) return say`${quarterWord(now.period)}${place.name}尚无可统计的运行数据。`
  return say`${quarterWord(now.period)}${place.name}按功率加权平均等效利用 ${figure(hours(value), from.usage)}${when(
    growth(value, lastYear?.usage?.equivalentUtilizationHours),
    (words) => say`，同比${figure(words, from.usageLastYear)}`,
  )}${when(
    growth(value, before?.usage?.equivalentUtilizationHours),
    (words) => say`，环比${figure(words, from.usageBefore)}`,
  )}；${medianWords(writing)}充电 ${figure(electricity(usage.chargeEnergy ?? 0), from.usage)}、放电 ${figure(electricity(usage.dischargeEnergy ?? 0), from.usage)}${when(
    usage.conversionEfficiency,
    (rate) => say`；平均转换效率 ${figure(percent(rate), from.usage)}`,
  )}${when(usage.comprehensiveEfficiency, (rate) => say`，综合效率 ${figure(percent(rate), from.usage)}`)}。`
}

function scenarioWords(writing: Writing): Words {
  const { figures, sources, from, annexes } = writing
  if (figures.scenarios.length === 0) return []
  const rows = figures.spread
    .filter((row) => row.by === 'appSubScenario' && hasQuantiles(row))
    .toSorted((a, b) => b.median - a.median)
  const of = (row: SpreadRow) => sources.figure(hours(row.median), from.scenarios)
  const [most, least] = [rows[0], rows.at(-1)]
  const table = annexes.add(scenarioTable(writing))
  if (!most || !least || rows.length < 2) return say`各应用场景运行情况见${table}。`
  return say`分应用场景看，电站等效利用的中位数以${most.label}最高，为 ${of(most)}，${least.label}最低，为 ${of(least)}（见${table}）。`
}

export const usageSection = (writing: Writing): Section => ({
  title: '三、运行情况',
  blocks: [
    writing.figures.now.isUsePublished
      ? text(say`${useWords(writing)}${scenarioWords(writing)}`)
      : notPublished('运行数据'),
  ],
})

const missingOf = ({ dueProjects, reportedProjects }: UsageRow) => dueProjects - reportedProjects

/** A period is published after its deadlines; before, some still have time. */
const lackingTerm = ({ status }: PeriodFigures['period']) =>
  MISSING_TERMS[status === 'OFFICIAL' || status === 'REVISED' ? 'overdue' : 'missing']

function lackingWords({ figures, sources, from }: Writing): Words {
  const most = figures.usagePlaces
    .filter((row) => missingOf(row) > 0)
    .toSorted((a, b) => missingOf(b) - missingOf(a))
  const lacking = firstOf(most, LACKING, missingOf)
  if (lacking.length === 0 || figures.usagePlaces.length < 2) return []
  return lacking.flatMap((row, at) => [
    { text: `${at === 0 ? '，较多的为' : '、'}${row.label ?? ''} ` },
    sources.figure(projects(missingOf(row)), from.usagePlaces),
  ])
}

export function reportSection(writing: Writing): Section {
  const { figures, sources, from, annexes } = writing
  const title = '四、报送情况'
  const { usage, period, isUsePublished } = figures.now
  const { figure } = sources
  if (!isUsePublished) return { title, blocks: [notPublished('报送情况')] }
  if (!usage || usage.dueProjects === 0)
    return { title, blocks: [text(plain(`${quarterWord(period)}没有应报项目。`))] }
  const words = say`${quarterWord(period)}应报 ${figure(projects(usage.dueProjects), from.usage)}项目，已报 ${figure(projects(usage.reportedProjects), from.usage)}${when(
    usage.reportRate,
    (rate) => say`，报送率 ${figure(percent(rate), from.usage)}`,
  )}${when(usage.powerRate, (rate) => say`，按功率覆盖 ${figure(percent(rate), from.usage)}`)}；${lackingTerm(period)} ${figure(projects(missingOf(usage)), from.usage)}${lackingWords(writing)}。`
  const table =
    figures.usagePlaces.length > 1
      ? say`各地区运行与报送情况见${annexes.add(placeUsageTable(writing))}。`
      : undefined
  return { title, blocks: [text(say`${words}${table}`)] }
}

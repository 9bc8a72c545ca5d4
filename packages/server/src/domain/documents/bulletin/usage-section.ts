import { quantity } from '@xinchu/validators'
import type { UsageRow } from './figures.ts'
import type { Grid, Section, Words } from './model.ts'
import { plain, text, type Writing } from './sections.ts'
import { count, electricity, growth, hours, percent, projects, quarterWord, say, when } from './words.ts'

const LACKING = 3

function useWords({ place, figures, sources, from }: Writing): Words {
  const { now, before, lastYear } = figures
  const { figure } = sources
  const { usage } = now
  const value = usage?.equivalentUtilizationHours
  if (!usage || value === undefined) return say`${quarterWord(now.period)}${place.name}尚无可统计的运行数据。`
  return say`${quarterWord(now.period)}${place.name}等效利用 ${figure(hours(value), from.usage)}${when(
    growth(value, lastYear?.usage?.equivalentUtilizationHours),
    (words) => say`，同比${figure(words, from.usageLastYear)}`,
  )}${when(
    growth(value, before?.usage?.equivalentUtilizationHours),
    (words) => say`，环比${figure(words, from.usageBefore)}`,
  )}；充电 ${figure(electricity(usage.chargeEnergy ?? 0), from.usage)}、放电 ${figure(electricity(usage.dischargeEnergy ?? 0), from.usage)}${when(
    usage.conversionEfficiency,
    (rate) => say`；平均转换效率 ${figure(percent(rate), from.usage)}`,
  )}${when(usage.comprehensiveEfficiency, (rate) => say`，综合效率 ${figure(percent(rate), from.usage)}`)}。`
}

const withHours = (rows: readonly UsageRow[]) =>
  rows
    .filter(({ equivalentUtilizationHours }) => equivalentUtilizationHours !== undefined)
    .toSorted((a, b) => (b.equivalentUtilizationHours ?? 0) - (a.equivalentUtilizationHours ?? 0))

function scenarioWords({ figures, sources, from }: Writing): Words {
  const rows = withHours(figures.scenarios)
  const [most, least] = [rows[0], rows.at(-1)]
  if (!most || !least || rows.length < 2) return []
  const of = (row: UsageRow) => sources.figure(hours(row.equivalentUtilizationHours ?? 0), from.scenarios)
  return say`分应用场景看，${most.label ?? ''}等效利用最高，为 ${of(most)}，${least.label ?? ''}最低，为 ${of(least)}。`
}

const shown = (value: number | undefined, unit: string) => plain(quantity(value, unit))

function scenarioTable({ figures, sources, from }: Writing): Grid {
  const number = sources.numberOf(from.scenarios)
  const right = { align: 'right' } as const
  const caption = (words: string) => [{ text: words, source: number }]
  return {
    kind: 'grid',
    caption: '各应用场景运行情况',
    columns: [
      { caption: plain('应用场景'), share: 20, align: 'left' },
      { caption: caption('已报项目（个）'), share: 18, ...right },
      { caption: caption('充电量（万千瓦时）'), share: 22, ...right },
      { caption: caption('放电量（万千瓦时）'), share: 22, ...right },
      { caption: caption('等效利用（小时）'), share: 20, ...right },
      { caption: caption('转换效率（%）'), share: 18, ...right },
    ],
    rows: figures.scenarios.map((row) => [
      plain(row.label ?? ''),
      plain(count(row.reportedProjects)),
      shown(row.chargeEnergy, '万kWh'),
      shown(row.dischargeEnergy, '万kWh'),
      shown(row.equivalentUtilizationHours, 'h'),
      shown(row.conversionEfficiency, '%'),
    ]),
  }
}

export function usageSection(writing: Writing): Section {
  const { scenarios } = writing.figures
  const words = say`${useWords(writing)}${scenarioWords(writing)}`
  const table = scenarios.length > 0 ? [scenarioTable(writing)] : []
  return { title: '三、运行情况', blocks: [text(words), ...table] }
}

function lackingWords({ figures, sources, from }: Writing): Words {
  const lacking = figures.usagePlaces
    .map((row) => ({ name: row.label ?? '', count: row.dueProjects - row.reportedProjects }))
    .filter((row) => row.count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, LACKING)
  if (lacking.length === 0 || figures.usagePlaces.length < 2) return []
  const names = lacking.flatMap((row, at) => [
    { text: `${at === 0 ? '，较多的为' : '、'}${row.name} ` },
    sources.figure(projects(row.count), from.usagePlaces),
  ])
  return names
}

export function reportSection(writing: Writing): Section {
  const { figures, sources, from } = writing
  const title = '四、报送情况'
  const { usage, period } = figures.now
  const { figure } = sources
  if (!usage || usage.dueProjects === 0)
    return { title, blocks: [text(plain(`${quarterWord(period)}没有应报项目。`))] }
  const missing = usage.dueProjects - usage.reportedProjects
  const words = say`${quarterWord(period)}应报 ${figure(projects(usage.dueProjects), from.usage)}项目，已报 ${figure(projects(usage.reportedProjects), from.usage)}${when(
    usage.reportRate,
    (rate) => say`，报送率 ${figure(percent(rate), from.usage)}`,
  )}${when(usage.powerRate, (rate) => say`，按功率覆盖 ${figure(percent(rate), from.usage)}`)}；缺报 ${figure(projects(missing), from.usage)}${lackingWords(writing)}。`
  return { title, blocks: [text(words)] }
}

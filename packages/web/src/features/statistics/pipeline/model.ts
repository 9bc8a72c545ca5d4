import type { Pipeline, PipelineAmount, PipelineSpan } from '@xinchu/sdk'
import {
  flowEnds,
  type PipelineStage,
  pipelineStages,
  quantity,
  roundTo,
  spanNames,
  stageNames,
} from '@xinchu/validators'
import type { Unit } from '../../../lib/units.ts'
import type { ShownFigure, ShownTable } from '../shown.ts'

type Stock = Pipeline['stages'][number]
type Column = ShownTable['columns'][number]

const amount = (value: number | undefined, { factor }: Unit) =>
  value === undefined ? undefined : roundTo(value * factor, 4)

/** Number of projects of each stage, with power and energy beside it. */
export function stageFigures(stages: readonly Stock[], unit: Unit): ShownFigure[] {
  const total = (name: 'ratedPower' | 'ratedEnergy') => stages.reduce((sum, each) => sum + each[name], 0)
  const [power, energy] = [total('ratedPower'), total('ratedEnergy')]
  return stages.map(({ stage, projectCount, ratedPower, ratedEnergy }) => ({
    caption: stageNames[stage],
    value: projectCount,
    unit: '个',
    changes: [
      `${quantity(amount(ratedPower, unit), unit.power, power)} ${unit.power}`,
      `${quantity(amount(ratedEnergy, unit), unit.energy, energy)} ${unit.energy}`,
    ],
  }))
}

const moves: readonly (readonly [name: 'opening' | 'entered' | 'left', caption: string])[] = [
  ['opening', '期初'],
  ['entered', '转入'],
  ['left', '转出'],
]

/** What each stage had, gained and lost. Without moves, what it has. */
export function stockTable(stages: readonly Stock[], unit: Unit): ShownTable {
  const hasMoves = stages.some(({ opening }) => opening)
  const hasCorrections = stages.some(({ corrected }) => corrected?.ratedPower || corrected?.ratedEnergy)
  const shown = hasMoves ? moves : []
  const counts: Column[] = shown.map(([, caption]) => ({ caption: `${caption}项目`, unit: '个' }))
  const powers: Column[] = shown.map(([, caption]) => ({ caption: `${caption}功率`, unit: unit.power }))
  const of = (each: Stock, name: keyof Omit<PipelineAmount, 'ratedEnergy'>) =>
    shown.map(([move]) => each[move]?.[name])
  return {
    title: '各阶段存量',
    group: '阶段',
    columns: [
      ...counts,
      { caption: '期末项目', unit: '个', isSum: true },
      ...powers,
      ...(hasCorrections ? [{ caption: '核定变动', unit: unit.power }] : []),
      { caption: '期末功率', unit: unit.power, isSum: true },
      { caption: '期末能量', unit: unit.energy, isSum: true },
    ],
    rows: stages.map((each) => ({
      name: stageNames[each.stage],
      values: [
        ...of(each, 'projectCount'),
        each.projectCount,
        ...of(each, 'ratedPower').map((value) => amount(value, unit)),
        ...(hasCorrections ? [amount(each.corrected?.ratedPower, unit)] : []),
        amount(each.ratedPower, unit),
        amount(each.ratedEnergy, unit),
      ],
    })),
    address: '',
  }
}

/** A stage, or where projects come from and go to; undefined. */
export type End = PipelineStage | undefined

/** The moves between stages, by where they begin and end. */
export interface Matrix {
  rows: readonly End[]
  columns: readonly End[]
  countOf: (from: End, to: End) => number
  powerOf: (from: End, to: End) => number
  /** Projects that were added late. */
  late: number
}

/** Stages that moves begin or end with, in their order. */
export function matrixOf(flows: NonNullable<Pipeline['flows']>): Matrix {
  const find = (from: End, to: End) => flows.find((flow) => flow.from === from && flow.to === to)
  const has = (end: 'from' | 'to', stage: End) => flows.some((flow) => flow[end] === stage)
  const used = (end: 'from' | 'to', ends: readonly End[]) => ends.filter((stage) => has(end, stage))
  return {
    rows: used('from', [undefined, ...pipelineStages]),
    columns: used('to', [...pipelineStages, undefined]),
    countOf: (from, to) => find(from, to)?.projectCount ?? 0,
    powerOf: (from, to) => find(from, to)?.ratedPower ?? 0,
    late: flows.reduce((all, { lateCount = 0 }) => all + lateCount, 0),
  }
}

export const fromName = (stage: End) => (stage ? stageNames[stage] : flowEnds.from)
export const toName = (stage: End) => (stage ? stageNames[stage] : flowEnds.to)

export const flowTable = ({ rows, columns, countOf, late }: Matrix): ShownTable => ({
  title: '阶段变动',
  note: late > 0 ? `未入库转入的项目中，补报 ${late} 个。` : undefined,
  group: '期初＼期末',
  columns: columns.map((to) => ({ caption: toName(to), unit: '个', isSum: true })),
  rows: rows.map((from) => ({ name: fromName(from), values: columns.map((to) => countOf(from, to)) })),
  address: 'table=flows',
})

/** Days of each of a few projects in words. */
export const fewDays = ({ values }: Pick<PipelineSpan, 'values'>): string =>
  values.length > 0 ? `各项目 ${values.map((days) => quantity(days, '天')).join('、')} 天` : ''

const TIMES: readonly Column[] = [
  { caption: '项目数', unit: '个' },
  { caption: 'P25', unit: '天' },
  { caption: '中位数', unit: '天' },
  { caption: 'P75', unit: '天' },
  { caption: '日期颠倒', unit: '个' },
]

export const spanTable = (spans: readonly PipelineSpan[]): ShownTable => ({
  title: '各段历时',
  group: '环节',
  isCourse: true,
  columns: TIMES,
  rows: spans.map(({ span, projectCount, p25, median, p75, reversed }) => ({
    name: spanNames[span],
    values: [projectCount, p25, median, p75, reversed],
  })),
  note: spans
    .filter(({ values }) => values.length > 0)
    .map((each) => `${spanNames[each.span]}：${fewDays(each)}。`)
    .join(''),
  address: 'table=spans',
})

export const overdueTable = (overdue: NonNullable<Pipeline['overdue']>, note: string): ShownTable => ({
  title: '逾期未并网',
  note,
  group: '逾期',
  columns: [{ caption: '项目数', unit: '个', isSum: true }],
  rows: [
    { name: '90 天以内', values: [overdue.within90] },
    { name: '91—180 天', values: [overdue.within180] },
    { name: '超过 180 天', values: [overdue.beyond180] },
  ],
  address: 'table=overdue',
})

const words = (count: number, power: number, unit: Unit) =>
  `${quantity(count, '个')} 个、${quantity(amount(power, unit), unit.power)} ${unit.power}`

/** The finding of the page and a supporting line, by rules from the reply. */
export function findingOf({ stages, flows, overdue }: Pipeline, unit: Unit): readonly [string, string] {
  const stock = (stage: PipelineStage) => stages.find((each) => each.stage === stage)
  const [building, operating] = [stock('building'), stock('operating')]
  const now = [
    building &&
      building.projectCount > 0 &&
      `在建 ${words(building.projectCount, building.ratedPower, unit)}`,
    operating && `在运 ${words(operating.projectCount, operating.ratedPower, unit)}`,
  ]
  const came = flows?.filter(({ from, to }) => to === 'operating' && from !== 'operating') ?? []
  const sum = (name: 'projectCount' | 'ratedPower') => came.reduce((all, flow) => all + flow[name], 0)
  const support = [
    came.length > 0 && `本期转入在运 ${words(sum('projectCount'), sum('ratedPower'), unit)}`,
    overdue &&
      overdue.projectCount > 0 &&
      `逾期未并网 ${words(overdue.projectCount, overdue.ratedPower, unit)}`,
  ]
  const joined = (parts: readonly (string | false | undefined)[]) => {
    const said = parts.filter(Boolean)
    return said.length > 0 ? `${said.join('，')}。` : ''
  }
  return [joined(now), joined(support)]
}

import type { GeneralItem, YearCalcFields, YearCalcRow } from '@xinchu/sdk'
import {
  type YearCalcRow as CalcRow,
  checkYearCalc,
  compareYearCalc,
  type Issue,
  type Stage,
  yearEnd,
} from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import type { Choice } from '../../ui/ports.ts'
import type { SheetColumn, SheetRow } from '../../ui/sheet/model.ts'
import type { SheetOutput } from './sheet/sheet-head.tsx'

/** Figures that are typed, with their captions. */
const FIGURES = [
  ['lastYearPower', '功率', 'MW', '上年末累计'],
  ['lastYearEnergy', '能量', 'MWh', undefined],
  ['addPower', '功率', 'MW', '当年预计新增'],
  ['addEnergy', '能量', 'MWh', undefined],
  ['retirePower', '功率', 'MW', '当年预计退役'],
  ['retireEnergy', '能量', 'MWh', undefined],
  ['nextYearAddPower', '功率', 'MW', '次年预计新增'],
  ['nextYearAddEnergy', '能量', 'MWh', undefined],
] as const

export const yearOutputs: readonly SheetOutput[] = [
  { name: 'yearEndPower', title: '年末功率', unit: 'MW', formula: '上年末＋当年新增－当年退役' },
  { name: 'yearEndEnergy', title: '年末能量', unit: 'MWh', formula: '上年末＋当年新增－当年退役' },
]

export const yearColumns = (tech: readonly Choice[], scenarios: readonly Choice[]): SheetColumn[] => [
  { name: 'techType', title: '技术路线', kind: 'choice', choices: tech, required: true, group: '分项' },
  { name: 'appScenario', title: '应用场景', kind: 'choice', choices: scenarios, required: true },
  ...FIGURES.map(
    ([name, title, unit, group]): SheetColumn => ({
      name,
      title,
      unit,
      kind: 'number',
      ...(group ? { group } : {}),
    }),
  ),
]

/** A row as it is typed. */
export const typedRow = (row: YearCalcRow): SheetRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))

const numberOf = (text: string | undefined) => {
  const number = Number(text?.trim())
  return text?.trim() && Number.isFinite(number) ? number : undefined
}

/** What is typed as the contract has it; the year's end is left to the server. */
export function rowOf(typed: SheetRow): YearCalcRow {
  const figures = FIGURES.flatMap(([name]) => {
    const value = numberOf(typed[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    techType: typed['techType'] ?? '',
    appScenario: typed['appScenario'] ?? '',
    ...Object.fromEntries(figures),
  } as YearCalcRow // the dictionaries' values, which the server checks
}

export const outputsOf = (typed: SheetRow): Record<string, string> => ({
  yearEndPower: figure(yearEnd({ ...rowOf(typed) }, 'Power')),
  yearEndEnergy: figure(yearEnd({ ...rowOf(typed) }, 'Energy')),
})

/** A row's cell that is no figure, or a choice that is missing. */
function cellIssues(typed: SheetRow, index: number): Issue[] {
  const wrong = FIGURES.filter(([name]) => typed[name]?.trim() && (numberOf(typed[name]) ?? -1) < 0)
  const missing = ['techType', 'appScenario'].filter((name) => !typed[name])
  const at = (name: string, message: string): Issue => ({
    field: `rows.${index}.${name}`,
    message,
    level: 'error',
  })
  return [
    ...wrong.map(([name]) => at(name, '必须输入不小于0的数字且最多4位小数')),
    ...missing.map((name) => at(name, '值不能为空')),
  ]
}

export interface Expected {
  warehouse: readonly YearCalcRow[]
  lower: readonly YearCalcRow[]
}

/** What is wrong with a calculation, and what is worth a second look; fields of rows as `rows.0.addPower`. */
export function yearIssues(rows: readonly SheetRow[], expected: Expected, stage: Stage): Issue[] {
  const values = rows.map(rowOf)
  return [
    ...rows.flatMap(cellIssues),
    ...checkYearCalc({ rows: values }, stage),
    ...compareYearCalc(values, expected),
  ]
}

/** What a calculation's rows add up to. */
export function totalsOf(rows: readonly CalcRow[] = []) {
  const sum = (name: Exclude<keyof CalcRow, 'techType' | 'appScenario'>) =>
    rows.reduce((total, row) => total + (row[name] ?? 0), 0)
  return {
    lastPower: sum('lastYearPower'),
    lastEnergy: sum('lastYearEnergy'),
    addPower: sum('addPower'),
    addEnergy: sum('addEnergy'),
    retirePower: sum('retirePower'),
    endPower: sum('yearEndPower'),
    endEnergy: sum('yearEndEnergy'),
    nextPower: sum('nextYearAddPower'),
  }
}

/** The level that a calculation is for. */
export function levelOf({ scopeType, scopeId }: Pick<YearCalcFields, 'scopeType' | 'scopeId'>): string {
  if (scopeType === 'ENTERPRISE') return '企业'
  const code = String(scopeId)
  if (code.endsWith('0000')) return '省级'
  return code.endsWith('00') ? '市级' : '县级'
}

export const isProvincial = ({ yearCalc }: GeneralItem): boolean =>
  yearCalc !== undefined && levelOf(yearCalc) === '省级'

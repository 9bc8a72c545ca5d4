import { TechType } from '../codes.ts'
import type { Issue, RecordValues, Stage } from '../record.ts'
import { error, numberAt, warning } from '../values.ts'
import { sumYearCalcRows, type YearCalcRow, yearEnd } from './rows.ts'

const TOLERANCE = 0.01
const MUCH_MORE = 3

const isRecord = (value: unknown): value is RecordValues => typeof value === 'object' && value !== null

const UNITS = [
  ['Power', '功率'],
  ['Energy', '能量'],
] as const

function rowIssues(row: RecordValues, path: string): Issue[] {
  return UNITS.flatMap(([unit, caption]) => {
    const end = yearEnd(row, unit)
    if (end < 0)
      return [error('Y-001', `${path}.retire${unit}`, `退役${caption}不应大于上年末累计与当年新增之和`)]
    const given = numberAt(row, `yearEnd${unit}`)
    return given !== undefined && Math.abs(given - end) > TOLERANCE + 1e-9
      ? [error('Y-002', `${path}.yearEnd${unit}`, `年末累计${caption}应等于上年末累计加新增减退役（${end}）`)]
      : []
  })
}

const keyOf = (row: RecordValues) => `${String(row['techType'])}/${String(row['appScenario'])}`

/** Checks a yearly calculation across fields. `checkRecord` checks each field by itself. */
export function checkYearCalc(calculation: RecordValues, stage: Stage): Issue[] {
  const given = calculation['rows']
  const rows = Array.isArray(given) ? given.filter(isRecord) : []
  const keys = rows.map(keyOf)
  const repeated = rows.flatMap((row, index) =>
    keys.indexOf(keyOf(row)) < index
      ? [error('Y-003', `rows.${index}.techType`, '同一技术路线与应用场景只能填报一行')]
      : [],
  )
  const empty = stage === 'submit' && rows.length === 0 ? [error('Y-004', 'rows', '请至少填报一行')] : []
  return [...empty, ...repeated, ...rows.flatMap((row, index) => rowIssues(row, `rows.${index}`))]
}

// Technologies that store energy for seconds or minutes.
const SHORT: ReadonlySet<unknown> = new Set([
  TechType.flywheel,
  TechType.supercapacitor,
  TechType.superconducting,
])

const TYPED = [
  ['add', '新增'],
  ['retire', '退役'],
  ['nextYearAdd', '次年新增'],
] as const

/** Warnings on figures of a row that hardly go together. */
function rowWarnings(row: RecordValues, path: string): Issue[] {
  const figure = (name: string) => numberAt(row, name)
  const retired = UNITS.flatMap(([unit, caption]) => {
    const [retire = 0, last = 0] = [figure(`retire${unit}`), figure(`lastYear${unit}`)]
    // More than there is at all is an error.
    return retire > last && yearEnd(row, unit) >= 0
      ? [warning('Y-010', `${path}.retire${unit}`, `退役${caption}超过上年末累计，请核对`)]
      : []
  })
  if (SHORT.has(row['techType'])) return retired
  const brief = TYPED.flatMap(([name, caption]) => {
    const [power = 0, energy] = [figure(`${name}Power`), figure(`${name}Energy`)]
    return energy !== undefined && energy < power
      ? [warning('Y-011', `${path}.${name}Energy`, `${caption}储能时长不足 1 小时，请核对功率与能量`)]
      : []
  })
  return [...retired, ...brief]
}

const totalOf = (rows: readonly YearCalcRow[], figure: 'addPower' | 'yearEndPower' | 'lastYearPower') =>
  rows.reduce((sum, row) => sum + (row[figure] ?? 0), 0)

/**
 * Warnings on allowed but unlikely values of a yearly calculation.
 * @param expected the figures at the end of last year and those reported by lower levels, if known
 */
export function compareYearCalc(
  rows: readonly YearCalcRow[],
  { warehouse = [], lower = [] }: { warehouse?: readonly YearCalcRow[]; lower?: readonly YearCalcRow[] },
): Issue[] {
  const issues: Issue[] = []
  const last = totalOf(rows, 'lastYearPower')
  const stored = totalOf(warehouse, 'lastYearPower')
  if (warehouse.length > 0 && Math.abs(last - stored) > TOLERANCE)
    issues.push(warning('Y-005', 'rows', `上年末累计功率与入库数据不一致（入库${stored}MW）`))
  const added = totalOf(rows, 'addPower')
  const below = totalOf(sumYearCalcRows(lower), 'addPower')
  if (lower.length > 0 && Math.abs(added - below) > TOLERANCE)
    issues.push(warning('Y-006', 'rows', `当年预计新增功率与下级合计不一致（下级${below}MW）`))
  if (last > 0 && added > last * MUCH_MORE)
    issues.push(warning('Y-007', 'rows', '当年预计新增功率超过上年末累计的3倍，请核对'))
  return [...issues, ...rows.flatMap((row, index) => rowWarnings({ ...row }, `rows.${index}`))]
}

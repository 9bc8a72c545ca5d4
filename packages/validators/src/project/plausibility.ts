import { AppScenario } from '../codes.ts'
import type { Issue, RecordValues } from '../record.ts'
import { numberAt, textAt, warning } from '../values.ts'
import { projectDerived } from './derived.ts'

// Flywheels and supercapacitors run for minutes; nothing built stores more than a few days.
const DURATION_HOURS = { least: 0.05, most: 100 }
// Yuan per kWh; tenders of 2025 lie between 391 and about 3,000.
const UNIT_COST = { least: 200, most: 10_000 }
const COMPLETED_OVER_TOTAL = 1.2
// Large plants of reused traction batteries are restricted.
const LARGE_ECHELON_MWH = 20
const USER_SIDE_KV = 110

const outside = (value: number | undefined, { least, most }: { least: number; most: number }) =>
  value !== undefined && (value < least || value > most)

/** Warnings on allowed but unlikely values, shown to the author and to reviewers. */
export function plausibilityIssues(project: RecordValues): Issue[] {
  const { durationHours, unitCost } = projectDerived(project)
  const total = numberAt(project, 'totalInvestment')
  const completed = numberAt(project, 'completedInvestment')
  const issues: Issue[] = []
  if (outside(durationHours, DURATION_HOURS))
    issues.push(warning('P-007', 'ratedEnergy', '储能时长超出常见范围，请核对功率与能量'))
  if (outside(unitCost, UNIT_COST))
    issues.push(warning('P-008', 'totalInvestment', '单位造价超出常见范围，请核对总投资与能量'))
  if (total !== undefined && completed !== undefined && completed > total * COMPLETED_OVER_TOTAL) {
    issues.push(warning('P-009', 'completedInvestment', '累计完成投资明显超过总投资'))
  }
  if (project['isEchelonUse'] === true && (numberAt(project, 'ratedEnergy') ?? 0) >= LARGE_ECHELON_MWH) {
    issues.push(warning('P-010', 'isEchelonUse', '大型动力电池梯次利用储能项目受政策限制'))
  }
  const isUserSide = textAt(project, 'appSubScenario')?.startsWith(AppScenario.userSide)
  if (isUserSide && (numberAt(project, 'gridVoltage') ?? 0) > USER_SIDE_KV) {
    issues.push(warning('P-011', 'gridVoltage', '用户侧项目并网电压一般不超过110kV'))
  }
  return issues
}

import { TechType } from '../codes.ts'
import type { Issue, RecordValues } from '../record.ts'
import { error, numberAt } from '../values.ts'

// Tolerance for sums of figures rounded to 4 decimals.
const TOLERANCE = 0.01

const isRecord = (value: unknown): value is RecordValues => typeof value === 'object' && value !== null

/** Checks that a hybrid plant has at least two technologies whose figures add up to the plant's. */
export function hybridIssues(project: RecordValues): Issue[] {
  if (project['techType'] !== TechType.hybrid) return []
  const detail = project['hybridDetail']
  const parts = Array.isArray(detail) ? detail.filter(isRecord) : []
  if (parts.length === 0) return []
  if (parts.length < 2) return [error('P-003', 'hybridDetail', '混合储能至少填写两种技术路线')]
  const differs = (field: string) => {
    const sum = parts.reduce((total, part) => total + (numberAt(part, field) ?? 0), 0)
    return Math.abs(sum - (numberAt(project, field) ?? 0)) > TOLERANCE + 1e-9
  }
  return [
    ...(differs('ratedPower')
      ? [error('P-004', 'hybridDetail', '各部分额定功率之和与项目额定功率不一致')]
      : []),
    ...(differs('ratedEnergy')
      ? [error('P-005', 'hybridDetail', '各部分额定能量之和与项目额定能量不一致')]
      : []),
  ]
}

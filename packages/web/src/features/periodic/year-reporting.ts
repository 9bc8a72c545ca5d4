import { ReportStatus } from '@xinchu/contract/codes'
import type { GeneralItem, LowerCalculation } from '@xinchu/sdk'

/** States of calculations that are added up: submitted and not returned. */
export const COUNTED: ReadonlySet<string> = new Set([
  ReportStatus.submitted,
  ReportStatus.passed,
  ReportStatus.confirmed,
])

/** A division that has to file. */
export type DueScope = Pick<LowerCalculation, 'scopeType' | 'scopeId' | 'scopeName'>

export interface Reporting {
  /** Number of divisions that have to file. */
  due: number
  /** Names of those that have not reported, with the state of a returned or unsent calculation. */
  missing: readonly string[]
}

/** Compares the divisions that have to file with their calculations. */
export function reportingOf(due: readonly DueScope[], items: readonly GeneralItem[]): Reporting {
  const missing = due.flatMap(({ scopeType, scopeId, scopeName }) => {
    const item = items.find(
      ({ yearCalc }) => yearCalc?.scopeType === scopeType && yearCalc.scopeId === scopeId,
    )
    if (!item) return scopeName
    return COUNTED.has(item.status) ? [] : `${scopeName}（${item.statusLabel ?? '未提交'}）`
  })
  return { due: due.length, missing }
}

/** 应报送 32 个地区，已报送 4 个，未报送 28 个. */
export const reportingText = ({ due, missing }: Reporting): string =>
  `应报送 ${due} 个地区，已报送 ${due - missing.length} 个，未报送 ${missing.length} 个`

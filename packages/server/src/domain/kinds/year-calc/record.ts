import { deptKinds } from '@xinchu/contract/rights'
import type { Caller } from '../../caller.ts'
import { labelIn } from '../../dict/label.ts'
import { columnsOf } from '../../flow/columns.ts'
import { goalsOf } from '../../flow/goals.ts'
import type { LiveRecord } from '../../flow/kind.ts'
import { isOpen, isWithReviewer, mayDecide } from '../../flow/table.ts'
import { type Stages, wayOf } from '../../flow/way.ts'
import { yearCalcBase } from '../../general-items/bases.ts'
import { calcIssues, warningOf } from '../../general-items/warnings.ts'
import { type YearCalcRecord, yearCalcOf } from '../../general-items/year-calc-rows.ts'
import { flowOf, reviewerOf, yearCalcParts } from '../../general-items/year-calc-scope.ts'
import { canonical } from '../../values/canonical.ts'

/** Columns that undoing a step restores. */
export const undo = ['status', 'last_opinion'] as const

const LEVELS = { [deptKinds.city]: 'city', [deptKinds.province]: 'province' } as const

function stagesOf(row: YearCalcRecord): Stages {
  const reviewer = reviewerOf(row)
  return {
    ...(reviewer === undefined ? {} : { reviewer: LEVELS[reviewer] }),
    authorName: row.scope_type === 'ENTERPRISE' ? '企业' : '填报单位',
    endName: '归档',
  }
}

/** A yearly calculation with its row. A new one has the key and the place of what it will be. */
export interface LiveYearCalc extends LiveRecord {
  row: YearCalcRecord
}

/** A yearly calculation as the review sees it. */
export function reviewedYearCalc(row: YearCalcRecord, user: Caller): LiveYearCalc {
  const { status, year } = row
  const parties = yearCalcParts(row, user)
  const flow = flowOf(row)
  return {
    row,
    entity: 'YEARCALC',
    id: row.id,
    provinceCode: row.province_code,
    version: row.version,
    title: `${row.scope_name} ${year}年度测算`,
    orgId: row.org_id,
    content: canonical(yearCalcOf(row), yearCalcBase.shape),
    shape: yearCalcBase.shape,
    state: status,
    parties,
    columns: columnsOf(row, undo),
    isAuthor: parties.has('author'),
    mayDecide: mayDecide(flow, status, parties),
    isOpen: isOpen(flow, status),
    reviewer: reviewerOf(row),
    isWithReviewer: isWithReviewer(flow, status),
    updateTime: row.update_time,
    place: row,
    period: { year },
    warnings: () => calcIssues(row).map(warningOf),
    task: () => ({
      title: `${row.scope_name}年度测算`,
      orgName: row.scope_name,
      period: `${year}年`,
      status,
      statusLabel: labelIn('report_status', status),
    }),
    way: () => wayOf(flow, status, stagesOf(row)),
    goals: (offices) => goalsOf(flow, status, parties, offices),
  }
}

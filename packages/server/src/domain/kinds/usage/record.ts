import { fields } from '@xinchu/contract/fields'
import { deptKinds } from '@xinchu/contract/rights'
import type { Caller } from '../../caller.ts'
import { labelIn } from '../../dict/label.ts'
import { columnsOf } from '../../flow/columns.ts'
import { goalsOf } from '../../flow/goals.ts'
import type { LiveRecord, RecordKind } from '../../flow/kind.ts'
import { BY_PROVINCE_AND_NATION as flow } from '../../flow/report-flows.ts'
import { isOpen, isWithReviewer, mayDecide } from '../../flow/table.ts'
import { wayOf } from '../../flow/way.ts'
import { usageIssues } from '../../general-items/usage-check.ts'
import { usageParts } from '../../general-items/usage-parts.ts'
import { type UsageRow, usageOf } from '../../general-items/usage-rows.ts'
import { warningOf } from '../../general-items/warnings.ts'
import { canonical } from '../../review/canonical.ts'

export const shape: RecordKind['shape'] = { fields: fields.UsageFields, rows: {}, groups: {} }

/** Columns that undoing a step restores. */
export const undo = ['status', 'last_opinion'] as const

/** A quarterly report of a station as the review sees it. */
export function reviewedUsage(row: UsageRow, user: Caller): LiveRecord {
  const { status, year, quarter } = row
  const parties = usageParts(row, user)
  const period = `${year}年第${quarter}季度`
  return {
    entity: 'USAGE',
    id: row.id,
    provinceCode: row.province_code,
    version: row.version,
    title: `${row.project_name} ${period}`,
    orgId: row.org_id,
    content: canonical(usageOf(row), shape),
    state: status,
    parties,
    columns: columnsOf(row, undo),
    isAuthor: parties.has('author'),
    mayDecide: mayDecide(flow, status, parties),
    isOpen: isOpen(flow, status),
    reviewer: deptKinds.province,
    isWithReviewer: isWithReviewer(flow, status),
    updateTime: row.update_time,
    place: { province_code: row.province_code, city_code: null, county_code: null },
    period: { year, quarter },
    warnings: () => usageIssues(row).map(warningOf),
    task: () => ({
      title: row.project_name,
      orgName: row.company_name ?? '',
      period,
      ratedPower: row.rated_power,
      ratedEnergy: row.rated_energy,
      status,
      statusLabel: labelIn('report_status', status),
    }),
    way: () => wayOf(flow, status, { reviewer: 'province', authorName: '企业', endName: '归档' }),
    goals: (offices) => goalsOf(flow, status, parties, offices),
  }
}

import {
  checkRecord,
  checkUsage,
  compareUsage,
  type Issue,
  quarterDays,
  type Stage,
} from '@xinchu/validators'
import { REPORTING } from '../flow/report-states.ts'
import { facilityOf, type Station, type Usage, type UsageRow, usageFields, usageOf } from './usage-rows.ts'

const captions = new Map(usageFields.map(({ name, caption }) => [name, caption]))

/** Formats an issue as a complete message. */
const worded = (issue: Issue): Issue => ({
  ...issue,
  message: `${captions.get(issue.field) ?? issue.field}：${issue.message}`,
})

/** Returns why a station has nothing to report for a quarter; undefined if it has. */
export function notDue(station: Station, period: { year: number; quarter: number }): string | undefined {
  const { first, last } = quarterDays(period)
  if (!REPORTING.includes(station.build_status ?? '')) return '只有已投运、停运或退役的项目填报季度使用情况'
  if (!station.commission_date || station.commission_date > last) return '项目在该季度尚未投运'
  if (station.retire_date && station.retire_date < first) return '项目在该季度之前已退役'
  return undefined
}

/** Issues that block a report at this stage. */
export function usageErrors(usage: Usage, station: Station, stage: Stage): Issue[] {
  const issues = [...checkRecord(usage, usageFields, stage), ...checkUsage(usage, facilityOf(station), stage)]
  return issues.filter(({ level }) => level === 'error').map(worded)
}

/** Warnings on a report, each once. */
export function usageIssues(row: UsageRow): Issue[] {
  const usage = usageOf(row)
  const facility = facilityOf(row)
  const previous = row.previous ? usageOf(row.previous) : undefined
  const own = checkUsage(usage, facility, 'draft').filter(({ level }) => level === 'warning')
  const all = [...own, ...compareUsage(usage, facility, previous)]
  return [...new Map(all.map((issue) => [issue.message, issue])).values()]
}

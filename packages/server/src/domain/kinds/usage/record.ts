import { ReportStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { Issue } from '@xinchu/validators'
import { dateTime } from '../../../runtime/time.ts'
import type { Caller } from '../../caller.ts'
import { labelIn } from '../../dict/label.ts'
import { columnsOf } from '../../flow/columns.ts'
import { goalsOf } from '../../flow/goals.ts'
import type { LiveRecord } from '../../flow/kind.ts'
import { BY_PROVINCE_AND_NATION as flow } from '../../flow/report-flows.ts'
import { isOpen, isWithReviewer, mayDecide } from '../../flow/table.ts'
import { wayOf } from '../../flow/way.ts'
import { usageBase } from '../../general-items/bases.ts'
import { usageIssues } from '../../general-items/usage-check.ts'
import { usageParts } from '../../general-items/usage-parts.ts'
import {
  type Station,
  type Usage,
  type UsageKey,
  type UsageRow,
  usageOf,
} from '../../general-items/usage-rows.ts'
import { warningOf } from '../../general-items/warnings.ts'
import { canonical } from '../../values/canonical.ts'

/** Columns that undoing a step restores. */
export const undo = ['status', 'last_opinion'] as const

/** A quarterly report with its key, its station, and its fields as they are stored. */
export interface LiveUsage extends LiveRecord {
  key: UsageKey
  station: Station
  fields: Usage
  issues(): Issue[]
}

interface Read {
  own: Pick<UsageRow, 'id' | 'version' | 'status' | 'last_opinion' | 'update_time'>
  station: Station
  fields: Usage
  issues(): Issue[]
}

function liveUsage({ own, station, fields: usage, issues }: Read, user: Caller): LiveUsage {
  const { status } = own
  const { projectId, year, quarter } = usage
  const parties = usageParts(station, user)
  const period = `${year}年第${quarter}季度`
  return {
    ...{ entity: 'USAGE', id: own.id, provinceCode: station.province_code, version: own.version },
    ...{ key: { projectId, year, quarter }, station, fields: usage, issues },
    title: `${station.project_name} ${period}`,
    orgId: station.org_id,
    content: canonical(usage, usageBase.shape),
    shape: usageBase.shape,
    state: status,
    parties,
    columns: columnsOf(own, undo),
    isAuthor: parties.has('author'),
    mayDecide: mayDecide(flow, status, parties),
    isOpen: isOpen(flow, status),
    reviewer: deptKinds.province,
    isWithReviewer: isWithReviewer(flow, status),
    updateTime: own.update_time,
    place: { province_code: station.province_code, city_code: null, county_code: null },
    period: { year, quarter },
    warnings: () => issues().map(warningOf),
    task: () => ({
      title: station.project_name,
      orgName: station.company_name ?? '',
      period,
      ratedPower: station.rated_power,
      ratedEnergy: station.rated_energy,
      status,
      statusLabel: labelIn('report_status', status),
    }),
    way: () => wayOf(flow, status, { reviewer: 'province', authorName: '企业', endName: '归档' }),
    goals: (offices) => goalsOf(flow, status, parties, offices),
  }
}

/** A quarterly report of a station as the review sees it. */
export const reviewedUsage = (row: UsageRow, user: Caller): LiveUsage =>
  liveUsage({ own: row, station: row, fields: usageOf(row), issues: () => usageIssues(row) }, user)

/** The draft that a new report begins as. */
export function newUsage(station: Station, key: UsageKey, user: Caller, now: Date): LiveUsage {
  const own = { id: 0, version: 0, last_opinion: null, update_time: dateTime(now) }
  const { projectId, year, quarter } = key
  return liveUsage(
    {
      own: { ...own, status: ReportStatus.draft },
      station,
      fields: { projectId, year, quarter } as Usage, // the key of a report without content
      issues: () => [],
    },
    user,
  )
}

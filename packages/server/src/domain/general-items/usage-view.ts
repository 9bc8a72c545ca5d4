import { ReportStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { flowHistories, lastOpinionOf } from '../flow/notes.ts'
import { type Part, reportActions, reportSteps, waitsFor } from '../flow/report-states.ts'
import { withReviewCounts } from '../remarks/counts.ts'
import { reply } from '../reply.ts'
import { changedSinceReturn } from '../submissions/since-return.ts'
import { usageBase } from './bases.ts'
import { usageIssues } from './usage-check.ts'
import { usageParts } from './usage-parts.ts'
import { derivedOf, type UsageRow, usageOf } from './usage-rows.ts'
import { warningOf } from './warnings.ts'

type GeneralItem = components['schemas']['GeneralItem']
type FlowInfo = components['schemas']['FlowInfo']
type FlowStep = components['schemas']['FlowStep']

const HANDLERS = {
  author: deptKinds.enterprise,
  reviewer: deptKinds.province,
  nation: deptKinds.nation,
} as const satisfies Record<Part, number>

interface Besides {
  history: FlowStep[]
  /** Fields changed since the return, of a returned report. */
  changedFields: string[] | undefined
}

function usageItem(row: UsageRow, user: Caller, { history, changedFields }: Besides): GeneralItem {
  const handler = waitsFor('reviewer-nation', row.status)
  const issues = usageIssues(row)
  return reply({
    id: row.id,
    version: row.version,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    itemType: 'USAGE',
    status: row.status,
    statusLabel: labelIn('report_status', row.status),
    projectName: row.project_name,
    provinceCode: row.province_code,
    ratedPower: row.rated_power,
    ratedEnergy: row.rated_energy,
    usage: usageOf(row),
    derived: derivedOf(row),
    warnings: issues.map(({ message }) => message),
    warningIssues: issues.map(warningOf),
    changedFields,
    flow: reply<FlowInfo>({
      status: row.status,
      statusLabel: labelIn('report_status', row.status),
      actions: reportActions('reviewer-nation', row.status, usageParts(row, user)),
      moves: reportSteps('reviewer-nation', row.status, usageParts(row, user)),
      currentHandlerDeptId: handler && HANDLERS[handler],
      lastOpinion: lastOpinionOf(row.last_opinion, history),
      history,
    }),
  })
}

/** Converts reports for the caller, with their histories. */
export async function usageItems(db: Db, rows: readonly UsageRow[], user: Caller): Promise<GeneralItem[]> {
  const histories = await flowHistories(
    db,
    'USAGE',
    new Map(rows.map(({ id }) => [id, { reviewer: deptKinds.province }])),
    user,
  )
  const changed = await changedSinceReturn(
    db,
    usageBase,
    rows
      .filter(({ status }) => status === ReportStatus.returned)
      .map((row) => ({ id: row.id, content: usageOf(row) })),
  )
  const items = rows.map((row) =>
    usageItem(row, user, { history: histories.get(row.id) ?? [], changedFields: changed.get(row.id) }),
  )
  return withReviewCounts(db, usageBase, items, user)
}

import { ReportStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { type FileRow, fileInfoOf } from '../files/info.ts'
import { flowHistories, lastOpinionOf } from '../flow/notes.ts'
import { type Part, reportActions, reportSteps, waitsFor } from '../flow/report-states.ts'
import { withReviewCounts } from '../remarks/counts.ts'
import { reply } from '../reply.ts'
import { changedSinceReturn } from '../submissions/since-return.ts'
import { yearCalcBase } from './bases.ts'
import { calcIssues, warningOf } from './warnings.ts'
import { type YearCalcRecord, yearCalcOf } from './year-calc-rows.ts'
import { chainOf, reviewerOf, yearCalcParts } from './year-calc-scope.ts'

type GeneralItem = components['schemas']['GeneralItem']
type DeptKind = components['schemas']['DeptKind']
type FlowInfo = components['schemas']['FlowInfo']
type FlowStep = components['schemas']['FlowStep']

/** Label of a calculation's state, naming the level above its author. */
export const calcLabel = (status: string): string =>
  status === ReportStatus.passed ? '审核通过' : labelIn('report_status', status)

function authorDept({ scope_type, scope_id, province_code, county_code }: YearCalcRecord): DeptKind {
  if (scope_type === 'ENTERPRISE') return deptKinds.enterprise
  if (String(scope_id) === province_code) return deptKinds.province
  return county_code === null ? deptKinds.city : deptKinds.county
}

function handlerDept(row: YearCalcRecord, handler: Part | undefined): DeptKind | undefined {
  switch (handler) {
    case 'author':
      return authorDept(row)
    case 'reviewer':
      return reviewerOf(row)
    case 'nation':
      return deptKinds.nation
    default:
      return undefined
  }
}

/** Related data of the calculations, loaded for all of them at once. */
interface Besides {
  histories: ReadonlyMap<number, FlowStep[]>
  files: ReadonlyMap<number, FileRow>
  /** Fields changed since the return, of returned calculations. */
  changed: ReadonlyMap<number, string[]>
}

function yearCalcItem(
  row: YearCalcRecord,
  user: Caller,
  { histories, files, changed }: Besides,
): GeneralItem {
  const chain = chainOf(row)
  const issues = calcIssues(row)
  return reply({
    id: row.id,
    version: row.version,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    itemType: 'YEARCALC',
    status: row.status,
    statusLabel: calcLabel(row.status),
    scopeName: row.scope_name,
    provinceCode: row.province_code,
    yearCalc: yearCalcOf(row),
    attachments: (row.attachment_ids ?? []).flatMap((id) => {
      const file = files.get(id)
      return file ? [fileInfoOf(file)] : []
    }),
    warnings: issues.map(({ message }) => message),
    warningIssues: issues.map(warningOf),
    changedFields: changed.get(row.id),
    flow: reply<FlowInfo>({
      status: row.status,
      statusLabel: calcLabel(row.status),
      actions: reportActions(chain, row.status, yearCalcParts(row, user)),
      moves: reportSteps(chain, row.status, yearCalcParts(row, user)),
      currentHandlerDeptId: handlerDept(row, waitsFor(chain, row.status)),
      lastOpinion: lastOpinionOf(row.last_opinion, histories.get(row.id) ?? []),
      history: histories.get(row.id) ?? [],
    }),
  })
}

async function filesOf(db: Db, rows: readonly YearCalcRecord[]): Promise<Map<number, FileRow>> {
  const ids = rows.flatMap(({ attachment_ids }) => attachment_ids ?? [])
  if (ids.length === 0) return new Map()
  const files = await db.selectFrom('file_info').selectAll().where('id', 'in', ids).execute()
  return new Map(files.map((file) => [file.id, file]))
}

const RETURNED: readonly string[] = [ReportStatus.returned, ReportStatus.returnedByNation]

/** Converts calculations for the caller, with files and histories. */
export async function yearCalcItems(
  db: Db,
  rows: readonly YearCalcRecord[],
  user: Caller,
): Promise<GeneralItem[]> {
  const reviewers = new Map(rows.map((row) => [row.id, { reviewer: reviewerOf(row) }]))
  const besides = {
    histories: await flowHistories(db, 'YEARCALC', reviewers, user),
    files: await filesOf(db, rows),
    changed: await changedSinceReturn(
      db,
      yearCalcBase,
      rows
        .filter(({ status }) => RETURNED.includes(status))
        .map((row) => ({ id: row.id, content: yearCalcOf(row) })),
    ),
  }
  const items = rows.map((row) => yearCalcItem(row, user, besides))
  return withReviewCounts(db, yearCalcBase, items, user)
}

import type { components } from '@xinchu/contract/schema'
import type { FieldSpec } from '@xinchu/validators'
import type { Db } from '../../../db/database.ts'
import type { Row } from '../../../db/schema.ts'
import type { Caller } from '../../caller.ts'
import { labelIn } from '../../dict/label.ts'
import { columnsOf } from '../../flow/columns.ts'
import { goalsOf } from '../../flow/goals.ts'
import type { LiveRecord, RecordKind } from '../../flow/kind.ts'
import { BY_PROVINCE_AND_NATION as flow } from '../../flow/report-flows.ts'
import { isOpen, isWithReviewer, offersOf } from '../../flow/table.ts'
import { wayOf } from '../../flow/way.ts'
import { followsRemarks } from '../../pilot-project/content.ts'
import { PILOT_DEPTS } from '../../pilot-project/depts.ts'
import { recommenderOf } from '../../pilot-project/way.ts'
import { actionsOn, reportParts, reviewHold } from '../../pilot-reports/parts.ts'
import {
  findReports,
  periodOf,
  type ReportKind,
  type ReportProject,
  type ReportRow,
  reportName,
  reviewContents,
  withIds,
} from '../../pilot-reports/reports.ts'
import { canonical } from '../../values/canonical.ts'

/** Columns that undoing a step restores. */
export const undo = ['status', 'last_opinion', 'submit_time'] as const

/** What tells the two kinds of reports apart. */
export interface ReportOf<Kind extends ReportKind> {
  code: Kind
  shape: RecordKind['shape']
}

export type Content<Kind extends ReportKind> = ReportRow<Kind>['content']

export interface ReportKey {
  demoProjectId: number
  year: number
  quarter?: components['schemas']['Quarter']
}

/** A report of an announced project with its key and its content as it is stored. */
export interface LiveReport<Kind extends ReportKind = ReportKind> extends LiveRecord {
  key: ReportKey
  /** Undefined before it is saved for the first time. */
  fields: Content<Kind> | undefined
  projectName: string
  recommendOrgId: number | null
}

/** The key of a report, which is no part of its content. */
const KEY: readonly string[] = ['demoProjectId', 'year', 'quarter']

export const withoutKey = (specs: readonly FieldSpec[]): FieldSpec[] =>
  specs.filter(({ name }) => !KEY.includes(name))

/** Spec of the name of a row that the platform supplies. */
export const NAME = { name: 'name', kind: 'string' } as const

type Own = Pick<
  Row<'annual_report'>,
  'id' | 'province_code' | 'version' | 'status' | 'last_opinion' | 'submit_time' | 'update_time'
>

interface Read<Kind extends ReportKind> {
  row: Own & ReportProject
  key: ReportKey
  fields: Content<Kind> | undefined
  /** The content in the shape of the review. */
  content: object
}

const placeOf = ({ province_name, city_name, county_name }: ReportProject): string =>
  [province_name, city_name, county_name].filter(Boolean).join(' ')

function taskOf(row: Own & ReportProject, period: string): ReturnType<LiveRecord['task']> {
  return {
    title: row.project_name,
    code: row.demo_code,
    orgName: row.company_name ?? '',
    place: placeOf(row),
    period,
    ratedPower: row.rated_power,
    ratedEnergy: row.rated_energy,
    status: row.status,
    statusLabel: labelIn('report_status', row.status),
  }
}

/** A report of an announced project. What the nation returns waits with the office that recommended the project. */
export function liveReport<Kind extends ReportKind>(
  { code, shape }: ReportOf<Kind>,
  { row, key, fields, content }: Read<Kind>,
  user: Caller,
): LiveReport<Kind> {
  const { status } = row
  const { demoProjectId: _project, ...period } = key
  const parties = reportParts(row, user)
  const permitted: ReadonlySet<string> = new Set(actionsOn(code, row, status, user))
  const name = reportName(period)
  return {
    ...reviewHold(row),
    ...{ entity: code, id: row.id, provinceCode: row.province_code, version: row.version },
    ...{ key, fields, projectName: row.project_name, recommendOrgId: row.recommend_org_id },
    ...{ state: status, parties, columns: columnsOf(row, undo), period, place: row },
    title: `${row.project_name} ${name}`,
    orgId: row.org_id,
    content: canonical(content, shape),
    shape,
    isAuthor: parties.has('author'),
    mayDecide: offersOf(flow, status, parties).some(
      ({ action, step }) => step.decides && permitted.has(action),
    ),
    isOpen: isOpen(flow, status),
    isWithReviewer: isWithReviewer(flow, status),
    updateTime: row.update_time,
    reviewerOffice: recommenderOf(row),
    task: () => taskOf(row, name),
    way: () =>
      wayOf(flow, status, {
        reviewer: 'province',
        authorName: '项目单位',
        endName: '归档',
        names: { province: '推荐单位' },
        depts: PILOT_DEPTS,
      }),
    goals: (offices) => goalsOf(flow, status, parties, offices).filter(({ action }) => permitted.has(action)),
  }
}

/** The visible reports of these ids, for those who may read their remarks. */
export async function loadReports<Kind extends ReportKind>(
  db: Db,
  of: ReportOf<Kind>,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<LiveReport<Kind>[]> {
  if (!followsRemarks(user)) return []
  const rows = await findReports(db, of.code, withIds(ids), user, lock)
  const contents = await reviewContents(
    db,
    rows.map(({ id, demo_project_id, content }) => ({ id, projectId: demo_project_id, content })),
  )
  return rows.map((row) => {
    const key = { demoProjectId: row.demo_project_id, ...periodOf(row) }
    return liveReport(of, { row, key, fields: row.content, content: contents.get(row.id) ?? {} }, user)
  })
}

import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { FileRow } from '../files/info.ts'
import { inOrder } from '../files/info.ts'
import { type ReviewCounts, reviewCounts } from '../remarks/counts.ts'
import { reply } from '../reply.ts'
import { reportBases } from './bases.ts'
import { reportFlow, reportHistories } from './histories.ts'
import type { ProgressRow } from './progress-rows.ts'

type ProgressSubmission = components['schemas']['ProgressSubmission']
type FlowStep = components['schemas']['FlowStep']

function progressOf(
  row: ProgressRow,
  user: Caller,
  {
    history,
    files,
    counts,
  }: { history: readonly FlowStep[]; files: readonly FileRow[]; counts: ReviewCounts | undefined },
): ProgressSubmission {
  const flow = reportFlow('PROGRESS', row, history, user)
  const photos = inOrder(files, row.content.photoIds ?? [])
  return reply<ProgressSubmission>({
    ...row.content,
    id: row.id,
    version: row.version,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    demoProjectId: row.demo_project_id,
    year: row.year,
    quarter: row.quarter,
    demoCode: row.demo_code,
    projectName: row.project_name,
    companyName: row.company_name,
    provinceCode: row.province_code,
    provinceName: row.province_name,
    photos: photos.length > 0 ? photos : undefined,
    status: row.status,
    statusLabel: flow.statusLabel,
    actions: flow.actions,
    submitTime: row.submit_time,
    flow,
    remarkCount: counts?.remarkCount,
  })
}

/** Reports in the contract's shape, with their histories and photos. */
export async function progressSubmissions(
  db: Db,
  rows: readonly ProgressRow[],
  user: Caller,
): Promise<ProgressSubmission[]> {
  const histories = await reportHistories(db, 'PROGRESS', rows, user)
  const ids = rows.flatMap(({ content }) => content.photoIds ?? [])
  const files =
    ids.length > 0 ? await db.selectFrom('file_info').selectAll().where('id', 'in', ids).execute() : []
  const counts = await reviewCounts(
    db,
    reportBases.PROGRESS,
    rows.map(({ id }) => id),
    user,
  )
  return rows.map((row) =>
    progressOf(row, user, { history: histories.get(row.id) ?? [], files, counts: counts.get(row.id) }),
  )
}

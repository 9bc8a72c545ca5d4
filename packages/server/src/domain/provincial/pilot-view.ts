import type { components } from '@xinchu/contract/schema'
import { projectDerived } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { type FileRow, inOrder } from '../files/info.ts'
import { flowHistories } from '../flow/notes.ts'
import { reviewCounts } from '../remarks/counts.ts'
import { reply } from '../reply.ts'
import { actionsOn } from './parts.ts'
import type { ProvincialPilotRow } from './pilot-rows.ts'

type ProvincialDemo = components['schemas']['ProvincialDemo']
type FlowStep = components['schemas']['FlowStep']

/** Data of a project from other tables. */
interface Extras {
  history: readonly FlowStep[]
  files: readonly FileRow[]
  remarkCount: number
}

function provincialDemo(
  row: ProvincialPilotRow,
  user: Caller,
  { history, files, remarkCount }: Extras,
): ProvincialDemo {
  const actions = actionsOn(row, user)
  const statusLabel = labelIn('report_status', row.status)
  const { content } = row
  const attachments = inOrder(files, content.attachmentIds ?? [])
  return reply<ProvincialDemo>({
    ...content,
    id: row.id,
    version: row.version,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    projectName: row.project_name,
    year: row.year,
    provinceCode: row.province_code,
    provinceName: row.province_name,
    cityName: row.city_name,
    countyName: row.county_name,
    durationHours: projectDerived({ ...content }).durationHours,
    attachments: attachments.length > 0 ? attachments : undefined,
    status: row.status,
    statusLabel,
    actions,
    submitTime: row.submit_time,
    remarkCount,
    flow: reply({
      status: row.status,
      statusLabel,
      actions,
      history: [...history],
      lastOpinion: row.last_opinion,
    }),
  })
}

/** Projects in the contract's shape, with their histories and attachments. */
export async function provincialDemos(
  db: Db,
  rows: readonly ProvincialPilotRow[],
  user: Caller,
): Promise<ProvincialDemo[]> {
  if (rows.length === 0) return []
  const records = new Map(rows.map(({ id }) => [id, { reviewer: undefined }]))
  const histories = await flowHistories(db, 'PROV_DEMO', records, user)
  const ids = rows.flatMap(({ content }) => content.attachmentIds ?? [])
  const files =
    ids.length > 0 ? await db.selectFrom('file_info').selectAll().where('id', 'in', ids).execute() : []
  const counts = await reviewCounts(db, { code: 'PROV_DEMO' }, [...records.keys()], user)
  return rows.map((row) =>
    provincialDemo(row, user, {
      history: histories.get(row.id) ?? [],
      files,
      remarkCount: counts.get(row.id)?.remarkCount ?? 0,
    }),
  )
}

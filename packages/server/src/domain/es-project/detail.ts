import { CountryStatus, DeclareStatus } from '@xinchu/sdk/codes'
import { deptKinds } from '@xinchu/sdk/rights'
import type { components } from '@xinchu/sdk/schema'
import { projectDerived } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { filesInOrder } from '../files/info.ts'
import { type FlowRow, flowColumns, flowStep, lastOpinionOf, readableSteps } from '../flow-notes.ts'
import { reply } from '../reply.ts'
import { fieldsOf } from './columns.ts'
import { withMaskedContact } from './contacts.ts'
import type { ProjectRow } from './query.ts'
import { systemFields } from './row.ts'
import { allowedMoves } from './states.ts'
import { EDITABLE, handlerOf } from './waiting.ts'

type Schemas = components['schemas']

const NATIONAL = /^C/

/** In the history, states of the national review have the prefix C. */
const statusLabel = (status: string) =>
  NATIONAL.test(status) ? labelIn('country_status', status.slice(1)) : labelIn('declare_status', status)

/** Name of the office that a project waits for; the author's office while it is a draft. */
async function handlerName(db: Db, row: ProjectRow): Promise<string | undefined> {
  const dept = handlerOf(row)
  const places: Readonly<Record<number, string | null>> = {
    [deptKinds.province]: row.province_code,
    [deptKinds.city]: row.city_code,
    [deptKinds.county]: row.county_code,
  }
  const place = dept === undefined ? null : (places[dept] ?? null)
  const isMakers = dept === undefined && EDITABLE.includes(row.declare_status)
  if (dept === undefined && !isMakers) return undefined
  const { rows } = await sql<{ org_name: string }>`
    select org_name from org where ${
      isMakers
        ? sql`id = ${row.org_id}`
        : sql`dept_id = ${dept ?? null} and (${place}::text is null or region_code = ${place})`
    } order by id limit 1`.execute(db)
  return rows[0]?.org_name
}

/** Returns a project with its flow, for the detail page. */
export async function projectDetail(db: Db, row: ProjectRow, user: Caller): Promise<Schemas['EsProject']> {
  const history = await sql<FlowRow>`
    select ${flowColumns} from flow_history
    where province_code = ${row.province_code} and biz_type = 'PROJECT' and biz_id = ${row.id} and not undone order by id`.execute(
    db,
  )
  const steps = readableSteps(history.rows, { reviewer: deptKinds.province }, user)
  const isNational = row.declare_status === DeclareStatus.passed && row.country_status !== CountryStatus.none
  const status = isNational ? row.country_status : row.declare_status
  return reply<Schemas['EsProject']>({
    ...fieldsOf(withMaskedContact(row, user)),
    ...systemFields(row, user),
    id: row.id,
    version: row.version,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    orgId: row.org_id,
    unitCost: projectDerived(fieldsOf(row)).unitCost,
    isDemonstration: row.is_demonstration,
    dataSource: row.data_source,
    repeatGroupId: row.repeat_group_id,
    repeatReason: row.repeat_reason,
    periodYear: row.period_year,
    periodQuarter: row.period_quarter,
    warehouseTime: row.warehouse_time,
    attachments: await filesInOrder(db, row.attachment_ids),
    flow: reply<Schemas['FlowInfo']>({
      status,
      statusLabel: isNational ? labelIn('country_status', status) : labelIn('declare_status', status),
      actions: allowedMoves(user, row).map(({ action }) => action),
      currentHandlerDeptId:
        handlerOf(row) ?? (EDITABLE.includes(row.declare_status) ? row.origin_dept_id : undefined),
      currentHandlerOrgName: await handlerName(db, row),
      lastOpinion: lastOpinionOf(row.last_opinion, steps),
      moves: allowedMoves(user, row).map(({ action, needsOpinion }) => ({ action, needsOpinion })),
      history: steps.map((step) => flowStep(step, statusLabel)),
    }),
  })
}

import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { projectDerived } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { filesInOrder } from '../files/info.ts'
import { type FlowRow, flowColumns } from '../flow/history.ts'
import { flowStep, lastOpinionOf, readableSteps } from '../flow/notes.ts'
import { inWords } from '../regions/former.ts'
import { reply } from '../reply.ts'
import { fieldsOf } from './columns.ts'
import { withMaskedContact } from './contacts.ts'
import type { ProjectRow } from './query.ts'
import { systemFields } from './row.ts'
import { stateOf } from './state-name.ts'
import { allowedMoves } from './states.ts'
import { EDITABLE, holderOf } from './waiting.ts'

type Schemas = components['schemas']

const NATIONAL = /^C/

/** In the history, states of the national review have the prefix C. */
const statusLabel = (status: string) =>
  NATIONAL.test(status) ? labelIn('country_status', status.slice(1)) : labelIn('declare_status', status)

/** Name of the office that a project waits for. */
async function handlerName(db: Db, row: ProjectRow): Promise<string | undefined> {
  const isMakers = EDITABLE.includes(row.declare_status)
  const dept = holderOf(row)
  const places: Readonly<Record<number, string | null>> = {
    [deptKinds.province]: row.province_code,
    [deptKinds.city]: row.city_code,
    [deptKinds.county]: row.county_code,
  }
  const place = dept === undefined ? null : (places[dept] ?? null)
  if (dept === undefined) return undefined
  const { rows } = await sql<{ org_name: string }>`
    select org_name from org where ${
      isMakers
        ? sql`id = ${row.org_id}`
        : sql`dept_id = ${dept} and (${place}::text is null or region_code = ${place})`
    } order by id limit 1`.execute(db)
  return rows[0]?.org_name
}

/** Steps of a project's history that tell which division it belonged to before a succession. */
async function regionSteps(db: Db, id: number): Promise<FlowRow[]> {
  const { rows } = await sql<FlowRow & { from_name: string; to_name: string; effective_date: string }>`
    select s.create_time as time, coalesce(o.org_name, '平台') as org_name, coalesce(u.real_name, '系统') as user_name,
      ${deptKinds.administration}::integer as dept_id, 'UPDATE' as action, m.status as from_status,
      m.status as to_status, null as due_date, null as remark_count, s.from_name, s.to_name, s.effective_date
    from region_move m join region_succession s on s.id = m.succession_id
      left join app_user u on u.username = s.create_by left join org o on o.id = u.org_id
    where m.project_id = ${id} order by s.id`.execute(db)
  return rows.map(({ from_name, to_name, effective_date, ...step }) => ({
    ...step,
    opinion: `原属${from_name}（${inWords(effective_date)}并入${to_name}）`,
  }))
}

const byTime = (a: FlowRow, b: FlowRow) => a.time.localeCompare(b.time)

/** Returns a project with its flow, for the detail page. */
export async function projectDetail(db: Db, row: ProjectRow, user: Caller): Promise<Schemas['EsProject']> {
  const history = await sql<FlowRow>`
    select ${flowColumns} from flow_history
    where province_code = ${row.province_code} and biz_type = 'PROJECT' and biz_id = ${row.id} and not undone order by id`.execute(
    db,
  )
  const steps = readableSteps(history.rows, { reviewer: deptKinds.province }, user)
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
      ...stateOf(row),
      actions: allowedMoves(user, row).map(({ action }) => action),
      currentHandlerDeptId: holderOf(row),
      currentHandlerOrgName: await handlerName(db, row),
      lastOpinion: lastOpinionOf(row.last_opinion, steps),
      moves: allowedMoves(user, row).map(({ action, needsOpinion }) => ({ action, needsOpinion })),
      history: [...steps, ...(await regionSteps(db, row.id))]
        .sort(byTime)
        .map((step) => flowStep(step, statusLabel)),
    }),
  })
}

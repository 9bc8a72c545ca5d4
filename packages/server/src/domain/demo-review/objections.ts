import { DemoStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { messages } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all, pageOf } from '../../db/sql.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { type Caller, codeOf, deptOf } from '../caller.ts'
import { filesInOrder } from '../files/info.ts'
import { areOwnFiles } from '../files/own.ts'
import { noteStepEvents } from '../flow-notes.ts'
import { tell } from '../messages/tell.ts'
import { reply } from '../reply.ts'

type Schemas = components['schemas']
type Objection = Schemas['DemoObjection']
type Query = NonNullable<operations['listDemoObjections']['parameters']['query']>
type ObjectionRow = Row<'demo_objection'> & { demo_code: string; project_name: string }

const source = sql`demo_objection x join demo_project p on p.id = x.project_id`

/** SQL condition: objections that concern the caller: about his project, forwarded to him, or all. */
function reachOf(user: Caller): RawBuilder<boolean> {
  switch (codeOf(user)) {
    case 'NAT':
    case 'PLT':
      return sql<boolean>`true`
    case 'PRV':
    case 'CEN':
      return sql<boolean>`p.recommend_org_id = ${user.orgId}`
    default:
      return sql<boolean>`p.org_id = ${user.orgId}`
  }
}

/** The objector is known to the nation and the platform alone. */
const knowsObjector = (user: Caller) => codeOf(user) === 'NAT' || codeOf(user) === 'PLT'

async function objectionInfo(db: Db, row: ObjectionRow, user: Caller, isOwn = false): Promise<Objection> {
  const isNamed = isOwn || knowsObjector(user)
  return reply<Objection>({
    id: row.id,
    projectId: row.project_id,
    demoCode: row.demo_code,
    projectName: row.project_name,
    objector: isNamed ? row.objector : undefined,
    objectorContact: isNamed ? row.objector_contact : undefined,
    text: row.text,
    evidence: isNamed ? await filesInOrder(db, row.evidence_ids) : [],
    status: row.status,
    answer: row.answer,
    answeredAt: row.answered_at,
    createTime: row.create_time,
  })
}

async function requireObjection(db: Db, id: number): Promise<ObjectionRow> {
  const { rows } = await sql<ObjectionRow>`
    select x.*, p.demo_code, p.project_name from ${source} where x.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw notFound('异议')
  return row
}

/** Returns a page of the objections that concern the caller, those that wait first. */
export async function pageObjections(
  db: Db,
  query: Query,
  user: Caller,
): Promise<Schemas['DemoObjectionPage']> {
  const { batchYear, batchNo, status } = query
  const parts = [reachOf(user)]
  if (batchYear !== undefined) parts.push(sql<boolean>`p.batch_year = ${batchYear}`)
  if (batchNo !== undefined) parts.push(sql<boolean>`p.batch_no = ${batchNo}`)
  const inBatch = all(parts)
  if (status) parts.push(sql<boolean>`x.status = ${status}`)
  const { rows } = await sql<ObjectionRow>`
    select x.*, p.demo_code, p.project_name from ${source}
    ${pageOf(all(parts), query, { id: 'x.id', order: sql`x.answered_at nulls first, x.id` })}`.execute(db)
  const counted = await sql<{ total: number; waiting: number }>`
    select count(*) filter (where ${all(parts)}) as total, count(*) filter (where x.answered_at is null) as waiting
    from ${source} where ${inBatch}`.execute(db)
  return {
    content: await Promise.all(rows.map((row) => objectionInfo(db, row, user))),
    totalElements: counted.rows[0]?.total ?? 0,
    waiting: counted.rows[0]?.waiting ?? 0,
  }
}

/** Tells the office that recommended the project of an objection, without the objector. */
async function forward(trx: Trx, row: ObjectionRow, recommendOrgId: number | null): Promise<void> {
  const values = { id: row.project_id, demoCode: row.demo_code }
  await tell(trx, 'objection.forwarded', { offices: [recommendOrgId] }, values)
}

/** Stores an objection to a project in its publicity period. @throws HttpError 404, 409 outside the period */
export async function submitObjection(
  trx: Trx,
  draft: Schemas['DemoObjectionDraft'],
  user: Caller,
  now: Date,
): Promise<Objection> {
  const { rows } = await sql<{ recommend_org_id: number | null; is_open: boolean }>`
    select p.recommend_org_id, b.end_time >= ${now.toISOString()}::timestamptz as is_open
    from demo_project p join demo_publicity b on b.batch_year = p.batch_year and b.batch_no = p.batch_no
    where p.id = ${draft.projectId} and p.status = ${DemoStatus.shortlisted} and not p.deleted
      and b.start_time <= ${now.toISOString()}::timestamptz`.execute(trx)
  const [project] = rows
  if (!project) throw notFound('公示的项目')
  if (!project.is_open) throw conflict('E-025', '公示期已结束，不再受理异议')
  const evidenceIds = draft.evidenceIds ?? []
  if (!(await areOwnFiles(trx, evidenceIds, user)))
    throw badRequest('F-020', `证明材料：${messages.file}`, [
      { field: 'evidenceIds', message: messages.file },
    ])
  const { id } = await trx
    .insertInto('demo_objection')
    .values({
      project_id: draft.projectId,
      objector: draft.objector,
      objector_contact: draft.objectorContact,
      text: draft.text,
      evidence_ids: evidenceIds,
      status: 'WAITING',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await requireObjection(trx, id)
  await forward(trx, row, project.recommend_org_id)
  return objectionInfo(trx, row, user, true)
}

/** An objection that is upheld costs the project its place. */
async function cancelProject(trx: Trx, row: ObjectionRow, answer: string, user: Caller): Promise<void> {
  const cancelled = await trx
    .updateTable('demo_project')
    .set({
      status: DemoStatus.notSelected,
      excellent_type_status: ExcellentTypeStatus.notSelected,
      last_opinion: answer,
      waiting_since: sql<string>`now()`,
      version: sql<number>`version + 1`,
      update_by: user.username,
      update_time: sql<string>`now()`,
    })
    .where('id', '=', row.project_id)
    .where('status', '=', DemoStatus.shortlisted)
    .returning('province_code')
    .executeTakeFirst()
  if (!cancelled) throw conflict('E-025', '该项目已不在公示中')
  await trx
    .insertInto('flow_history')
    .values({
      biz_type: 'DEMO',
      biz_id: row.project_id,
      action: 'CANCEL',
      from_status: DemoStatus.shortlisted,
      to_status: DemoStatus.notSelected,
      opinion: answer,
      org_name: user.orgName,
      user_name: user.realName,
      dept_id: deptOf(user),
      province_code: cancelled.province_code,
    })
    .execute()
  const step = {
    id: row.project_id,
    provinceCode: cancelled.province_code,
    action: 'CANCEL',
    from: DemoStatus.shortlisted,
    to: DemoStatus.notSelected,
  }
  await noteStepEvents(trx, 'DEMO', [step], user)
}

/** Answers an objection once. @throws HttpError 404, 409 */
export async function answerObjection(
  trx: Trx,
  { id, upheld, answer }: Schemas['DemoObjectionAnswer'],
  user: Caller,
): Promise<Objection> {
  const before = await requireObjection(trx, id)
  const { numUpdatedRows } = await trx
    .updateTable('demo_objection')
    .set({
      status: upheld ? 'UPHELD' : 'REJECTED',
      answer,
      answered_by: user.username,
      answered_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('E-025', '该异议已答复')
  if (upheld) await cancelProject(trx, before, answer, user)
  return objectionInfo(trx, await requireObjection(trx, id), user)
}

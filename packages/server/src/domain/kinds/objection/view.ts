import { ObjectionStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { all, pageOf } from '../../../db/sql.ts'
import { type Caller, codeOf } from '../../caller.ts'
import { labelIn } from '../../dict/label.ts'
import { type FileRow, inOrder } from '../../files/info.ts'
import { type FlowRow, flowColumns } from '../../flow/history.ts'
import { flowStep } from '../../flow/notes.ts'
import { reply } from '../../reply.ts'
import { numberedName } from './files.ts'
import { maskedPerson, type Person, personsOf } from './person.ts'
import { actionsOf, readableSteps } from './record.ts'
import {
  isOpenObjection,
  isOperator,
  type ObjectionRow,
  objectionColumns,
  objectionSource,
  visibleObjections,
} from './rows.ts'

type Schemas = components['schemas']
type Objection = Schemas['DemoObjection']
type Query = NonNullable<operations['listDemoObjections']['parameters']['query']>

/** What the objections of a page hold besides their rows. */
interface Around {
  files: readonly FileRow[]
  persons: ReadonlyMap<number, Person>
  steps: ReadonlyMap<number, FlowRow[]>
}

/** The files of a caller who may not see how their owner called them. */
function shownFiles({ files }: Around, ids: readonly number[], user: Caller) {
  const shown = inOrder(files, ids)
  return isOperator(user)
    ? shown
    : shown.map((file, place) => ({ ...file, fileName: numberedName(place, file.fileName), uploadBy: '' }))
}

/** What only those who deal with all objections see. */
function asFiled(row: ObjectionRow, around: Around) {
  const person = around.persons.get(row.id)
  return {
    receiptNo: row.receipt_no,
    channel: row.channel,
    objector: person && maskedPerson(person),
    text: row.text,
    evidence: inOrder(around.files, row.evidence_ids),
  }
}

/** What the recommender wrote, for himself, those who deal with all objections, and readers of the nation once it is answered. */
function verified(row: ObjectionRow, around: Around, user: Caller) {
  const isReader = codeOf(user) === 'NQ'
  const mayRead = isReader ? row.status === ObjectionStatus.answered : codeOf(user) !== 'ENT'
  if (!mayRead || !row.finding) return {}
  return {
    finding: row.finding,
    findingLabel: labelIn('objection_finding', row.finding),
    verification: row.verification,
    ...(isReader ? {} : { verifyFiles: inOrder(around.files, row.verify_ids) }),
  }
}

function infoOf(row: ObjectionRow, around: Around, user: Caller): Objection {
  const steps = around.steps.get(row.id) ?? []
  return reply<Objection>({
    id: row.id,
    version: row.version,
    projectId: row.project_id,
    demoCode: row.demo_code,
    projectName: row.project_name,
    companyName: row.company_name,
    recommendOrgName: row.recommend_org_name,
    ...(isOperator(user) ? asFiled(row, around) : {}),
    forwardText: row.forward_text,
    ...(codeOf(user) === 'NQ' || row.forward_text === null
      ? {}
      : { forwardFiles: shownFiles(around, row.forward_ids, user) }),
    ...verified(row, around, user),
    conclusion: row.conclusion,
    conclusionLabel: row.conclusion && labelIn('objection_conclusion', row.conclusion),
    answer: row.answer,
    cancelReason: row.cancel_reason,
    status: row.status,
    statusLabel: labelIn('objection_status', row.status),
    receivedAt: row.received_at,
    dueAt: row.due_at,
    overdue: row.is_late,
    answeredAt: row.answered_at,
    actions: actionsOf(user, row),
    history: readableSteps(steps, user).map((step) =>
      flowStep(step, (status) => labelIn('objection_status', status)),
    ),
  })
}

async function aroundOf(db: Db, rows: readonly ObjectionRow[], user: Caller, key: string): Promise<Around> {
  const ids = rows.map(({ id }) => id)
  const fileIds = rows.flatMap((row) => [...row.evidence_ids, ...row.forward_ids, ...row.verify_ids])
  const files =
    fileIds.length > 0
      ? await db.selectFrom('file_info').selectAll().where('id', 'in', fileIds).execute()
      : []
  const { rows: history } = await sql<FlowRow & { biz_id: number }>`
    select biz_id, ${flowColumns} from flow_history
    where biz_type = 'OBJECTION' and biz_id = any(${ids}::bigint[]) and not undone order by id`.execute(db)
  const steps = new Map<number, FlowRow[]>()
  for (const step of history) steps.set(step.biz_id, [...(steps.get(step.biz_id) ?? []), step])
  return { files, steps, persons: isOperator(user) ? await personsOf(db, ids, key) : new Map() }
}

/** Returns a page of the objections that the caller sees, open ones first. */
export async function pageObjections(
  db: Db,
  query: Query,
  user: Caller,
  key: string,
): Promise<Schemas['DemoObjectionPage']> {
  const { id, projectId, batchYear, batchNo, status } = query
  const parts = [visibleObjections(user)]
  if (id !== undefined) parts.push(sql<boolean>`ob.id = ${id}`)
  if (projectId !== undefined) parts.push(sql<boolean>`ob.project_id = ${projectId}`)
  if (batchYear !== undefined) parts.push(sql<boolean>`ob.batch_year = ${batchYear}`)
  if (batchNo !== undefined) parts.push(sql<boolean>`ob.batch_no = ${batchNo}`)
  const inBatch = all(parts)
  if (status) parts.push(sql<boolean>`ob.status = ${status}`)
  const { rows } = await sql<ObjectionRow>`
    select ${objectionColumns} from ${objectionSource}
    ${pageOf(all(parts), query, { id: 'ob.id', order: sql`ob.answered_at nulls first, ob.id` })}`.execute(db)
  const counted = await sql<{ total: number; waiting: number }>`
    select count(*) filter (where ${all(parts)}) as total, count(*) filter (where ${isOpenObjection}) as waiting
    from ${objectionSource} where ${inBatch}`.execute(db)
  const around = await aroundOf(db, rows, user, key)
  return {
    content: rows.map((row) => infoOf(row, around, user)),
    totalElements: counted.rows[0]?.total ?? 0,
    waiting: counted.rows[0]?.waiting ?? 0,
  }
}

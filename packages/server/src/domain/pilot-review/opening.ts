import { randomBytes } from 'node:crypto'
import { AssignStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { isAbandoned } from './abandoned.ts'
import { requireGroup } from './groups.ts'
import { computeResults } from './result-compute.ts'
import { rootOf } from './seal.ts'
import { sealedSheets } from './sheets.ts'

type Schemas = components['schemas']
export type Batch = Schemas['ReviewBatch']
type Opening = Schemas['ScoreOpening']
type Condition = Schemas['OpeningCondition']

interface Counts {
  tasks: number
  submitted: number
  /** Recused or stopped tasks that nobody has taken over. */
  orphaned: number
  groups: number
  confirmed: number
  pending: number
}

/** Counts the conditions of the opening, in one query. */
async function countsOf(db: Db, { batchYear, batchNo, stage }: Batch): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with task as (
      select a.*, ${isAbandoned} as lost
      from expert_assign a join demo_project p on p.id = a.project_id
      where p.batch_year = ${batchYear} and p.batch_no = ${batchNo} and a.stage = ${stage} and not p.deleted),
    own as (select g.id, g.confirmed_at from expert_group g where g.batch_year = ${batchYear}
      and g.batch_no = ${batchNo} and g.stage = ${stage} and exists (select 1 from task t where t.group_id = g.id))
    select (select count(*) from task where status <> ${AssignStatus.recused}) as tasks,
      (select count(*) from task where status = ${AssignStatus.submitted}) as submitted,
      (select count(*) from task where lost or (must_reassign and status <> ${AssignStatus.submitted})) as orphaned,
      (select count(*) from own) as groups, (select count(confirmed_at) from own) as confirmed,
      (select count(distinct (h.project_id, h.expert_id)) from conflict_hit h
        join task t on t.project_id = h.project_id and t.expert_id = h.expert_id
        where h.effect = 'JUDGE' and h.decision is null) as pending`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('an aggregate has one row')
  return counts
}

function conditionsOf(counts: Counts, isAsked: boolean): Condition[] {
  const open = counts.tasks - counts.submitted
  const none = counts.tasks === 0
  return [
    {
      code: 'SUBMITTED',
      met: open === 0 && !none,
      message: none
        ? '尚未分配专家，不能启封'
        : open > 0
          ? `仍有 ${open} 份未提交，不能启封`
          : `${counts.tasks} 份全部提交`,
      done: counts.submitted,
      total: counts.tasks,
    },
    {
      code: 'REASSIGNED',
      met: counts.orphaned === 0,
      message: counts.orphaned > 0 ? `仍有 ${counts.orphaned} 份须改派` : '没有须改派的任务',
      done: 0,
      total: counts.orphaned,
    },
    {
      code: 'JUDGED',
      met: counts.pending === 0,
      message: counts.pending > 0 ? `仍有 ${counts.pending} 对利益冲突待判` : '没有待判的利益冲突',
      done: 0,
      total: counts.pending,
    },
    {
      code: 'CONFIRMED',
      met: counts.confirmed === counts.groups,
      message: `${counts.confirmed} / ${counts.groups} 位组长已确认评分齐全`,
      done: counts.confirmed,
      total: counts.groups,
    },
    {
      code: 'ASKED',
      met: isAsked,
      message: isAsked ? '平台已申请启封' : '平台尚未申请启封',
      done: Number(isAsked),
      total: 1,
    },
  ]
}

/** Returns the requested or confirmed opening of a batch and stage. */
export const openingRow = (
  db: Db,
  { batchYear, batchNo, stage }: Batch,
): Promise<Row<'score_opening'> | undefined> =>
  db
    .selectFrom('score_opening')
    .selectAll()
    .where('batch_year', '=', batchYear)
    .where('batch_no', '=', batchNo)
    .where('stage', '=', stage)
    .executeTakeFirst()

/** Returns the state of an opening and its conditions. */
export async function openingInfo(db: Db, batch: Batch): Promise<Opening> {
  const row = await openingRow(db, batch)
  const conditions = conditionsOf(await countsOf(db, batch), row !== undefined)
  return reply<Opening>({
    batchYear: batch.batchYear,
    batchNo: batch.batchNo,
    stage: batch.stage,
    opened: row !== undefined && row.confirmed_at !== null,
    askedBy: row?.asked_by,
    askedAt: row?.asked_at,
    confirmedBy: row?.confirmed_by,
    confirmedAt: row?.confirmed_at,
    root: row?.merkle_root,
    conditions,
  })
}

/** @throws HttpError 409 with all conditions that are not met */
function assertReady(conditions: readonly Condition[]): void {
  const open = conditions.filter(({ met }) => !met)
  const [first] = open
  if (first)
    throw conflict(
      'E-020',
      first.message,
      open.map(({ code, message }) => ({ field: code, message })),
    )
}

/** Requests the opening. @throws HttpError 409 if a condition is not met */
export async function askOpening(trx: Trx, batch: Batch, user: Caller): Promise<Opening> {
  if (await openingRow(trx, batch)) throw conflict('E-020', '已申请启封')
  assertReady(conditionsOf(await countsOf(trx, batch), true))
  await trx
    .insertInto('score_opening')
    .values({
      batch_year: batch.batchYear,
      batch_no: batch.batchNo,
      stage: batch.stage,
      asked_by: user.username,
    })
    .execute()
  return openingInfo(trx, batch)
}

/**
 * Opens all sheets of a batch and stage together: stores their common digest, and computes averages and ranks once.
 * @throws HttpError 409 if a condition is not met
 */
export async function confirmOpening(trx: Trx, batch: Batch, user: Caller): Promise<Opening> {
  const { batchYear, batchNo, stage } = batch
  const row = await openingRow(trx, batch)
  if (row?.confirmed_at) throw conflict('E-020', '已启封')
  if (row?.asked_by === user.username) throw conflict('E-020', '申请启封与确认启封须由两人办理')
  assertReady(conditionsOf(await countsOf(trx, batch), row !== undefined))
  const sheets = await sealedSheets(trx, batch)
  const seed = randomBytes(16).toString('hex')
  const { numUpdatedRows } = await trx
    .updateTable('score_opening')
    .set({
      confirmed_by: user.username,
      confirmed_at: sql<string>`now()`,
      number_seed: seed,
      merkle_root: rootOf(sheets.map(({ leaf }) => Buffer.from(leaf, 'hex'))).toString('hex'),
    })
    .where('batch_year', '=', batchYear)
    .where('batch_no', '=', batchNo)
    .where('stage', '=', stage)
    // Another confirmation at the same time has drawn its own numbers.
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('E-020', '已启封')
  await computeResults(trx, batch, sheets, seed)
  return openingInfo(trx, batch)
}

/** The leader of a group confirms that all its sheets are in. @throws HttpError 404, 409 */
export async function confirmGroup(trx: Trx, groupId: number, user: Caller): Promise<void> {
  const group = await requireGroup(trx, groupId)
  if (group.leader_id !== user.id) throw notFound('专家组')
  const open = await trx
    .selectFrom('expert_assign')
    .select(({ fn }) => [
      fn.count<number>('id').as('tasks'),
      fn
        .count<number>('id')
        .filterWhere('status', 'in', [AssignStatus.waiting, AssignStatus.reviewing])
        .as('open'),
    ])
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow()
  if (open.tasks === 0 || open.open > 0) throw conflict('E-027', `本组仍有 ${open.open} 份评分未提交`)
  await trx
    .updateTable('expert_group')
    .set({ confirmed_at: sql<string>`now()` })
    .where('id', '=', groupId)
    .execute()
}

import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { RowChanges } from '../../db/schema.ts'
import type { PageQuery } from '../../db/sql.ts'
import { conflict, notFound } from '../../errors.ts'
import { type Caller, may } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { reply } from '../reply.ts'
import { reachOf } from '../scope.ts'
import type { BatchRow } from './batch-row.ts'
import { withFigures } from './tally.ts'

type Schemas = components['schemas']

/** Converts a batch to the contract's shape for this caller. */
export function batchInfo(
  row: BatchRow & { org_name?: string | null },
  user: Pick<Caller, 'orgId'>,
): Schemas['ImportBatch'] {
  return reply({
    id: row.id,
    own: row.org_id === user.orgId,
    fileName: row.file_name,
    sha256: row.sha256,
    clientKey: row.client_key,
    mode: row.mode,
    dryRun: row.dry_run,
    submitAfterCommit: row.submit_after_commit,
    state: row.state,
    stateLabel: labelIn('import_state', row.state),
    totalRows: row.total_rows,
    parsedRows: row.parsed_rows,
    okRows: row.ok_rows,
    warnRows: row.warn_rows,
    askedRows: row.asked_rows,
    errorRows: row.error_rows,
    repeatRows: row.repeat_rows,
    committedRows: row.committed_rows,
    created: row.new_rows,
    changed: row.changed_rows,
    changes: row.changed_fields,
    same: row.same_rows,
    kept: row.kept_fields,
    blank: row.blank_fields,
    cleared: row.cleared_fields,
    held: row.held_rows,
    orgName: row.org_name,
    createBy: row.create_by,
    createTime: row.create_time,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    message: row.message,
    notes: row.notes,
  })
}

/** SQL condition: batches `b` of the caller's office; for overseers, of all offices in their scope. */
const visibleBatches = (user: Caller) => {
  const own = sql<boolean>`b.org_id = ${user.orgId}`
  if (!may(user, 'imports.oversee')) return own
  return sql<boolean>`(${own} or exists (
    select 1 from (select b.province_code, r.city_code, r.county_code, b.org_id, x.owner_group_id
      from org x left join region r on r.code = x.region_code where x.id = b.org_id) p where ${reachOf(user)}))`
}

const selectBatches = (db: Db, user: Caller) =>
  db.selectFrom('import_batch as b').leftJoin('org as o', 'o.id', 'b.org_id').where(visibleBatches(user))

/** @throws HttpError 404 if the caller may not see the batch */
export async function requireBatch(db: Db, id: number, user: Caller): Promise<BatchRow> {
  const row = await selectBatches(db, user)
    .selectAll('b')
    .select('o.org_name')
    .where('b.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('导入批次')
  return withFigures(db, row)
}

/** Only the office that uploaded a batch may change it. @throws HttpError 404 */
export async function requireOwnBatch(db: Db, id: number, user: Caller): Promise<BatchRow> {
  const row = await requireBatch(db, id, user)
  if (row.org_id !== user.orgId) throw notFound('导入批次')
  return row
}

/** Moves a batch to another state. @throws HttpError 409 if its state has changed since it was read */
export async function moveBatch(
  trx: Trx,
  batch: BatchRow,
  values: RowChanges<'import_batch'>,
): Promise<BatchRow> {
  const next = await trx
    .updateTable('import_batch')
    .set(values)
    .where('id', '=', batch.id)
    .where('state', '=', batch.state)
    .returningAll()
    .executeTakeFirst()
  if (!next) throw conflict('W-025', '批次状态已变化，请刷新后重试')
  return next
}

interface BatchQuery extends PageQuery {
  orgId?: number
}

/** Returns the visible batches, newest first. */
export async function pageBatches(db: Db, query: BatchQuery, user: Caller): Promise<Schemas['ImportPage']> {
  const { page = 0, size = 10, afterId, orgId } = query
  const found = selectBatches(db, user).$if(orgId !== undefined, (some) =>
    some.where('b.org_id', '=', orgId ?? 0),
  )
  const shown = found.selectAll('b').select('o.org_name').limit(size)
  const rows = await (afterId === undefined
    ? shown.orderBy('b.id', 'desc').offset(page * size)
    : shown.where('b.id', '>', afterId).orderBy('b.id')
  ).execute()
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const current = await Promise.all(rows.map((row) => withFigures(db, row)))
  return { content: current.map((row) => batchInfo(row, user)), totalElements: total }
}

// A written row without an outcome is of an earlier release.
const outcomes = sql.raw(
  [
    'new_rows',
    'changed_rows',
    'same_rows',
    'changed_fields',
    'kept_fields',
    'blank_fields',
    'cleared_fields',
    'held_rows',
  ]
    .map((n) => `${n} = case when b.state <> 'COMMITTING' then b.${n} when c.unknown = 0 then c.${n} end`)
    .join(', '),
)

/**
 * Counts all rows of a batch by state, and at the end of a commit by outcome, and stores the counts in it. `tallyOf` counts
 * while the batch is being read.
 */
export async function storeCounts(db: Db, batchId: number): Promise<void> {
  await sql`
    update import_batch b set ok_rows = c.ok, warn_rows = c.warn, asked_rows = c.ask, error_rows = c.error, repeat_rows = c.repeat,
      committed_rows = c.committed, total_rows = c.total, parsed_rows = c.total, ${outcomes}
    from (select count(*) as total, count(*) filter (where state = 'OK') as ok,
        count(*) filter (where state = 'WARN') as warn, count(*) filter (where state = 'ASK') as ask,
        count(*) filter (where state = 'ERROR') as error,
        count(*) filter (where state = 'REPEAT') as repeat,
        count(*) filter (where state = 'COMMITTED') as committed,
        count(*) filter (where state = 'COMMITTED' and outcome is null) as unknown,
        count(*) filter (where outcome = 'new') as new_rows,
        count(*) filter (where outcome = 'changed') as changed_rows,
        count(*) filter (where outcome = 'same') as same_rows,
        coalesce(sum(changed_fields), 0) as changed_fields, coalesce(sum(kept_fields), 0) as kept_fields,
        coalesce(sum(blank_fields), 0) as blank_fields, coalesce(sum(cleared_fields), 0) as cleared_fields,
        count(*) filter (where held and state <> 'COMMITTED') as held_rows
      from import_row where batch_id = ${batchId}) c
    where b.id = ${batchId}`.execute(db)
}

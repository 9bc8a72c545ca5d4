import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { SnapshotPeriod } from './write.ts'

type Schemas = components['schemas']
export type TaskState = Exclude<Schemas['WarehouseTaskState'], 'NONE'>

/** A comparison or a sync that runs apart from its request, as it is stored. */
export interface TaskRow extends SnapshotPeriod {
  id: number
  request: Pick<Schemas['WarehouseSyncRequest'], 'dryRun' | 'reason' | 'previewId' | 'revise'>
  state: TaskState
  user_id: number
  org_id: number
  attempts: number
}

/** Seconds after which another copy of the server may take up a task whose transaction has ended without a result. */
const AGAIN_SECONDS = 5
/** A task is given up only if it fails, or kills its server, again and again. */
export const MOST_ATTEMPTS = 5

const OPEN: TaskState[] = ['COMPARING', 'WAITING', 'RUNNING']
const isOpen = sql<boolean>`state = any(${OPEN}::text[])`
const isBegun = sql<boolean>`state in ('COMPARING', 'RUNNING')`

/**
 * Takes up the task that is due; undefined if none is. A task that another copy of the server is at is locked by the
 * transaction that does it, so a copy that was killed leaves it free.
 */
export async function claimTask(db: Db): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    update warehouse_task set state = case state when 'WAITING' then 'RUNNING' else state end,
      attempts = attempts + 1, due_at = now() + make_interval(secs => ${AGAIN_SECONDS}),
      started_at = coalesce(started_at, now())
    where id = (select id from warehouse_task where ${isOpen} and due_at <= now()
      order by id limit 1 for update skip locked)
    returning id, year, quarter, request, state, user_id, org_id, attempts`.execute(db)
  return rows[0]
}

/** Holds a task until the end of the transaction that does it. @returns false if it is done, or another copy is at it */
export async function holdTask(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from warehouse_task where id = ${id} and ${isBegun} for update skip locked`.execute(trx)
  return rows.length > 0
}

/** Ends a task that the transaction holds. */
export async function endTask(
  trx: Trx,
  id: number,
  {
    state,
    result,
    message,
    previewId,
  }: {
    state: 'COMPARED' | 'DONE' | 'FAILED'
    result?: Schemas['WarehouseSync']
    message?: string
    previewId?: number | undefined
  },
): Promise<void> {
  await sql`update warehouse_task set state = ${state}, finished_at = clock_timestamp(),
      result = ${result ? JSON.stringify(result) : null}::text::jsonb, message = ${message ?? null},
      preview_id = coalesce(${previewId ?? null}::bigint, preview_id)
    where id = ${id}`.execute(trx)
}

/** Whether a task waits for its time, or for a copy of the server that takes it up. */
export async function hasTask(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select 1 from warehouse_task where ${isOpen}) as has`.execute(db)
  return rows[0]?.has ?? false
}

/** Who has asked for the task that is not yet done, and for what. */
export async function openTask(
  db: Db,
): Promise<{ real_name: string | null; dry_run: boolean; asked_at: string } | undefined> {
  const { rows } = await sql<{ real_name: string | null; dry_run: boolean; asked_at: string }>`
    select u.real_name, coalesce((t.request->>'dryRun')::boolean, false) as dry_run, t.asked_at
    from warehouse_task t join app_user u on u.id = t.user_id where ${isOpen} limit 1`.execute(db)
  return rows[0]
}

interface NewTask extends Pick<TaskRow, 'year' | 'quarter' | 'request'> {
  userId: number
  orgId: number
  /** Seconds in which it can be undone, and until it is taken up. */
  undoSeconds: number
  waitSeconds: number
}

/** Stores a task; undefined if another one is not yet done. What earlier ones have stored is in the official data. */
export async function addTask(
  trx: Trx,
  { year, quarter, request, userId, orgId, undoSeconds, waitSeconds }: NewTask,
): Promise<{ id: number; asked_at: string; undo_until: string | null } | undefined> {
  const { rows } = await sql<{ id: number; asked_at: string; undo_until: string | null }>`
    insert into warehouse_task (year, quarter, request, state, user_id, org_id, preview_id, undo_until, due_at)
    values (${year}, ${quarter}, ${JSON.stringify(request)}::text::jsonb, ${request.dryRun ? 'COMPARING' : 'WAITING'},
      ${userId}, ${orgId}, ${request.previewId ?? null},
      case when ${undoSeconds}::integer > 0 then now() + make_interval(secs => ${undoSeconds}) end,
      now() + make_interval(secs => ${waitSeconds}))
    on conflict do nothing returning id, asked_at, undo_until`.execute(trx)
  const [task] = rows
  if (task)
    await sql`update warehouse_task set result = null where id <> ${task.id} and result is not null`.execute(
      trx,
    )
  return task
}

/** Ends a task before it is taken up. @returns false if it was taken up, or its time is over */
export async function undoTask(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update warehouse_task set state = 'UNDONE', finished_at = now()
    where id = ${id} and state = 'WAITING' and due_at > now() returning id`.execute(trx)
  return rows.length > 0
}

import type { components } from '@xinchu/contract/schema'
import { movesPublished } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/database.ts'
import { conflict, notFound } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { undoableSeconds } from '../flow/undo-time.ts'
import { notPreviewed } from './preview.ts'
import { assertMayRestate, assertPeriod } from './sync.ts'
import { addTask, openTask, type TaskState, undoTask } from './tasks.ts'
import { snapshotSize } from './write.ts'

type Schemas = components['schemas']
type Sync = Schemas['WarehouseSync']
type Request = Schemas['WarehouseSyncRequest']

/** Whether a request is done apart from its call: what was compared is stored so, and a comparison on demand. */
export const isTask = ({ dryRun = false, background = false, previewId }: Request): boolean =>
  dryRun ? background : previewId !== undefined

/**
 * Returns the answer of a dry run, which is kept until it is stored or made again.
 * @throws HttpError 409 unless it is the last one of the period
 */
async function shownOf(db: Db, { year, quarter, previewId }: Request): Promise<Omit<Sync, 'finishedAt'>> {
  const { rows } = await sql<{ shown: Sync }>`
    select shown from warehouse_sync
    where id = ${previewId} and year = ${year} and quarter = ${quarter} and shown is not null`.execute(db)
  const [row] = rows
  if (!row) throw notPreviewed()
  const { finishedAt: _ended, ...shown } = row.shown
  return shown
}

/** The refusal of a second task. */
async function busy(db: Db) {
  const open = await openTask(db)
  const what = open
    ? `${open.real_name ?? ''} ${open.asked_at.slice(11, 16)} 提交的${open.dry_run ? '核对' : '入库'}尚未完成，请等它完成`
    : '另一项入库任务刚刚完成，请重新核对'
  return conflict('W-011', what.trim())
}

/**
 * Stores a request as a task. A sync can be undone until it is taken up; nothing is written before.
 * @returns what the dry run has shown, with the state of the task
 * @throws HttpError 400 for a restatement without a reason, 403 for one that is not the nation's, 409 if the dry run is not
 * the last one, or if another task is not yet done
 */
export async function queueSync(
  trx: Trx,
  request: Request,
  { user, now, config }: { user: Caller; now: Date; config: Pick<Config, 'undoSeconds'> },
): Promise<Sync> {
  const { year, quarter, dryRun = false, reason, previewId, revise } = request
  await assertPeriod(trx, { year, quarter }, day(now))
  const shown = dryRun ? undefined : await shownOf(trx, request)
  if (shown && movesPublished(shown.periods ?? [], revise)) assertMayRestate(request, user)
  const task = await addTask(trx, {
    ...{ year, quarter, userId: user.id, orgId: user.orgId },
    request: dryRun
      ? { dryRun, ...(revise ? { revise } : {}) }
      : {
          ...(previewId === undefined ? {} : { previewId }),
          ...(reason === undefined ? {} : { reason }),
          ...(revise ? { revise } : {}),
        },
    undoSeconds: dryRun ? 0 : config.undoSeconds,
    waitSeconds: dryRun ? 0 : undoableSeconds(config),
  })
  if (!task) throw await busy(trx)
  const state: TaskState = dryRun ? 'COMPARING' : 'WAITING'
  return {
    ...(shown ?? { ...(await snapshotSize(trx, { year, quarter })), skipped: [] }),
    ...{ taskId: task.id, state, startedAt: task.asked_at },
    ...(task.undo_until === null ? {} : { undoUntil: task.undo_until }),
  }
}

/**
 * Undoes a task of the caller that has not begun.
 * @throws HttpError 404 for another's or none, 409 once it has begun
 */
export async function undoSync(trx: Trx, id: number, user: Caller): Promise<void> {
  const { rows } = await sql`
    select 1 from warehouse_task where id = ${id} and user_id = ${user.id}`.execute(trx)
  if (rows.length === 0) throw notFound('可撤销的入库')
  if (!(await undoTask(trx, id))) throw conflict('W-032', '已超过可撤销的时间')
}

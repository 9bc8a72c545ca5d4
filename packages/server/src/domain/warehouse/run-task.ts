import { quarterName } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { forbidden, HttpError } from '../../errors.ts'
import { loadUser } from '../auth/load-caller.ts'
import { type Caller, isAmong } from '../caller.ts'
import { tell } from '../messages/tell.ts'
import { lackingFor } from '../permissions.ts'
import { noteSealed } from './seal.ts'
import { syncWarehouse } from './sync.ts'
import { endTask, holdTask, MOST_ATTEMPTS, type TaskRow } from './tasks.ts'

interface Means {
  transact: Transact
  now: () => Date
}

const NO_AUTHOR = '提交人的账号已停用或已调离，未入库'
const NO_PERMISSION = '提交人已没有入库的权限，未入库'
const GIVEN_UP = '多次处理未能完成，请联系平台运维人员'

/** The one who asked, as far as they may still do it. @throws HttpError 403 */
async function authorOf(trx: Trx, { user_id, org_id }: TaskRow): Promise<Caller> {
  const user = await loadUser(trx, user_id)
  if (!user || user.orgId !== org_id || !isAmong(user, ['NAT', 'ADM'])) throw forbidden('W-001', NO_AUTHOR)
  if (lackingFor('syncWarehousingData', user)) throw forbidden('G-001', NO_PERMISSION)
  return user
}

/** Does a task and ends it in the same transaction, so that it is done once, whichever copies take it up. */
async function doTask(trx: Trx, task: TaskRow, now: () => Date): Promise<void> {
  if (!(await holdTask(trx, task.id))) return
  const { year, request } = task
  const quarter = task.quarter as 1 | 2 | 3 | 4 // of a request: 1 to 4
  const user = await authorOf(trx, task)
  const result = await syncWarehouse(trx, { ...request, year, quarter }, user, now)
  if (request.dryRun)
    return endTask(trx, task.id, {
      state: 'COMPARED',
      ...(result.previewId ? { previewId: result.previewId } : {}),
    })
  await endTask(trx, task.id, { state: 'DONE', result })
  const period = quarterName({ year, quarter })
  await noteSealed(trx, {
    ...{ userId: user.id, username: user.username, realName: user.realName, orgId: user.orgId },
    ...{ orgName: user.orgName, roleNames: user.roles.map(({ name }) => name).join('、') },
    ...{
      action: '完成入库',
      operationId: 'syncWarehousingData',
      about: period,
      reason: request.reason?.trim(),
    },
  })
  await tell(
    trx,
    'warehouse.stored',
    { users: [user.id] },
    {
      ...{ period, added: result.added ?? 0, changed: result.changed ?? 0, removed: result.removed ?? 0 },
      revised: (result.periods ?? [])
        .filter(({ isPublished }) => isPublished)
        .map((each) => quarterName(each)),
    },
  )
}

/** Ends a task without a result, and tells the one who asked that nothing was written. */
async function failTask(trx: Trx, task: TaskRow, message: string): Promise<void> {
  if (!(await holdTask(trx, task.id))) return
  await endTask(trx, task.id, { state: 'FAILED', message })
  if (task.request.dryRun) return
  const period = quarterName({ year: task.year, quarter: task.quarter })
  await tell(trx, 'warehouse.failed', { users: [task.user_id] }, { period, message })
}

/**
 * Does a task that was taken up. What refuses it ends it; after other errors it is taken up again, a few times.
 * @throws what else went wrong
 */
export async function runTask({ transact, now }: Means, task: TaskRow): Promise<void> {
  try {
    if (task.attempts > MOST_ATTEMPTS) await transact((trx) => failTask(trx, task, GIVEN_UP))
    else await transact((trx) => doTask(trx, task, now))
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error
    const { message } = error
    await transact((trx) => failTask(trx, task, message))
  }
}

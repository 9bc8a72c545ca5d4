import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { TaskRow } from './tasks.ts'

type Task = components['schemas']['WarehouseTask']

interface ShownRow extends TaskRow {
  org_name: string | null
  real_name: string | null
  asked_at: string
  undo_until: string | null
  undo_seconds: number | null
  started_at: string | null
  finished_at: string | null
  result: NonNullable<Task['result']> | null
  message: string | null
}

/** Values that are there. */
const given = ({ org_name, real_name, undo_until, started_at, finished_at, message, result }: ShownRow) => ({
  ...(org_name === null ? {} : { orgName: org_name }),
  ...(real_name === null ? {} : { realName: real_name }),
  ...(undo_until === null ? {} : { undoUntil: undo_until }),
  ...(started_at === null ? {} : { startedAt: started_at }),
  ...(finished_at === null ? {} : { finishedAt: finished_at }),
  ...(message === null ? {} : { message }),
  ...(result === null ? {} : { result }),
})

/**
 * A task of official data, or the newest one, with its result, or with what the comparison has shown that it is of.
 * @throws HttpError 404 for an unknown number
 */
export async function taskState(db: Db, id: number | undefined, user: Caller): Promise<Task> {
  const { rows } = await sql<ShownRow>`
    select t.id, t.year, t.quarter, t.request, t.state, t.user_id, o.org_name, u.real_name, t.asked_at, t.undo_until,
      case when t.state = 'WAITING' then greatest(0, ceil(extract(epoch from t.undo_until - now())))::integer end
        as undo_seconds, t.started_at, t.finished_at, t.message, coalesce(t.result, s.shown) as result
    from warehouse_task t join app_user u on u.id = t.user_id left join org o on o.id = t.org_id
      left join warehouse_sync s on s.id = t.preview_id
    where ${id === undefined ? sql`true` : sql`t.id = ${id}`} order by t.id desc limit 1`.execute(db)
  const [row] = rows
  if (!row && id !== undefined) throw notFound('该任务')
  if (!row) return { state: 'NONE' }
  return {
    ...{ id: row.id, state: row.state, year: row.year },
    quarter: row.quarter as NonNullable<Task['quarter']>, // of a stored period: 1 to 4
    ...{ dryRun: row.request.dryRun ?? false, own: row.user_id === user.id, askedAt: row.asked_at },
    ...(row.undo_seconds === null ? {} : { undoSeconds: row.undo_seconds }),
    ...given(row),
  }
}

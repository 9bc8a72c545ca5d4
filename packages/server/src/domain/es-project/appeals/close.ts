import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import type { Transact } from '../../../db/transaction.ts'
import { isCurrent } from './source.ts'
import { tellEnded, tellWaiting, toldOf } from './tell.ts'

/**
 * Closes open appeals whose numbers have changed, or of which a project was deleted, and tells both sides. For the end of
 * a transaction that changes projects. Open appeals are few, so all are looked at.
 */
export async function closeOutdated(trx: Trx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update repeat_appeal c set state = 'CLOSED', closed_at = now()
    from repeat_appeal a join es_project p on p.id = a.project_id join es_project o on o.id = a.other_id
    where c.id = a.id and c.state = 'OPEN' and a.state = 'OPEN' and not ${isCurrent}
    returning c.id`.execute(trx)
  const told = await toldOf(
    trx,
    rows.map(({ id }) => id),
  )
  await tellEnded(trx, told, 'CLOSED')
}

const REMIND_DAYS = 5

/** Closes what has been left open, and reminds each decider once of an appeal that has waited for five days. */
export async function tendAppeals(transact: Transact, now: Date): Promise<void> {
  await transact(async (trx) => {
    await closeOutdated(trx)
    const { rows } = await sql<{ id: number }>`
      update repeat_appeal set reminded_at = ${now.toISOString()}
      where state = 'OPEN' and reminded_at is null
        and create_time < ${now.toISOString()}::timestamptz - make_interval(days => ${REMIND_DAYS})
      returning id`.execute(trx)
    const told = await toldOf(
      trx,
      rows.map(({ id }) => id),
    )
    await tellWaiting(trx, told, REMIND_DAYS)
  })
}

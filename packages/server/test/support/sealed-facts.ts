import { sql } from 'kysely'
import type { DbPool } from '../../src/db/database.ts'
import type { ReviewStage } from './stage-world.ts'

/**
 * Runs some work in a world where the sheets of some experts say something else, and puts it back.
 * @param accounts the experts whose sheets differ
 */
export async function withOtherSheets<T>(
  db: DbPool,
  { stage, accounts }: { stage: ReviewStage; accounts: readonly string[] },
  work: () => Promise<T>,
): Promise<T> {
  const rows = await db
    .selectFrom('expert_score as s')
    .innerJoin('expert_assign as a', 'a.id', 's.assign_id')
    .innerJoin('app_user as u', 'u.id', 'a.expert_id')
    .select(['s.assign_id', 's.items', 's.total', 's.conclusion', 's.opinion', 's.recommend', 's.leaf'])
    .where('a.stage', '=', stage)
    .where('u.username', 'in', [...accounts])
    .execute()
  if (rows.length === 0) throw new Error(`no sheets of ${stage}`)
  await sql`update expert_score set total = total - 300000 - assign_id, opinion = '另一种意见', conclusion = '3',
      items = jsonb_set(items, '{0,score}', '0.5'), recommend = not recommend, leaf = repeat('0', 64)
    where assign_id = any(${rows.map(({ assign_id }) => assign_id)}::bigint[])`.execute(db)
  try {
    return await work()
  } finally {
    for (const { assign_id, items, ...row } of rows)
      await db
        .updateTable('expert_score')
        .set({ ...row, items: JSON.stringify(items) })
        .where('assign_id', '=', assign_id)
        .execute()
  }
}

import type { Db } from '../../db/database.ts'

/** Mark of every file with figures of the demonstration. */
export const DEMONSTRATION_MARK = '演示数据，不代表官方统计'

/** Whether the database contains demonstration data and accounts. */
export async function isDemonstration(db: Db): Promise<boolean> {
  const setting = await db.selectFrom('setting').select('value').where('name', '=', 'demo').executeTakeFirst()
  return setting?.value === 'true'
}

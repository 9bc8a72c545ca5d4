import type { Db } from '../../db/database.ts'

/** Whether the database contains demonstration data and accounts. */
export async function isDemonstration(db: Db): Promise<boolean> {
  const setting = await db.selectFrom('setting').select('value').where('name', '=', 'demo').executeTakeFirst()
  return setting?.value === 'true'
}

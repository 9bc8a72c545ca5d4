import type { Db } from '../../db/database.ts'

/** Mark of every file with figures of sample data. */
export const SAMPLE_MARK = '演示数据，不代表官方统计'

/** Whether the database contains sample data and its accounts. */
export async function isSampleDatabase(db: Db): Promise<boolean> {
  const setting = await db.selectFrom('setting').select('value').where('name', '=', 'demo').executeTakeFirst()
  return setting?.value === 'true'
}

/** An account of the sample data, whose password is public. */
export interface SampleAccount {
  username: string
  /** Whom it stands for. */
  title: string
}

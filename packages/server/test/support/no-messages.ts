import type { Db } from '../../src/db/database.ts'

/** Deletes all messages, so that news joins none of an earlier test. */
export async function withoutMessages(db: Db): Promise<void> {
  await db.deleteFrom('message_office').execute()
  await db.deleteFrom('message_read').execute()
  await db.deleteFrom('message_read_mark').execute()
  await db.updateTable('message_push').set({ remind_of: null }).execute()
  await db.deleteFrom('message_push').execute()
}

import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'

/**
 * Makes other work that creates projects of an office wait until this transaction ends, or waits for it. What is created
 * afterwards sees the projects of this transaction.
 */
export async function lockOffice(trx: Trx, orgId: number): Promise<void> {
  // Not `for update`, which would also hold up every record that refers to the office.
  await sql`select id from org where id = ${orgId} for no key update`.execute(trx)
}

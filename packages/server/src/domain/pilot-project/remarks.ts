import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { findReviewed } from '../review/records.ts'
import { renewRemarks } from '../review/remarks.ts'

/** Updates the states of a project's remarks after its applicant has changed a part of it. */
export async function renewPilotRemarks(trx: Trx, id: number, user: Caller): Promise<void> {
  await renewRemarks(trx, 'DEMO', await findReviewed(trx, 'DEMO', [id], user))
}

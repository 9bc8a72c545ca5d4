import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { renewRemarks } from '../remarks/store.ts'
import { canonical } from '../values/canonical.ts'
import { pilotBase } from './base.ts'
import { findPilotContents } from './content.ts'

/** Updates the states of a project's remarks after its applicant has changed a part of it. */
export async function renewPilotRemarks(trx: Trx, id: number, user: Caller): Promise<void> {
  const written = await findPilotContents(trx, [id], user)
  await renewRemarks(
    trx,
    'DEMO',
    written.map(({ content }) => ({ id, content: canonical(content, pilotBase.shape) })),
  )
}

import { deptKinds } from '@xinchu/sdk/rights'
import type { components } from '@xinchu/sdk/schema'
import type { Db } from '../../db/database.ts'
import { type Caller, codeOf } from '../caller.ts'
import { flowHistories } from '../flow-notes.ts'

/**
 * The steps of reports by id. Offices that review read all of them; the author reads what the nation asked once the
 * recommender has sent it down.
 */
export async function reportHistories(
  db: Db,
  bizType: 'PROGRESS' | 'ANNUAL',
  rows: readonly { id: number }[],
  user: Caller,
): Promise<Map<number, components['schemas']['FlowStep'][]>> {
  if (rows.length === 0) return new Map()
  const records = new Map(rows.map(({ id }) => [id, { reviewer: deptKinds.province }]))
  const reader = codeOf(user) === 'ENT' ? user : { ...user, deptId: deptKinds.nation }
  return flowHistories(db, bizType, records, reader)
}

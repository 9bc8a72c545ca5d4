import { AssignStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { firstDueQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { groupedBy } from '../grouped.ts'
import type { AnyMessage } from '../messages/tell.ts'
import type { DemoFlowRequest } from './flow-request.ts'
import type { PilotRecord } from './query.ts'

/** The experts who scored projects of a batch. */
async function expertsOf(trx: Trx, year: number, no: number): Promise<number[]> {
  const { rows } = await sql<{ expert_id: number }>`
    select distinct a.expert_id from expert_assign a join demo_project p on p.id = a.project_id
    where p.batch_year = ${year} and p.batch_no = ${no} and a.status = ${AssignStatus.submitted}
    order by 1`.execute(trx)
  return rows.map(({ expert_id }) => expert_id)
}

async function toldOfBatch(
  trx: Trx,
  rows: readonly PilotRecord[],
  { no, date }: { no: string; date: string },
): Promise<AnyMessage[]> {
  const [first] = rows
  if (!first) return []
  const { batch_year: batchYear, batch_no: batchNo } = first
  const about = { batchYear, batchNo, no, date }
  const batch = { ...about, projects: rows.length }
  const recommenders = [...groupedBy(rows, ({ recommend_org_id }) => recommend_org_id)]
  return [
    ...rows.map(
      (row): AnyMessage => ({
        code: 'pilot.announced',
        to: { offices: [row.org_id] },
        values: { ...about, ...firstDueQuarter(date), id: row.id, project: row.project_name },
      }),
    ),
    ...recommenders.map(
      ([office, own]): AnyMessage => ({
        code: 'batch.announced',
        to: { offices: [office] },
        values: { ...batch, own: own.length },
      }),
    ),
    { code: 'batch.announced', to: { kinds: [deptKinds.platform] }, values: batch },
    {
      code: 'batch.announced.expert',
      to: { users: await expertsOf(trx, batchYear, batchNo) },
      values: batch,
    },
  ]
}

/** Messages to applicants, recommenders, the platform and the experts when the nation announces projects. */
export async function announcedNews(
  trx: Trx,
  rows: readonly PilotRecord[],
  { action, announceNo, announceDate }: DemoFlowRequest,
): Promise<AnyMessage[]> {
  if (action !== 'ANNOUNCE' || !announceDate) return []
  const batches = groupedBy(rows, ({ batch_year, batch_no }) => `${batch_year}-${batch_no}`)
  const messages: AnyMessage[] = []
  for (const own of batches.values())
    messages.push(...(await toldOfBatch(trx, own, { no: announceNo?.trim() ?? '', date: announceDate })))
  return messages
}

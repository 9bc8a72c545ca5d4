import { AssignStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ScoreRow } from './score.ts'

type Schemas = components['schemas']

/** A submitted sheet with the project and the group that it belongs to. */
export interface SealedSheet
  extends Pick<ScoreRow, 'items' | 'conclusion' | 'opinion' | 'recommend' | 'total' | 'catalogue_version'> {
  assign_id: number
  project_id: number
  expert_id: number
  demo_code: string
  group_id: number | null
  leaf: string
  nonce: string
  receipt_code: string
  submit_time: string
  /** Sum of the scores of safety (A2), in units. */
  safety: number
}

/** Reads all submitted sheets of a batch and stage in the order in which they are sealed. */
export async function sealedSheets(
  db: Db,
  { batchYear, batchNo, stage }: Schemas['ReviewBatch'],
): Promise<SealedSheet[]> {
  const { rows } = await sql<SealedSheet>`
    select s.assign_id, a.project_id, a.expert_id, p.demo_code, a.group_id, s.items, s.conclusion, s.opinion, s.recommend,
      s.total, s.catalogue_version, s.leaf, s.nonce, s.receipt_code, s.submit_time,
      coalesce((select sum(round((i ->> 'score')::numeric * 10000)) from jsonb_array_elements(s.items) i
        join assess_index x on x.id = (i ->> 'indexId')::bigint where x.code like 'A2-%'), 0) as safety
    from expert_score s join expert_assign a on a.id = s.assign_id join demo_project p on p.id = a.project_id
    where p.batch_year = ${batchYear} and p.batch_no = ${batchNo} and a.stage = ${stage}
      and a.status = ${AssignStatus.submitted} order by s.assign_id`.execute(db)
  return rows
}

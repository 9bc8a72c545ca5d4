import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { openTasks } from './own-tasks.ts'
import { visiblePilots } from './scope.ts'

type Batch = components['schemas']['DemoBatch']
type Phase = Batch['phase']

interface BatchRow {
  batch_year: number
  batch_no: number
  is_announced: boolean
  is_publicised: boolean
  is_applying: boolean
  mine: number
}

// Public facts only: a phase must not tell what is still sealed.
const phaseOf = ({ is_announced, is_publicised, is_applying }: BatchRow): Phase => {
  if (is_announced) return 'ANNOUNCED'
  if (is_publicised) return 'PUBLICITY'
  return is_applying ? 'APPLICATION' : 'REVIEW'
}

/** Returns the batches, the newest first: those whose applications have begun, and those of visible projects. */
export async function listBatches(db: Db, user: Caller, now: Date): Promise<Batch[]> {
  const ids = (await openTasks(db, user, now)).map(({ id }) => id)
  const moment = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<BatchRow>`
    with begun as (
      select f.year as batch_year, f.batch_no, f.end_time from fill_time f
      where f.fill_type = 'DEMO_APPLY' and f.batch_no is not null and f.enabled and f.start_time <= ${moment})
    select b.batch_year, b.batch_no,
      exists (select 1 from demo_project p where p.batch_year = b.batch_year and p.batch_no = b.batch_no
        and p.announce_no is not null and not p.deleted) as is_announced,
      exists (select 1 from demo_publicity d where d.batch_year = b.batch_year and d.batch_no = b.batch_no
        and d.start_time <= ${moment}) as is_publicised,
      exists (select 1 from begun f where f.batch_year = b.batch_year and f.batch_no = b.batch_no
        and f.end_time >= ${moment}) as is_applying,
      (select count(*)::integer from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb) as t (id)
        join demo_project p on p.id = t.id::bigint
        where p.batch_year = b.batch_year and p.batch_no = b.batch_no) as mine
    from (select batch_year, batch_no from begun
      union select p.batch_year, p.batch_no from demo_project p where ${visiblePilots(user)}) b
    order by b.batch_year desc, b.batch_no desc`.execute(db)
  return rows.map((row) => ({
    batchYear: row.batch_year,
    batchNo: row.batch_no,
    phase: phaseOf(row),
    mine: row.mine,
  }))
}

import { CountryStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { projectBase } from '../es-project/base.ts'
import { noteFlow } from '../flow/notes.ts'
import type { SnapshotPeriod } from './write.ts'

// Maximum history rows per statement.
const NOTES_A_STATEMENT = 1000

/** Notes a step of projects in their flow. */
export async function noteProjects(
  trx: Trx,
  rows: readonly { id: number; province_code: string }[],
  step: { action: string; from: string; to: string },
  user: Caller,
): Promise<void> {
  for (let start = 0; start < rows.length; start += NOTES_A_STATEMENT)
    await noteFlow(
      trx,
      projectBase,
      rows
        .slice(start, start + NOTES_A_STATEMENT)
        .map(({ id, province_code }) => ({ provinceCode: province_code, id, ...step })),
      user,
    )
}

/** Marks projects as stored in a period. */
export async function markStored(
  trx: Trx,
  ids: readonly number[],
  { year, quarter }: SnapshotPeriod,
  user: Caller,
): Promise<void> {
  const { rows } = await sql<{ id: number; province_code: string }>`
    update es_project set country_status = ${CountryStatus.stored}, warehouse_time = now(), period_year = ${year},
      period_quarter = ${quarter}, version = version + 1, update_by = ${user.username}, update_time = now()
    where id = any(${[...ids]}::bigint[]) returning id, province_code`.execute(trx)
  await noteProjects(
    trx,
    rows,
    { action: 'SYNC', from: `C${CountryStatus.passed}`, to: `C${CountryStatus.stored}` },
    user,
  )
}

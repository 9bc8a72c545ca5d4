import { needsRecordProof } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ProjectRow } from './query.ts'

/** Returns the projects that have a filing proof among their files. */
export async function provenProjects(db: Db, rows: readonly ProjectRow[]): Promise<Set<number>> {
  const files = [...new Set(rows.flatMap(({ attachment_ids }) => attachment_ids ?? []))]
  if (files.length === 0) return new Set()
  const proofs = await sql<{ id: number }>`
    select id from file_info where id = any(${files}::bigint[]) and biz_type = 'PROJECT_RECORD'`.execute(db)
  const ids = new Set(proofs.rows.map(({ id }) => id))
  return new Set(
    rows.filter(({ attachment_ids }) => attachment_ids?.some((id) => ids.has(id))).map(({ id }) => id),
  )
}

/** Whether a filed project lacks its proof. */
export const lacksProof = (row: ProjectRow, proven: ReadonlySet<number>): boolean =>
  needsRecordProof(row.build_status) && !proven.has(row.id)

import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Caller, codeOf } from '../caller.ts'
import type { FileRow } from '../files/info.ts'
import { visibleProvincialPilots, visibleWorkReports } from './scope.ts'

type File = Pick<FileRow, 'id' | 'biz_type'>

/**
 * Whether a provincial project or work report holds a file.
 * @param user counts only the records that this caller may read; without, also a deleted one that can be restored
 */
export async function isHeldByProvince(db: Db, { id, biz_type }: File, user?: Caller): Promise<boolean> {
  const list = JSON.stringify([id])
  const holder =
    biz_type === 'PROV_DEMO_DOC'
      ? sql`select 1 from provincial_demo p where p.content->'attachmentIds' @> ${list}::text::jsonb
          and ${user ? visibleProvincialPilots(user) : sql`true`}`
      : biz_type === 'WORKREPORT_STAMPED'
        ? sql`select 1 from work_report p where p.content->'stampedFileId' = ${String(id)}::text::jsonb
            and ${user ? visibleWorkReports(user) : sql`true`}`
        : undefined
  if (!holder || (user && codeOf(user) === undefined)) return false
  const { rows } = await sql<{ held: boolean }>`select exists (${holder}) as held`.execute(db)
  return rows[0]?.held ?? false
}

import { extname } from 'node:path'
import type { components } from '@xinchu/contract/schema'
import { evidenceFault, isEvidenceName } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../../db/database.ts'
import { badRequest, conflict } from '../../../../errors.ts'
import type { FileRow } from '../../../files/info.ts'
import { release } from '../../../files/keep.ts'
import { keyOf } from '../../../files/store/object-store.ts'
import type { Upload } from '../../../files/upload.ts'
import { countHit } from '../../../rate-limit.ts'
import { lockTicket } from './ticket.ts'

// More than one objection may hold, because files that the objector removed count, too.
const MOST_UPLOADS = 20
const MOST_UPLOADED_MEGABYTES = 120
const MEGABYTE = 1024 * 1024

type Evidence = components['schemas']['ObjectionEvidence']

export const evidenceInfo = ({ id, file_name, size, sha256 }: FileRow): Evidence => ({
  ...{ id, size, sha256 },
  fileName: file_name,
})

/** Counts an upload of an address. @throws HttpError 429 */
export const countUpload = (db: Db, address: string) =>
  countHit(db, { key: `objection-upload:${address}`, max: 60, seconds: 3_600 })

/** Checks an upload before its bytes are stored. The route has checked its size. @throws HttpError 400 */
export function evidenceOf(upload: Upload | undefined): { upload: Upload; ticket: string } {
  if (!upload) throw badRequest('F-001', '请选择要上传的文件', 'file')
  if (!isEvidenceName(upload.fileName)) throw badRequest('V-004', '请上传 PDF、JPG 或 PNG 文件', 'file')
  return { upload, ticket: upload.fields['ticket'] ?? '' }
}

/** Records a stored file with the ticket that it was sent with. @throws HttpError 400; 409 if there are too many */
export async function keepEvidence(
  trx: Trx,
  { upload, ticket }: ReturnType<typeof evidenceOf>,
): Promise<FileRow> {
  const ticketId = await lockTicket(trx, ticket)
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(f.size), 0)::float8 as bytes
    from objection_upload u join file_info f on f.id = u.file_id where u.ticket_id = ${ticketId}`.execute(trx)
  const { count = 0, bytes = 0 } = rows[0] ?? {}
  if (count >= MOST_UPLOADS)
    throw conflict('E-031', `一次手机验证至多上传 ${MOST_UPLOADS} 份，请重新验证手机号`)
  if (bytes + upload.size > MOST_UPLOADED_MEGABYTES * MEGABYTE)
    throw conflict('E-031', `一次手机验证合计至多上传 ${MOST_UPLOADED_MEGABYTES} MB，请重新验证手机号`)
  const row = await trx
    .insertInto('file_info')
    .values({
      file_name: upload.fileName,
      ext: extname(upload.fileName).slice(1).toLowerCase(),
      size: upload.size,
      sha256: upload.sha256,
      biz_type: 'OBJECTION',
      storage_key: keyOf(upload.sha256),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await trx.insertInto('objection_upload').values({ file_id: row.id, ticket_id: ticketId }).execute()
  return row
}

/** The files of a ticket in the order of an objection. @throws HttpError 400 if one is not of the ticket, or for too many */
export async function evidenceOfTicket(
  trx: Trx,
  ticketId: number,
  ids: readonly number[],
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select f.* from file_info f join objection_upload u on u.file_id = f.id
    where u.ticket_id = ${ticketId} and f.id = any(${[...ids]}::bigint[])
    order by array_position(${[...ids]}::bigint[], f.id) for update of f`.execute(trx)
  if (rows.length !== ids.length) throw badRequest('E-031', '证明材料已失效，请重新上传', 'evidenceIds')
  const fault = evidenceFault(rows)
  if (fault) throw badRequest('E-031', fault, 'evidenceIds')
  return rows
}

/** Removes uploads older than a day that no objection holds, and tickets that expired a day ago. @returns the number of files */
export async function sweepFiling(trx: Trx, now: Date): Promise<number> {
  await sql`delete from objection_ticket where expires < now() - interval '1 day'`.execute(trx)
  const { rows } = await sql<{ storage_key: string }>`
    delete from file_info f where f.biz_type = 'OBJECTION' and f.org_id is null and f.upload_user_id is null
      and f.upload_time < ${now.toISOString()}::timestamptz - interval '1 day'
      and not exists (select from objection o where f.id = any(o.evidence_ids)) returning f.storage_key`.execute(
    trx,
  )
  await release(
    trx,
    rows.map(({ storage_key }) => storage_key),
    now,
  )
  return rows.length
}

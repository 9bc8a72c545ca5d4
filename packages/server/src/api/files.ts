import { rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { dictionaries } from '@xinchu/sdk/fields'
import { sql } from 'kysely'
import { defineHandlers } from '../contract/types.ts'
import type { Db } from '../db/database.ts'
import { type Caller, codeOf } from '../domain/caller.ts'
import { findProjects } from '../domain/es-project/query.ts'
import { assertAcceptedFile } from '../domain/files/accepted.ts'
import { type FileRow, fileInfoOf } from '../domain/files/info.ts'
import { openStored, uploadFolder } from '../domain/files/stored.ts'
import { isAttachedToCalc } from '../domain/general-items/year-calc-rows.ts'
import { isEnclosed } from '../domain/messages/rights.ts'
import { isAttached } from '../domain/sections/query.ts'
import { badRequest, conflict, missing, notFound } from '../errors.ts'

/** Returns a file that the caller may read: of the own office, or attached to a visible record, section or message. */
async function requireFile(db: Db, id: number, user: Caller): Promise<FileRow> {
  const row = await db.selectFrom('file_info').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('文件')
  if (row.upload_by === user.username) return row
  if (row.org_id === user.orgId && codeOf(user)) return row
  const attached = await attachedProjects(db, id)
  if (attached.length > 0 && (await findProjects(db, attached, user)).length > 0) return row
  if (await isAttached(db, id, user)) return row
  if (await isAttachedToCalc(db, id, user)) return row
  if (await isEnclosed(db, id, user)) return row
  throw notFound('文件')
}

async function attachedProjects(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('es_project')
    .select('id')
    .where(sql<boolean>`${id} = any(attachment_ids)`)
    .where('deleted', '=', false)
    .execute()
  return rows.map((row) => row.id)
}

/** Whether any section or message has this file. */
async function isUsed(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from section_info where ${id} = any(attachment_ids))
      or exists (select 1 from message_push where ${id} = any(attachment_ids)) as used`.execute(db)
  return rows[0]?.used ?? false
}

/** The dictionary of uses is closed: the database holds the same values. */
const isBizType = (value: string): value is FileRow['biz_type'] =>
  dictionaries.file_biz_type.values.some((entry) => entry.value === value)

export const fileHandlers = defineHandlers({
  async uploadFile({ upload, user }, { change }) {
    if (!upload) throw badRequest('F-001', '请选择要上传的文件', 'file')
    const { bizType } = upload.fields
    if (!bizType) throw missing('bizType', '用途')
    if (!isBizType(bizType))
      throw badRequest('F-023', '用途：取值不正确', [{ field: 'bizType', message: '取值不正确' }])
    await assertAcceptedFile(upload)
    const row = await change((trx) =>
      trx
        .insertInto('file_info')
        .values({
          file_name: upload.fileName,
          ext: extname(upload.fileName).slice(1).toLowerCase(),
          size: upload.size,
          sha256: upload.sha256,
          biz_type: bizType,
          storage_key: upload.storageKey,
          org_id: user.orgId,
          upload_by: user.username,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    return fileInfoOf(row)
  },

  async downloadFile({ path, user, request }, { db, config }) {
    const row = await requireFile(db, path.id, user)
    const content = await openStored(uploadFolder(config), row).catch((error: unknown) => {
      request.log.error(
        { err: error, file: row.id, storageKey: row.storage_key },
        'a stored file has no bytes',
      )
      throw error
    })
    return {
      fileName: row.file_name,
      // Never the claimed type, so that a browser saves the file instead of rendering it.
      contentType: 'application/octet-stream',
      content,
    }
  },

  async deleteFile({ path, user, request }, { change, config }) {
    const storageKey = await change(async (trx) => {
      // A concurrent attachment waits for this lock and then finds no file.
      await trx.selectFrom('file_info').select('id').where('id', '=', path.id).forUpdate().execute()
      const row = await requireFile(trx, path.id, user)
      if (row.upload_by !== user.username) throw conflict('W-016', '只能删除本人上传的文件')
      if ((await attachedProjects(trx, row.id)).length > 0)
        throw conflict('W-016', '文件已被项目引用，不能删除')
      if (await isAttachedToCalc(trx, row.id)) throw conflict('W-016', '文件已被年度测算引用，不能删除')
      if (await isUsed(trx, row.id)) throw conflict('W-016', '文件已被引用，不能删除')
      await trx.deleteFrom('file_info').where('id', '=', row.id).execute()
      return row.storage_key
    })
    // After the commit: a row without a file cannot be repaired, but a file without a row is swept.
    await rm(join(uploadFolder(config), storageKey), { force: true }).catch((error: unknown) =>
      request.log.error({ err: error, storageKey }, 'the bytes of a deleted file were left'),
    )
  },
})

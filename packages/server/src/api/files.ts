import { sql } from 'kysely'
import { defineHandlers } from '../contract/types.ts'
import type { Db, Trx } from '../db/database.ts'
import { type Caller, codeOf } from '../domain/caller.ts'
import { findProjects } from '../domain/es-project/query.ts'
import { type FileRow, fileInfoOf } from '../domain/files/info.ts'
import { collect, keepUpload, release } from '../domain/files/keep.ts'
import { storeUpload, uploadWithUse } from '../domain/files/store.ts'
import { storedAnswer } from '../domain/files/stored.ts'
import { isAttachedToCalc } from '../domain/general-items/year-calc-rows.ts'
import { fileOfObjection, isOfObjection, isSentForObjection } from '../domain/kinds/objection/files.ts'
import { isEnclosed } from '../domain/messages/rights.ts'
import {
  assertDetachable,
  attach,
  isAttachedToPilot,
  isOfPilot,
  renewAfterDetaching,
} from '../domain/pilot-project/attachments.ts'
import { isEvidence } from '../domain/pilot-reports/index-values.ts'
import { isHeldByReport } from '../domain/pilot-reports/report-files.ts'
import { isHeldByProvince } from '../domain/provincial/files.ts'
import { isAttached } from '../domain/sections/query.ts'
import { isProofReviewed } from '../domain/users/registration-proof.ts'
import { conflict, HttpError, notFound } from '../errors.ts'

/** Returns a file that the caller may read: of the own office, or attached to a visible record, section or message. */
async function requireFile(db: Db, id: number, user: Caller, now: Date): Promise<FileRow> {
  const row = await db.selectFrom('file_info').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('文件')
  if (row.upload_user_id === user.id) return row
  if (isSentForObjection(row)) {
    const ofObjection = await fileOfObjection(db, row, user)
    if (ofObjection) return ofObjection
    throw notFound('文件')
  }
  if (row.org_id === user.orgId && codeOf(user)) return row
  const attached = await attachedProjects(db, id)
  if (attached.length > 0 && (await findProjects(db, attached, user)).length > 0) return row
  if (await isAttached(db, id, user)) return row
  if (await isAttachedToCalc(db, id, user)) return row
  if (await isEnclosed(db, id, user)) return row
  if (await isAttachedToPilot(db, row, user, now)) return row
  if (await isHeldByReport(db, row, user)) return row
  if (await isHeldByProvince(db, row, user)) return row
  if (await isEvidence(db, id, user, now)) return row
  if (await isProofReviewed(db, row, user)) return row
  throw notFound('文件')
}

/** Projects with this file, deleted drafts that can be restored among them. */
async function attachedProjects(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('es_project')
    .select('id')
    .where(sql<boolean>`${id} = any(attachment_ids)`)
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

export const fileHandlers = defineHandlers({
  async uploadFile({ upload, user }, services) {
    const used = uploadWithUse(upload)
    const record = (trx: Trx) =>
      isOfPilot(used.bizType) ? attach(trx, used, user, services.now()) : storeUpload(trx, used, user)
    return fileInfoOf(await keepUpload(used.upload, record, services))
  },

  async downloadFile({ path, user, request }, { db, files, now }) {
    const row = await requireFile(db, path.id, user, now())
    return storedAnswer(files, row, request).catch((error: unknown) => {
      if (!(error instanceof HttpError) || error.status !== 416)
        request.log.error(
          { err: error, file: row.id, storageKey: row.storage_key },
          'a stored file cannot be opened',
        )
      throw error
    })
  },

  async deleteFile({ path, user, request }, services) {
    const { change, now } = services
    const storageKey = await change(async (trx) => {
      // A concurrent attachment waits for this lock and then finds no file.
      await trx.selectFrom('file_info').select('id').where('id', '=', path.id).forUpdate().execute()
      const row = await requireFile(trx, path.id, user, now())
      if (row.upload_user_id !== user.id) throw conflict('W-016', '只能删除本人上传的文件')
      if ((await attachedProjects(trx, row.id)).length > 0)
        throw conflict('W-016', '文件已被项目引用，不能删除')
      if (await isAttachedToCalc(trx, row.id)) throw conflict('W-016', '文件已被年度测算引用，不能删除')
      if (await isUsed(trx, row.id)) throw conflict('W-016', '文件已被引用，不能删除')
      await assertDetachable(trx, row, user, now())
      if (await isHeldByProvince(trx, row)) throw conflict('W-016', '文件已被省级填报引用，不能删除')
      if (await isHeldByReport(trx, row)) throw conflict('W-016', '文件已被示范项目的报告引用，不能删除')
      if (await isOfObjection(trx, row)) throw conflict('W-016', '文件已被异议引用，不能删除')
      await trx.deleteFrom('file_info').where('id', '=', row.id).execute()
      await release(trx, [row.storage_key], now())
      await renewAfterDetaching(trx, row, user)
      return row.storage_key
    })
    await collect(storageKey, services).catch((error: unknown) =>
      request.log.error({ err: error, storageKey }, 'the bytes of a deleted file were left'),
    )
  },
})

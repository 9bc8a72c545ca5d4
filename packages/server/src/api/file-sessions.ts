import { fileNameOf } from '../contract/file-name.ts'
import type { CallServices } from '../contract/services.ts'
import { defineHandlers } from '../contract/types.ts'
import type { Trx } from '../db/database.ts'
import type { Caller } from '../domain/caller.ts'
import { assemble } from '../domain/files/assemble.ts'
import { type FileRow, fileInfoOf } from '../domain/files/info.ts'
import { collect, keepBytes, keepUpload } from '../domain/files/keep.ts'
import {
  assertComplete,
  assertPart,
  dropParts,
  partsOf,
  recordPart,
  requireSession,
  type SessionRow,
  sessionView,
  startSession,
} from '../domain/files/sessions.ts'
import { uploadFolder } from '../domain/files/stored.ts'
import type { Upload } from '../domain/files/upload.ts'
import { assertAttachable, attach } from '../domain/pilot-project/attachments.ts'
import { badRequest } from '../errors.ts'

const fileById = (trx: Trx, id: number): Promise<FileRow> =>
  trx.selectFrom('file_info').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Removes the bytes of parts that nothing needs any more. The next sweep takes what cannot be removed now. */
async function collectAll(keys: readonly string[], services: CallServices): Promise<void> {
  for (const key of keys) await collect(key, services).catch(() => undefined)
}

/** Checks and records the joined file, like an upload in one piece. */
async function finish(
  session: SessionRow,
  upload: Upload,
  user: Caller,
  services: CallServices,
): Promise<FileRow> {
  const now = services.now()
  const { file, freed } = await keepUpload(
    upload,
    async (trx) => {
      // Of two that finish at once, the second gets the first one's file.
      const { file_id } = await requireSession(trx, session.id, user, { now, lock: true })
      if (file_id !== null) return { file: await fileById(trx, file_id), freed: [] }
      const file = await attach(trx, { upload, bizType: session.biz_type }, user, now)
      await trx.updateTable('file_upload').set({ file_id: file.id }).where('id', '=', session.id).execute()
      return { file, freed: await dropParts(trx, [session.id], now) }
    },
    services,
  )
  await collectAll(freed, services)
  return file
}

export const fileSessionHandlers = defineHandlers({
  async startFileSession({ body, user }, { change, now }) {
    const draft = { ...body, fileName: fileNameOf(body.fileName) }
    const session = await change(async (trx) => {
      const { bizType, bizId } = draft
      if (bizId !== undefined) await assertAttachable(trx, draft.fileName, { bizType, bizId }, user, now())
      return startSession(trx, draft, user, now())
    })
    return sessionView(session, [])
  },

  async getFileSession({ path, user }, { db, now }) {
    const session = await requireSession(db, path.id, user, { now: now() })
    return sessionView(session, await partsOf(db, session))
  },

  async putFilePart({ path, upload, user }, services) {
    if (!upload) throw badRequest('F-001', '请选择要上传的文件', 'file')
    const { db, now } = services
    const { size, sha256, fields } = upload
    const part = { number: path.number, size, sha256, claimed: fields['sha256'] }
    assertPart(await requireSession(db, path.id, user, { now: now() }), part)
    const record = (trx: Trx) => recordPart(trx, path.id, part, user, now())
    const session = await keepBytes(upload, record, services)
    return sessionView(session, await partsOf(db, session))
  },

  async finishFileSession({ path, user }, services) {
    const { db, change, files, config, now } = services
    const session = await requireSession(db, path.id, user, { now: now() })
    const { file_id } = session
    if (file_id !== null) return fileInfoOf(await change((trx) => fileById(trx, file_id)))
    try {
      const parts = await partsOf(db, session)
      assertComplete(session, parts)
      const upload = await assemble(session, parts, { files, folder: uploadFolder(config) })
      return fileInfoOf(await finish(session, upload, user, services).finally(() => upload.discard()))
    } catch (error) {
      // A concurrent call may have finished it and freed its parts.
      const { file_id: finished } = await requireSession(db, path.id, user, { now: now() })
      if (finished === null) throw error
      return fileInfoOf(await change((trx) => fileById(trx, finished)))
    }
  },

  async cancelFileSession({ path, user }, services) {
    const { change, now } = services
    const freed = await change(async (trx) => {
      const session = await requireSession(trx, path.id, user, { now: now(), lock: true })
      const keys = await dropParts(trx, [session.id], now())
      await trx.deleteFrom('file_upload').where('id', '=', session.id).execute()
      return keys
    })
    await collectAll(freed, services)
  },
})

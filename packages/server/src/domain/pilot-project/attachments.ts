import { Readable } from 'node:stream'
import type { operations } from '@xinchu/contract/schema'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict, missing, notFound } from '../../errors.ts'
import { begun } from '../../runtime/begun.ts'
import { zipStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import type { FileRow } from '../files/info.ts'
import type { ObjectStore } from '../files/store/object-store.ts'
import { storeUpload } from '../files/store.ts'
import { type OpenedFile, openStored, storedAnswer } from '../files/stored.ts'
import type { Upload } from '../files/upload.ts'
import { materialsOf } from './completeness.ts'
import { notePilotChange } from './events.ts'
import { assertPartOpen } from './parts.ts'
import { findPilots, requirePilot } from './query.ts'
import { renewPilotRemarks } from './remarks.ts'
import { sightOf } from './sight.ts'

/** Uses of files that belong to a demonstration project. */
export const isOfPilot = (bizType: string): boolean => bizType.startsWith('DEMO_')

const PDF_ONLY: readonly FileRow['biz_type'][] = ['DEMO_APPLICATION_STAMPED', 'DEMO_COMMIT']
/** Most attachments of one project. */
const MOST = 100

/**
 * Refuses a file that a project cannot take now.
 * @throws HttpError 400, 404, 409 or 423
 */
export async function assertAttachable(
  trx: Trx,
  fileName: string,
  { bizType, bizId }: { bizType: FileRow['biz_type']; bizId: number },
  user: Caller,
  now: Date,
): Promise<void> {
  if (!isOfPilot(bizType) || !Number.isSafeInteger(bizId))
    throw badRequest('M-020', '用途：不是示范项目的附件', 'bizType')
  if (PDF_ONLY.includes(bizType) && !fileName.toLowerCase().endsWith('.pdf'))
    throw badRequest('M-020', `${labelIn('file_biz_type', bizType)}：请上传 PDF 文件`, 'file')
  const row = await requirePilot(trx, bizId, user, { now, lock: true })
  await assertPartOpen(trx, row, 'ATTACHMENTS', user, now)
  const files = (await materialsOf(trx, [row.id])).get(row.id)?.files ?? []
  if (files.length >= MOST) throw conflict('M-020', `附件至多 ${MOST} 个，请先删除不需要的`)
}

/**
 * Stores a file; one that names a project becomes its attachment.
 * @throws HttpError 400, 404, 409 or 423
 */
export async function attach(
  trx: Trx,
  { upload, bizType }: { upload: Upload; bizType: FileRow['biz_type'] },
  user: Caller,
  now: Date,
): Promise<FileRow> {
  const given = upload.fields['bizId']
  if (given === undefined) return storeUpload(trx, { upload, bizType }, user)
  const bizId = Number(given)
  await assertAttachable(trx, upload.fileName, { bizType, bizId }, user, now)
  const stored = await storeUpload(trx, { upload, bizType, bizId }, user)
  await renewPilotRemarks(trx, bizId, user)
  await notePilotChange(trx, bizId, user)
  return stored
}

/** The project of an attachment, if the caller may see its materials. */
export async function isAttachedToPilot(
  db: Db,
  file: Pick<FileRow, 'id' | 'biz_id' | 'biz_type'>,
  user: Caller,
  now: Date,
): Promise<boolean> {
  const ids = await projectsOf(db, file)
  const rows = ids.length > 0 ? await findPilots(db, ids, user, { now }) : []
  return rows.some((row) => sightOf(user, row, 'MATERIALS') === 'ALL')
}

/** Projects that hold a file: as an attachment, or as the picture of their brief. */
async function projectsOf(
  db: Db,
  { id, biz_id, biz_type }: Pick<FileRow, 'id' | 'biz_id' | 'biz_type'>,
): Promise<number[]> {
  if (!isOfPilot(biz_type)) return []
  if (biz_id !== null) return [biz_id]
  const { rows } = await sql<{ project_id: number }>`
    select project_id from demo_part where part = 'BRIEF' and (content->>'coverFileId')::bigint = ${id}`.execute(
    db,
  )
  return rows.map(({ project_id }) => project_id)
}

/**
 * Refuses to delete a file that a submitted project holds, or the picture of a brief.
 * @throws HttpError 409
 */
export async function assertDetachable(
  trx: Trx,
  file: Pick<FileRow, 'id' | 'biz_id' | 'biz_type'>,
  user: Caller,
  now: Date,
): Promise<void> {
  for (const id of await projectsOf(trx, file)) {
    if (file.biz_id === null) throw conflict('W-016', '文件已被示范项目引用，不能删除')
    const [row] = await findPilots(trx, [id], user, { now, lock: true })
    if (!row) throw conflict('W-016', '文件属于已删除的示范项目草稿，不能删除')
    await assertPartOpen(trx, row, 'ATTACHMENTS', user, now)
  }
}

/** Updates the remarks of the project that a deleted file was attached to. */
export async function renewAfterDetaching(
  trx: Trx,
  { biz_id, biz_type }: Pick<FileRow, 'biz_id' | 'biz_type'>,
  user: Caller,
): Promise<void> {
  if (biz_id === null || !isOfPilot(biz_type)) return
  await renewPilotRemarks(trx, biz_id, user)
  await notePilotChange(trx, biz_id, user)
}

type DownloadQuery = NonNullable<operations['downloadDemoFile']['parameters']['query']>

/** Names without the ones that occur twice: the later ones get a number. */
function distinctNames(files: readonly FileRow[]): string[] {
  const seen = new Map<string, number>()
  return files.map(({ file_name, biz_type }) => {
    const name = `${labelIn('file_biz_type', biz_type)}-${file_name}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : name.replace(/(\.[^.]*)?$/, `（${count}）$1`)
  })
}

/** Opens one attachment, or all of a project as an archive. @throws HttpError 400, 404 or 410 */
export async function downloadAttachments(
  db: Db,
  { fileId, projectId, bizType }: DownloadQuery,
  user: Caller,
  { now, files: store, request }: { now: Date; files: ObjectStore; request: Pick<FastifyRequest, 'headers'> },
): Promise<OpenedFile> {
  if (fileId === undefined && projectId === undefined) throw missing('projectId', '示范项目')
  if (fileId !== undefined) {
    const file = await db.selectFrom('file_info').selectAll().where('id', '=', fileId).executeTakeFirst()
    if (!file || !(await isAttachedToPilot(db, file, user, now))) throw notFound('文件')
    return storedAnswer(store, file, request)
  }
  const row = await requirePilot(db, projectId ?? 0, user, { now })
  const sees = sightOf(user, row, 'MATERIALS') === 'ALL'
  const all = sees ? ((await materialsOf(db, [row.id])).get(row.id)?.files ?? []) : []
  const files = all.filter((file) => bizType === undefined || file.biz_type === bizType)
  const [first] = files
  if (!first) throw notFound('附件')
  if (files.length === 1) return storedAnswer(store, first, request)
  const names = distinctNames(files)
  async function* parts() {
    for (const [index, file] of files.entries())
      yield { name: names[index] ?? file.file_name, content: await openStored(store, file) }
  }
  return {
    fileName: `${row.demo_code}-附件.zip`,
    contentType: 'application/zip',
    content: Readable.from(zipStream(await begun(parts()))),
  }
}

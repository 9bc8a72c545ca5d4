import { toError } from '../contract/read-body.ts'
import { defineHandlers, type HandlerInput } from '../contract/types.ts'
import type { RowChanges } from '../db/schema.ts'
import type { Transact } from '../db/transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { uploadFolder } from '../domain/files/stored.ts'
import type { Upload } from '../domain/files/upload.ts'
import { requireWindow } from '../domain/fill-time/closure.ts'
import { batchInfo, moveBatch, requireBatch, requireOwnBatch } from '../domain/import/batch.ts'
import type { BatchRow } from '../domain/import/batch-row.ts'
import { columnOf, SHOWN_AT } from '../domain/import/columns.ts'
import { correctRows } from '../domain/import/correct.ts'
import { errorFile } from '../domain/import/error-file.ts'
import { returnedMessage } from '../domain/import/may-write.ts'
import { type PackedRows, packRows } from '../domain/import/pack-rows.ts'
import { pagePlan } from '../domain/import/plan.ts'
import { questionGroups } from '../domain/import/question-groups.ts'
import { confirmReading, forgetReading, importReading } from '../domain/import/reading.ts'
import { receiveWorkbook } from '../domain/import/receive.ts'
import { receiveRows } from '../domain/import/receive-rows.ts'
import { pageImports } from '../domain/import/rows.ts'
import { isBeingRead } from '../domain/import/tally.ts'
import { projectTemplate } from '../domain/import/template.ts'
import { badRequest, conflict } from '../errors.ts'
import { inspectWorkbook, tableKind, XLSX } from '../workbook/index.ts'

const ENDED = ['DONE', 'FAILED', 'CANCELLED']

/** Returns the rows of a call, packed here unless the body thread has done it. @throws HttpError 400 */
function packedRows(given: Parameters<typeof packRows>[0], read: HandlerInput<'importProjects'>['rows']) {
  if (read && 'refusal' in read) throw toError(read.refusal)
  return read ?? packRows(given)
}

async function takeWorkbook(upload: Upload, user: Caller, change: Transact): Promise<BatchRow> {
  // Refuses at once what is no table. Reads a workbook's directory only; a thread reads the rows later.
  if ((await tableKind(upload.path, upload.fileName)) === 'workbook') await inspectWorkbook(upload.path)
  const batch = await change((trx) => receiveWorkbook(trx, upload, user))
  // Only now: a transaction that runs again needs the file.
  if (batch.storage_key !== upload.storageKey) await upload.discard()
  return batch
}

/** @throws HttpError 409 if the batch has no writable rows */
function assertWritable(batch: BatchRow, skipRepeat: boolean, acceptWarnings: boolean): void {
  if (batch.dry_run) throw conflict('W-025', '仅校验的批次不能写入')
  if (batch.state !== 'READY') throw conflict('W-025', '当前状态不允许写入')
  if (batch.mode === 'atomic' && batch.asked_rows > 0) throw conflict('W-025', '存在待确认的行，不能全部写入')
  if (batch.mode === 'atomic' && batch.error_rows > 0) throw conflict('W-025', '存在有错误的行，不能全部写入')
  const writable =
    batch.ok_rows + (acceptWarnings ? batch.warn_rows : 0) + (skipRepeat ? 0 : batch.repeat_rows)
  if (writable === 0) throw conflict('W-025', '没有可写入的行')
}

/** @throws HttpError 400 for a field that no import sets: a misspelt one would be kept without a word */
function assertImported(fields: readonly string[]): void {
  const unknown = fields.find((field) => field !== '*' && !columnOf(SHOWN_AT[field] ?? field))
  if (unknown === undefined) return
  const message = `字段“${unknown.slice(0, 30)}”不能导入`
  throw badRequest('F-024', message, [{ field: 'forceFields', message }])
}

/** Final counts of a batch whose reading was interrupted. */
const figuresOf = ({ parsed_rows, ok_rows, warn_rows, asked_rows, error_rows, repeat_rows }: BatchRow) => ({
  parsed_rows,
  ok_rows,
  warn_rows,
  asked_rows,
  error_rows,
  repeat_rows,
})

export const importHandlers = defineHandlers({
  async downloadProjectTemplate({ query }, { db }) {
    return {
      fileName: '新型储能项目导入模板.xlsx',
      contentType: XLSX,
      content: await projectTemplate(db, query.withSample ?? true),
    }
  },

  async importProjects({ upload, body, rows, user }, { db, change, imports, now }) {
    await requireWindow(db, 'PROJECT', user, now())
    const takeRows = (packed: PackedRows) => change((trx) => receiveRows(trx, body, packed, user))
    const batch = upload
      ? await takeWorkbook(upload, user, change)
      : await takeRows(packedRows(body.rows, rows))
    imports.wake()
    return batchInfo({ ...batch, org_name: user.orgName }, user)
  },

  async getImportBatch({ path, user }, { db }) {
    return batchInfo(await requireBatch(db, path.id, user), user)
  },

  async listImports({ query, user }, { db }) {
    return pageImports(db, query, user)
  },

  async listProvinceImports({ query, user }, { db }) {
    return pageImports(db, query, user)
  },

  async listImportQuestions({ path, user }, { db }) {
    return questionGroups(db, await requireOwnBatch(db, path.id, user))
  },

  async getImportPlan({ path, query, user }, { db }) {
    const batch = await requireOwnBatch(db, path.id, user)
    assertImported(query.forceFields ?? [])
    return pagePlan(db, batch, query, user)
  },

  async getImportReading({ path, user }, { db }) {
    return importReading(db, await requireOwnBatch(db, path.id, user))
  },

  async confirmImportReading({ path, body, user }, { db, change, imports }) {
    const batch = await requireOwnBatch(db, path.id, user)
    const next = await change((trx) => confirmReading(trx, batch, body))
    imports.wake()
    return batchInfo({ ...next, org_name: user.orgName }, user)
  },

  async deleteImportReading({ path, user }, { db, change }) {
    const batch = await requireOwnBatch(db, path.id, user)
    await change((trx) => forgetReading(trx, batch))
  },

  async correctImportRows({ path, body, user }, { db, change, now }) {
    const batch = await requireOwnBatch(db, path.id, user)
    return change((trx) => correctRows({ trx, now }, batch, body, user))
  },

  async commitImportBatch({ path, body, user }, { db, change, imports, now }) {
    await requireWindow(db, 'PROJECT', user, now())
    const batch = await requireOwnBatch(db, path.id, user)
    const {
      acceptWarnings = true,
      skipRepeat = true,
      forceFields = [],
      clearBlank = false,
      takeReturned = false,
    } = body
    // A repeated call finds the work in progress or done.
    if (batch.state === 'COMMITTING') return { ...batchInfo(batch, user), started: false }
    assertImported(forceFields)
    assertWritable(batch, skipRepeat, acceptWarnings)
    if (batch.mode === 'atomic' && !takeReturned) {
      const { counts } = await pagePlan(db, batch, { forceFields, clearBlank, size: 1 }, user)
      if (counts.returned > 0) throw conflict('W-025', returnedMessage(counts.returned))
    }
    const values: RowChanges<'import_batch'> = {
      state: 'COMMITTING',
      accept_warnings: acceptWarnings,
      skip_repeat: skipRepeat,
      force_fields: forceFields,
      clear_blank: clearBlank,
      take_returned: takeReturned,
      commit_cursor: 0,
      submit_cursor: 0,
    }
    const next = await change((trx) => moveBatch(trx, batch, values))
    imports.wake()
    return { ...batchInfo({ ...next, org_name: user.orgName }, user), started: true }
  },

  async cancelImportBatch({ path, user }, { db, change, now }) {
    const batch = await requireOwnBatch(db, path.id, user)
    if (batch.state === 'CANCELLED') return batchInfo(batch, user)
    if (ENDED.includes(batch.state)) throw conflict('W-025', '导入已结束，不能取消')
    const ended: RowChanges<'import_batch'> = { state: 'CANCELLED', finished_at: now().toISOString() }
    const values = isBeingRead(batch) ? { ...ended, ...figuresOf(batch) } : ended
    const next = await change((trx) => moveBatch(trx, batch, values))
    return batchInfo({ ...next, org_name: user.orgName }, user)
  },

  async downloadImportErrors({ path, user }, { db, config }) {
    const batch = await requireOwnBatch(db, path.id, user)
    return {
      fileName: `${batch.file_name.replace(/\.(?:xlsx|csv|tsv|txt)$/i, '')}-问题说明.xlsx`,
      contentType: XLSX,
      content: await errorFile(db, batch, uploadFolder(config)),
    }
  },
})

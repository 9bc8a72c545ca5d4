import { type ReadingMap, toReadingMap } from '@xinchu/validators/reading/table'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { badRequest, stillRunning, unprocessable } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { Upload } from '../files/upload.ts'
import { assertMap } from './assert-map.ts'
import type { BatchRow } from './batch-row.ts'
import { giveMap } from './kept-reading.ts'

interface Terms {
  mode: BatchRow['mode']
  dryRun: boolean
  submitAfterCommit: boolean
  sheet: string | null
  map: ReadingMap | null
  remember: boolean
}

const isMode = (text: string): text is BatchRow['mode'] => text === 'partial' || text === 'atomic'
const KEY = /^.{8,128}$/u

/** Reads a text field of a form. @throws HttpError 400 */
function flagIn(fields: Readonly<Record<string, string>>, name: string, caption: string): boolean {
  const { [name]: text = 'false' } = fields
  if (text !== 'true' && text !== 'false')
    throw badRequest('F-022', `${caption}：请填写 true 或 false`, [
      { field: name, message: '请填写 true 或 false' },
    ])
  return text === 'true'
}

const SHEET_LENGTH = 31

function sheetIn({ sheet }: Readonly<Record<string, string>>): string | null {
  if (sheet === undefined || sheet.length <= SHEET_LENGTH) return sheet || null
  throw badRequest('F-021', `工作表：不能超过${SHEET_LENGTH}个字符`, [
    { field: 'sheet', message: `不能超过${SHEET_LENGTH}个字符` },
  ])
}

const MAP_LENGTH = 50_000

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws HttpError 400 for a map that no file can be read by */
function mapIn({ map: text }: Readonly<Record<string, string>>): ReadingMap | null {
  if (text === undefined) return null
  if (text.length > MAP_LENGTH)
    throw badRequest('F-021', `对应关系：不能超过${MAP_LENGTH}个字符`, [
      { field: 'map', message: `不能超过${MAP_LENGTH}个字符` },
    ])
  const read = toReadingMap(parsed(text))
  if ('fault' in read) throw badRequest('F-022', `对应关系：${read.fault}`.slice(0, 500), 'map')
  assertMap(read.map)
  return read.map
}

function termsOf(fields: Readonly<Record<string, string>>): Terms & { clientKey: string | undefined } {
  const { mode = 'partial', clientKey } = fields
  if (!isMode(mode))
    throw badRequest('F-023', '入库方式：取值不正确', [{ field: 'mode', message: '取值不正确' }])
  if (clientKey !== undefined && !KEY.test(clientKey))
    throw badRequest('F-026', '客户端批次键：长度应为8至128个字符', [
      { field: 'clientKey', message: '长度应为8至128个字符' },
    ])
  return {
    mode,
    dryRun: flagIn(fields, 'dryRun', '仅校验'),
    submitAfterCommit: flagIn(fields, 'submitAfterCommit', '写入后提交'),
    sheet: sheetIn(fields),
    map: mapIn(fields),
    remember: flagIn(fields, 'remember', '以后照此读取'),
    clientKey,
  }
}

const isDay = sql<boolean>`create_time > now() - interval '24 hours'`

/** Finds the office's batch with the same key of the last day. */
export async function batchOfKey(trx: Trx, orgId: number, key: string): Promise<BatchRow | undefined> {
  // The key of an older batch may be reused.
  await sql`update import_batch set client_key = null where org_id = ${orgId} and client_key = ${key} and not ${isDay}`.execute(
    trx,
  )
  return trx
    .selectFrom('import_batch')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('client_key', '=', key)
    .executeTakeFirst()
}

/** The columns that say whose batch it is. */
export const ownerOf = (user: Caller) => ({
  org_id: user.orgId,
  user_id: user.id,
  province_code: user.provinceCode ?? null,
  create_by: user.username,
})

/**
 * Creates a batch from an uploaded workbook, or returns the one of the same key; the caller then discards the upload. Without a
 * key the same workbook is compared anew: the projects may have changed since.
 * @throws HttpError 400, 409, 422
 */
export async function receiveWorkbook(trx: Trx, upload: Upload, user: Caller): Promise<BatchRow> {
  const { clientKey, ...terms } = termsOf(upload.fields)
  const ofKey = clientKey && (await batchOfKey(trx, user.orgId, clientKey))
  if (ofKey) {
    if (ofKey.sha256 !== upload.sha256)
      throw unprocessable('W-022', '同一客户端批次键不能用于不同的文件', 'clientKey')
    return ofKey
  }
  const made = await trx
    .insertInto('import_batch')
    .values({
      ...ownerOf(user),
      file_name: upload.fileName,
      sha256: upload.sha256,
      client_key: clientKey ?? null,
      storage_key: upload.storageKey,
      mode: terms.mode,
      dry_run: terms.dryRun,
      submit_after_commit: terms.submitAfterCommit,
      sheet: terms.sheet,
    })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (made) {
    if (terms.map || terms.remember) await giveMap(trx, made.id, terms)
    return made
  }
  // A concurrent call with the same key came first.
  const first = clientKey && (await batchOfKey(trx, user.orgId, clientKey))
  if (!first) throw stillRunning(1)
  return first
}

import { SectionStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { codes, creditCode, type Fault, messages, wordsOf } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict, forbidden, notFound, refusedFields, staleVersion } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { safeHtml } from '../messages/safe-html.ts'
import { assertCurrent } from '../regions/former.ts'
import { columns, isEditor, type SectionRow, sectionInfo } from './query.ts'
import { type SearchedTexts, sectionVector } from './search.ts'

type Schemas = components['schemas']
type Draft = Schemas['SectionDraft']

// Fields required for publication.
const REQUIRED: Readonly<Record<string, readonly (readonly [field: keyof Draft, caption: string])[]>> = {
  policy: [['issueOrg', '发文单位']],
  industry: [
    ['companyName', '企业名称'],
    ['year', '年度'],
  ],
  platform: [
    ['platformName', '平台名称'],
    ['hostOrg', '依托单位'],
    ['year', '年度'],
  ],
}

const refuse = (caption: string, field: string, message: string) =>
  badRequest('W-017', `${caption}：${message}`, [{ field, message }])

const refuseBy = (caption: string, field: string, fault: Fault) =>
  badRequest(fault.code, `${caption}：${wordsOf(fault)}`, [{ field, message: wordsOf(fault) }])

const CHAIN = 50

/** The entry that is revised must be of the same category, and no chain may lead back. @throws HttpError 400 */
async function assertRelated(db: Db, draft: Draft & { id?: number }): Promise<void> {
  if (draft.supersedesId === undefined) return
  const { rows } = await sql<{ id: number; category: string }>`
    with recursive chain as (
      select id, supersedes_id, category, 1 as length from section_info where id = ${draft.supersedesId}
      union all
      select s.id, s.supersedes_id, s.category, c.length + 1 from chain c join section_info s on s.id = c.supersedes_id
      where c.length < ${CHAIN})
    select id, category from chain`.execute(db)
  const isKnown = rows[0]?.category === draft.category
  if (!isKnown || rows.some(({ id }) => id === draft.id))
    throw refuse('所修订或替代的政策', 'supersedesId', '须为本栏目的其他内容')
}

/** @throws HttpError 400 or 403 */
async function assertSound(db: Db, draft: Draft, user: Caller, kept: readonly number[]): Promise<void> {
  if (!isEditor(user, draft.category ?? '')) throw forbidden('W-017', '只能管理本栏目的内容')
  if (draft.sourceUrl && !/^https?:\/\/\S+$/.test(draft.sourceUrl))
    throw refuse('来源地址', 'sourceUrl', '须以http://或https://开头')
  const fault = draft.creditCode ? creditCode(draft.creditCode) : null
  if (fault) throw refuseBy('统一社会信用代码', 'creditCode', fault)
  const fresh = (draft.attachmentIds ?? []).filter((id) => !kept.includes(id))
  const { rows } = await sql<{ places: number; files: number }>`
    select (select count(*) from region where code = ${draft.regionCode ?? ''}) as places,
      (select count(*) from file_info where id = any(${fresh}::bigint[]) and org_id = ${user.orgId}) as files`.execute(
    db,
  )
  await assertRelated(db, draft)
  if (draft.onlineFrom && draft.onlineUntil && draft.onlineUntil < draft.onlineFrom)
    throw refuse('下线日期', 'onlineUntil', '不能早于上线日期')
  if (draft.regionCode && rows[0]?.places === 0) throw refuse('行政区划', 'regionCode', '取值不存在')
  await assertCurrent(db, draft.regionCode)
  if ((rows[0]?.files ?? 0) < new Set(fresh).size)
    throw refuseBy('附件', 'attachmentIds', { code: codes.file })
}

/** @throws HttpError 400 naming the fields missing for publication */
function assertComplete(draft: Draft): void {
  const missing = (REQUIRED[draft.category ?? ''] ?? []).filter(([field]) => !draft[field])
  const [first] = missing
  if (first)
    throw refusedFields(
      `${first[1]}：${messages.nonEmpty}`,
      missing.map(([field]) => ({ field, code: codes.nonEmpty, message: messages.nonEmpty })),
    )
}

const EMPTY: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['attachmentIds', []],
  ['researchFields', []],
  ['pinned', false],
])

/** Converts a draft to a row with every column, so that omitted fields are cleared. */
function rowOf(draft: Draft): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(draft))
  if (draft.content !== undefined) values.set('content', safeHtml(draft.content))
  const row: SearchedTexts = Object.fromEntries(
    columns.map(([field, column]) => [column, values.get(field) ?? EMPTY.get(field) ?? null]),
  )
  return { ...row, search: sectionVector(row) }
}

const assignments = (row: Readonly<Record<string, unknown>>) =>
  sql.join(Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))

/** Stores a new entry as a draft. @throws HttpError 400, 403 */
export async function createSection(trx: Trx, draft: Draft, user: Caller): Promise<Schemas['SectionInfo']> {
  await assertSound(trx, draft, user, [])
  const row = { ...rowOf(draft), create_by: user.username, update_by: user.username }
  const { rows } = await sql<SectionRow>`
    insert into section_info (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))}) returning *`.execute(trx)
  const [made] = rows
  if (!made) throw new Error('the insert returned nothing')
  return sectionInfo(made)
}

async function lockSections(trx: Trx, ids: readonly number[], user: Caller): Promise<SectionRow[]> {
  const { rows } = await sql<SectionRow>`
    select * from section_info where id = any(${[...ids]}::bigint[]) order by id for update`.execute(trx)
  const own = rows.filter(({ category }) => isEditor(user, category))
  if (own.length < new Set(ids).size) throw notFound('栏目内容')
  return own
}

/** Replaces an entry, and publishes it, by default with today's date, or withdraws it if a status is given. @throws HttpError 400, 403, 404, 409 */
export async function updateSection(
  trx: Trx,
  draft: Schemas['SectionUpdate'],
  user: Caller,
  now: Date,
): Promise<Schemas['SectionInfo']> {
  const [stored] = await lockSections(trx, [draft.id], user)
  if (!stored || stored.version !== draft.version) throw staleVersion()
  await assertSound(trx, draft, user, stored.attachment_ids)
  if (stored.category !== draft.category) throw badRequest('W-017', '栏目不能更改', 'category')
  const status = draft.status ?? stored.status
  if (status === SectionStatus.draft && stored.status !== SectionStatus.draft)
    throw conflict('W-017', '已发布过的内容不能退回草稿')
  if (status !== SectionStatus.published && status !== stored.status && stored.status === SectionStatus.draft)
    throw conflict('W-017', '草稿尚未发布，不能下线')
  if (status === SectionStatus.published) assertComplete(draft)
  const dated = status === SectionStatus.published ? { publishDate: day(now), ...draft } : draft
  const row = { ...rowOf(dated), status, update_by: user.username }
  const { rows } = await sql<SectionRow>`
    update section_info set ${assignments(row)}, version = version + 1, update_time = now()
    where id = ${stored.id} returning *`.execute(trx)
  return sectionInfo(rows[0] ?? stored)
}

/** Deletes drafts, all or none. @throws HttpError 404, 409 */
export async function deleteSections(trx: Trx, ids: readonly number[], user: Caller): Promise<void> {
  const rows = await lockSections(trx, ids, user)
  if (rows.some(({ status }) => status !== SectionStatus.draft)) throw conflict('W-017', '只能删除草稿')
  await sql`delete from section_info where id = any(${[...ids]}::bigint[])`.execute(trx)
}

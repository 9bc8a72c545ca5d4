import { SectionStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { hasRole } from '@xinchu/contract/rights'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all, containing, orderBy, pageOf } from '../../db/sql.ts'
import { type Caller, codeOf } from '../caller.ts'
import { columnsOf, type FieldColumns, fromColumns } from '../columns.ts'
import { type FileRow, inOrder } from '../files/info.ts'
import { reply } from '../reply.ts'
import { searchQuery } from '../text-search/query.ts'
import { sectionHits } from './search.ts'

type Schemas = components['schemas']
type SectionQuery = operations['querySections']['parameters']['query']

type Fields = Schemas['SectionFields']
export type SectionRow = Row<'section_info'>
type Link = Schemas['SectionLink']

/** Parts of an entry that are stored elsewhere. */
interface Enclosed {
  attachments?: Schemas['FileInfo'][]
  supersedes?: Link | undefined
  supersededBy?: Link | undefined
  hits?: Schemas['SectionHits'] | undefined
}

/** Fields of the contract with their columns. */
export const columns: FieldColumns = columnsOf(fields.SectionFields)

const EDITORS: Readonly<Record<string, readonly number[]>> = {
  policy: [18],
  platform: [19],
  industry: [20],
}
const SORTABLE = {
  id: 's.id',
  title: 's.title',
  publishDate: 's.publish_date',
  createTime: 's.create_time',
  updateTime: 's.update_time',
  year: 's.year',
}

/** Whether the caller manages a category: its editors, the nation and administrators. */
export function isEditor(user: Caller, category: string): boolean {
  const code = codeOf(user)
  return code === 'NAT' || code === 'ADM' || hasRole(user, EDITORS[category] ?? [])
}

/** SQL condition: entry `s` is shown to readers today. */
export const isLive: RawBuilder<boolean> = sql<boolean>`(s.status = ${SectionStatus.published}
  and coalesce(s.online_from <= current_date, true) and coalesce(s.online_until >= current_date, true))`

/** Converts an entry to the contract's shape. */
export function sectionInfo(
  row: Omit<SectionRow, 'content'> & { content: string | null; live?: boolean },
  { attachments = [], ...enclosed }: Enclosed = {},
): Schemas['SectionInfo'] {
  return reply({
    ...fromColumns<Fields & Required<Pick<Fields, 'category' | 'title'>>>(row, columns),
    id: row.id,
    status: row.status,
    version: row.version,
    viewCount: row.view_count,
    attachments,
    ...enclosed,
    live: row.live,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
  })
}

/** Loads the files of these entries in one query. */
async function filesOf(db: Db, rows: readonly SectionRow[]): Promise<FileRow[]> {
  const ids = rows.flatMap(({ attachment_ids }) => attachment_ids)
  return ids.length > 0 ? db.selectFrom('file_info').selectAll().where('id', 'in', ids).execute() : []
}

/** Conditions on entries (`s`) of a query, without those on the caller. */
function conditionsOf(query: SectionQuery): RawBuilder<boolean>[] {
  const { category, keyword, issueOrg, year } = query
  const equal = {
    's.id': query.id,
    's.status': query.status,
    's.region_code': query.regionCode,
    's.policy_level': query.policyLevel,
    's.policy_type': query.policyType,
    's.validity': query.validity,
    's.chain_link': query.chainLink,
    's.tech_type': query.techType,
    's.platform_level': query.platformLevel,
  }
  const parts = [sql<boolean>`s.category = ${category}`]
  for (const [column, value] of Object.entries(equal))
    if (value !== undefined) parts.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  if (issueOrg) parts.push(sql<boolean>`s.issue_org ilike ${containing(issueOrg)}`)
  if (year) parts.push(sql<boolean>`coalesce(s.year, extract(year from s.publish_date)::integer) = ${year}`)
  // Text without a searchable character matches nothing.
  if (keyword) parts.push(sql<boolean>`s.search @@ ${searchQuery(keyword) ?? ''}::tsquery`)
  return parts
}

const linkOf = (row: SectionRow | undefined): Link | undefined =>
  row && reply<Link>({ id: row.id, title: row.title, docNo: row.doc_no })

/** The visible entries that one entry revises or is revised by. */
async function relatedTo(db: Db, entry: SectionRow, isEditing: boolean) {
  const { rows } = await sql<SectionRow>`
    select s.* from section_info s
    where (s.id = ${entry.supersedes_id}::bigint or s.supersedes_id = ${entry.id}) ${isEditing ? sql`` : sql`and ${isLive}`}
    order by s.publish_date desc nulls last, s.id desc`.execute(db)
  return {
    supersedes: linkOf(rows.find(({ id }) => id === entry.supersedes_id)),
    supersededBy: linkOf(rows.find(({ supersedes_id }) => supersedes_id === entry.id)),
  }
}

/** Returns entries of a category: those shown today, and all for its editors. Opening one by id counts a read. */
export async function pageSections(
  db: Db,
  query: SectionQuery,
  user: Caller,
): Promise<Schemas['SectionPage']> {
  const { category, keyword, id } = query
  const isEditing = isEditor(user, category)
  const where = all([...conditionsOf(query), ...(isEditing ? [] : [isLive])])
  if (id !== undefined)
    await sql`update section_info s set view_count = view_count + 1 where ${where} and ${isLive}`.execute(db)
  const best = keyword ? sql`ts_rank(s.search, ${searchQuery(keyword) ?? ''}::tsquery) desc,` : sql``
  const last = sql`${best} s.status = ${SectionStatus.draft} desc, s.pinned desc, s.publish_date desc nulls last, s.id desc`
  const order = orderBy(SORTABLE, query.sort, last)
  const { rows } = await sql<SectionRow & { live: boolean }>`
    select s.*, ${isLive} as live from section_info s ${pageOf(where, query, { id: 's.id', order })}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*) as total from section_info s where ${where}`.execute(db)
  const files = await filesOf(db, rows)
  const [first] = rows
  const related = id !== undefined && first ? await relatedTo(db, first, isEditing) : {}
  const content = rows.map((row) =>
    // Lists omit the full text.
    sectionInfo(id === undefined ? { ...row, content: null } : row, {
      attachments: inOrder(files, row.attachment_ids),
      ...related,
      hits: keyword ? sectionHits(row, keyword) : undefined,
    }),
  )
  return { content, totalElements: counted.rows[0]?.total ?? 0 }
}

/** Whether a file is attached to an entry that the caller may read. */
export async function isAttached(db: Db, fileId: number, user: Caller): Promise<boolean> {
  const { rows } = await sql<{ category: string; live: boolean }>`
    select s.category, ${isLive} as live from section_info s where ${fileId} = any(s.attachment_ids)`.execute(
    db,
  )
  return rows.some(({ category, live }) => live || isEditor(user, category))
}

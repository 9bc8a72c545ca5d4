import { SectionStatus } from '@xinchu/sdk/codes'
import { fields } from '@xinchu/sdk/fields'
import { hasRole } from '@xinchu/sdk/rights'
import type { components, operations } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all, containing, orderBy } from '../../db/sql.ts'
import { type Caller, codeOf } from '../caller.ts'
import { columnsOf, type FieldColumns, fromColumns } from '../columns.ts'
import { type FileRow, inOrder } from '../files/info.ts'
import { reply } from '../reply.ts'

type Schemas = components['schemas']
type SectionQuery = operations['querySections']['parameters']['query']

type Fields = Schemas['SectionFields']
export type SectionRow = Row<'section_info'>

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

/** Converts an entry to the contract's shape. */
export function sectionInfo(
  row: Omit<SectionRow, 'content'> & { content: string | null },
  attachments: Schemas['FileInfo'][] = [],
): Schemas['SectionInfo'] {
  return reply({
    ...fromColumns<Fields & Required<Pick<Fields, 'category' | 'title'>>>(row, columns),
    id: row.id,
    status: row.status,
    version: row.version,
    viewCount: row.view_count,
    attachments,
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

/** Returns entries of a category: published ones, and all for its editors. Opening one by id counts a read. */
export async function pageSections(
  db: Db,
  query: SectionQuery,
  user: Caller,
): Promise<Schemas['SectionPage']> {
  const { page = 0, size = 10, category, keyword, status, regionCode, id } = query
  const parts = [sql<boolean>`s.category = ${category}`]
  if (!isEditor(user, category)) parts.push(sql<boolean>`s.status = ${SectionStatus.published}`)
  if (status) parts.push(sql<boolean>`s.status = ${status}`)
  if (id !== undefined) parts.push(sql<boolean>`s.id = ${id}`)
  if (regionCode) parts.push(sql<boolean>`s.region_code = ${regionCode}`)
  if (keyword) {
    const pattern = containing(keyword)
    parts.push(sql<boolean>`concat_ws(' ', s.title, s.summary, s.doc_no, s.company_name, s.platform_name, s.host_org)
      ilike ${pattern}`)
  }
  if (id !== undefined)
    await sql`update section_info s set view_count = view_count + 1
      where ${all(parts)} and s.status = ${SectionStatus.published}`.execute(db)
  const { rows } = await sql<SectionRow>`
    select s.* from section_info s where ${all(parts)}
    order by ${orderBy(SORTABLE, query.sort, sql`s.publish_date desc nulls last, s.id desc`)}
    limit ${size} offset ${page * size}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from section_info s where ${all(parts)}`.execute(db)
  const files = await filesOf(db, rows)
  const content = rows.map((row) => {
    const own = inOrder(files, row.attachment_ids)
    // Lists omit the full text.
    return sectionInfo(id === undefined ? { ...row, content: null } : row, own)
  })
  return { content, totalElements: counted.rows[0]?.total ?? 0 }
}

/** Whether a file is attached to an entry that the caller may read. */
export async function isAttached(db: Db, fileId: number, user: Caller): Promise<boolean> {
  const { rows } = await sql<{ category: string; status: string }>`
    select category, status from section_info where ${fileId} = any(attachment_ids)`.execute(db)
  return rows.some(({ category, status }) => status === SectionStatus.published || isEditor(user, category))
}

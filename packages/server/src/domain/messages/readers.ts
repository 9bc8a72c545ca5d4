import type { Readable } from 'node:stream'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all, containing, orderBy } from '../../db/sql.ts'
import { workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { listLine } from '../list-line.ts'
import { maskPhone } from '../masking.ts'
import { reply } from '../reply.ts'
import { loadRowLabels, rowCells, rowColumns } from '../row-columns.ts'
import { isReadBy, readTimeBy, recipient, users } from './addressed.ts'
import { requireMessage } from './rights.ts'

type Schemas = components['schemas']
type ReadersQuery = operations['listMessageReaders']['parameters']['query']
type Filter = operations['exportMessageReaders']['parameters']['query']

interface ReaderRow {
  user_id: number
  real_name: string | null
  username: string
  org_name: string | null
  dept_id: Row<'org'>['dept_id'] | null
  region_name: string | null
  phone: string | null
  read_time: string | null
  receipt: boolean | null
  receipt_time: string | null
}

const READERS_SORTABLE = {
  id: 'u.id',
  realName: 'u.real_name',
  orgName: 'o.org_name',
  readTime: 'read_time',
}
/** Offices or provinces in a summary. */
const GROUPS = 2_000
const EXPORT_ROWS = 5_000

const readBy = readTimeBy(sql`u.id`)

/** Recipients (`u`, `o`, `r`) of a message (`m`) under a filter, with their own row of reading (`x`). */
function recipientsOf({ id, read, receipt, keyword, provinceCode }: Filter): RawBuilder<unknown> {
  const parts = [sql<boolean>`m.id = ${id}`, recipient]
  if (read !== undefined) parts.push(sql<boolean>`${isReadBy(sql`u.id`)} = ${read}`)
  if (receipt !== undefined) parts.push(sql<boolean>`coalesce(x.receipt, false) = ${receipt}`)
  if (provinceCode) parts.push(sql<boolean>`r.province_code = ${provinceCode}`)
  if (keyword) {
    const pattern = containing(keyword)
    parts.push(sql<boolean>`(o.org_name like ${pattern} or u.real_name like ${pattern})`)
  }
  return sql`from message_push m cross join ${users}
    left join message_read x on x.message_id = m.id and x.user_id = u.id where ${all(parts)}`
}

const columns = sql`u.id as user_id, u.real_name, u.username, o.org_name, o.dept_id, r.name as region_name, u.phone,
  ${readBy} as read_time, x.receipt, x.receipt_time`

const info = (row: ReaderRow): Schemas['ReadItem'] =>
  reply<Schemas['ReadItem']>({
    userId: row.user_id,
    realName: row.real_name ?? row.username,
    orgName: row.org_name,
    deptId: row.dept_id,
    regionName: row.region_name,
    phone: row.phone ? maskPhone(row.phone) : null,
    read: row.read_time !== null,
    readTime: row.read_time,
    receipt: row.receipt ?? false,
    receiptTime: row.receipt_time,
  })

/** Counts recipients, readers and confirmations by office or province, those with the most recipients first. */
async function groupsOf(db: Db, query: ReadersQuery): Promise<Schemas['ReadGroup'][]> {
  const { read: _read, receipt: _receipt, ...filter } = query
  const isOrg = query.by === 'org'
  const key = isOrg ? sql`o.id::text` : sql`r.province_code`
  const name = isOrg ? sql`o.org_name` : sql`(select p.name from region p where p.code = r.province_code)`
  const { rows } = await sql<{
    key: string | null
    name: string | null
    recipients: number
    read: number
    receipts: number
  }>`
    select g.key, max(g.name) as name, count(*) as recipients, count(g.read_time) as read,
      count(*) filter (where g.receipt) as receipts
    from (select ${key} as key, ${name} as name, ${readBy} as read_time, x.receipt ${recipientsOf(filter)}) g
    group by g.key order by recipients desc, g.key limit ${GROUPS}`.execute(db)
  return rows.map((row) => reply<Schemas['ReadGroup']>({ ...row, name: row.name ?? '全国' }))
}

async function countOf(db: Db, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${recipientsOf(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Returns a message's recipients with their reading time. */
export async function pageReaders(
  db: Db,
  query: ReadersQuery,
  user: Caller,
): Promise<Schemas['ReadItemPage']> {
  await requireMessage(db, query.id, user)
  const { page = 0, size = 10, sort } = query
  const from = recipientsOf(query)
  const { rows } = await sql<ReaderRow>`
    select ${columns} ${from} order by ${orderBy(READERS_SORTABLE, sort, sql`u.id`)}
    limit ${size} offset ${page * size}`.execute(db)
  const groups = query.by ? { groups: await groupsOf(db, query) } : {}
  return { content: rows.map(info), totalElements: await countOf(db, query), ...groups }
}

const sheet = rowColumns('ReadItem')

async function* rowsOf(db: Db, filter: Filter): AsyncGenerator<unknown[]> {
  const labels = await loadRowLabels(db)
  for (let last = 0; ; ) {
    const { rows } = await sql<ReaderRow>`
      select ${columns} ${recipientsOf(filter)} and u.id > ${last} order by u.id limit ${EXPORT_ROWS}`.execute(
      db,
    )
    for (const row of rows.map(info)) yield rowCells(sheet, row, labels)
    if (rows.length < EXPORT_ROWS) return
    last = rows.at(-1)?.user_id ?? last
  }
}

/** Streams a message's recipients as a workbook. @throws HttpError 403, 404 */
export async function exportReaders(db: Db, filter: Filter, user: Caller, now: Date): Promise<Readable> {
  await requireMessage(db, filter.id, user)
  const lead = [listLine('阅读情况', await countOf(db, filter), now, '人')]
  return workbookStream({ name: '阅读情况', lead, columns: sheet, rows: rowsOf(db, filter) })
}

import { MessageStatus, MessageTarget } from '@xinchu/sdk/codes'
import type { components, operations } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { containing, orderBy } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import { inOrder } from '../files/info.ts'
import { maskPhone } from '../masking.ts'
import { reply } from '../reply.ts'
import { addressedTo, isReachable, recipient, users } from './addressed.ts'
import { requireMessage, sentByOffice } from './rights.ts'
import { isDone, recipientColumns } from './task.ts'

type Schemas = components['schemas']
type MessageQuery = NonNullable<operations['queryMessages']['parameters']['query']>
type CountryQuery = NonNullable<operations['listCountryMessages']['parameters']['query']>
type ReadersQuery = operations['listMessageReaders']['parameters']['query']

export type MessageRow = Row<'message_push'>
type ListedRow = MessageRow & {
  read_time?: string | null
  recipients?: number
  readers?: number
  /** Columns of a recipient's list. */
  done?: boolean | null
  done_time?: string | null
  own_content?: string | null
  opens_form?: boolean | null
}

/** Parts of a message that are stored elsewhere. */
interface Enclosed {
  attachments?: Schemas['FileInfo'][]
  targetOrgs?: Schemas['MessageOffice'][] | undefined
}

const FORM = '/esproject/declare/form'

/** Converts a message to the contract's shape. */
export function messageInfo(
  row: ListedRow,
  { attachments = [], targetOrgs }: Enclosed = {},
): Schemas['MessagePush'] {
  return reply({
    id: row.id,
    title: row.title,
    content: row.own_content ?? row.content,
    messageType: row.message_type,
    level: row.level,
    targetType: row.target_type,
    targetDeptIds: row.target_dept_ids,
    targetRegionCodes: row.target_region_codes,
    targetOrgIds: row.target_org_ids,
    targetUserIds: row.target_user_ids,
    attachmentIds: row.attachment_ids,
    attachments,
    targetOrgs,
    publishTime: row.publish_time,
    expireTime: row.expire_time,
    needReceipt: row.need_receipt,
    status: row.status,
    read: row.read_time === undefined ? undefined : row.read_time !== null,
    readTime: row.read_time,
    recipientCount: row.recipients,
    readCount: row.readers,
    bizType: row.biz_type,
    bizId: row.biz_id,
    link: row.opens_form && !row.done ? `${FORM}?id=${row.biz_id}` : row.link,
    done: row.done,
    doneTime: row.done_time,
    createBy: row.create_by,
    createTime: row.create_time,
    updateTime: row.update_time,
  })
}

interface Page {
  page?: number
  size?: number
  sort?: string[]
}

const SORTABLE = { id: 'm.id', title: 'm.title', publishTime: 'm.publish_time' }

async function pageOf(
  db: Db,
  more: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
  { page = 0, size = 10, sort }: Page,
): Promise<Schemas['MessagePage']> {
  const { rows } = await sql<ListedRow>`
    select m.*${more} from message_push m where ${where} order by ${orderBy(SORTABLE, sort, sql`m.publish_time desc, m.id desc`)}
    limit ${size} offset ${page * size}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*) as total from message_push m where ${where}`.execute(db)
  const ids = rows.flatMap(({ attachment_ids }) => attachment_ids)
  const files =
    ids.length > 0 ? await db.selectFrom('file_info').selectAll().where('id', 'in', ids).execute() : []
  const isSent = rows.some(({ recipients }) => recipients !== undefined)
  const offices = isSent ? await officesOf(db, rows) : undefined
  const content = rows.map((row) =>
    messageInfo(row, {
      attachments: inOrder(files, row.attachment_ids),
      targetOrgs: offices?.get(row.id),
    }),
  )
  return { content, totalElements: counted.rows[0]?.total ?? 0 }
}

/** Offices that messages address individually, with the number of people whom each message can reach. */
async function officesOf(
  db: Db,
  messages: readonly ListedRow[],
): Promise<Map<number, Schemas['MessageOffice'][]>> {
  const ids = messages.filter((row) => row.target_type === MessageTarget.offices).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; org_id: number; org_name: string; recipients: number }>`
    select m.id, o.id as org_id, o.org_name, (select count(*) from app_user u
      where u.org_id = o.id and ${isReachable}) as recipients
    from message_push m cross join unnest(m.target_org_ids) with ordinality as t (org_id, place)
    join org o on o.id = t.org_id where m.id = any(${ids}::bigint[]) order by m.id, t.place`.execute(db)
  return new Map(
    ids.map((id) => [
      id,
      rows
        .filter((row) => row.id === id)
        .map(({ org_id, org_name, recipients }) => ({
          orgId: org_id,
          orgName: org_name,
          recipientCount: recipients,
        })),
    ]),
  )
}

/** Counts a message's recipients and readers. */
const counts = sql`,
  (select count(*) from ${users} where ${recipient}) as recipients,
  (select count(*) from message_read x where x.message_id = m.id) as readers`

function readTimeOf(user: Caller) {
  return sql`(select x.read_time from message_read x where x.message_id = m.id and x.user_id = ${user.id})`
}

/** Returns the caller's messages: received, or sent by the caller's office. */
export async function pageMessages(
  db: Db,
  query: MessageQuery,
  user: Caller,
): Promise<Schemas['MessagePage']> {
  const isSent = query.box === 'sent'
  const parts = [isSent ? sentByOffice(user) : addressedTo(user)]
  if (query.id !== undefined) parts.push(sql<boolean>`m.id = ${query.id}`)
  if (query.messageType) parts.push(sql<boolean>`m.message_type = ${query.messageType}`)
  if (query.keyword) parts.push(sql<boolean>`m.title like ${containing(query.keyword)}`)
  if (!isSent && query.read !== undefined)
    parts.push(sql<boolean>`(${readTimeOf(user)} is not null) = ${query.read}`)
  if (!isSent && query.done !== undefined) parts.push(sql<boolean>`${isDone(user)} = ${query.done}`)
  return pageOf(
    db,
    isSent ? counts : sql`, ${readTimeOf(user)} as read_time${recipientColumns(user)}`,
    sql.join(parts, sql` and `),
    query,
  )
}

/** Returns all messages sent to a place, for national overseers. */
export async function pageCountryMessages(
  db: Db,
  query: CountryQuery,
  user: Caller,
): Promise<Schemas['MessagePage']> {
  const places = [query.countyCode ?? query.cityCode ?? query.provinceCode].filter(
    (code) => code !== undefined,
  )
  const parts = [sql<boolean>`(m.status <> ${MessageStatus.draft} or ${sentByOffice(user)})`]
  if (places.length > 0)
    parts.push(
      sql<boolean>`(m.target_type = ${MessageTarget.all} or m.target_region_codes && ${places}::text[])`,
    )
  if (query.messageType) parts.push(sql<boolean>`m.message_type = ${query.messageType}`)
  if (query.status) parts.push(sql<boolean>`m.status = ${query.status}`)
  return pageOf(db, counts, sql.join(parts, sql` and `), query)
}

export async function unreadCount(db: Db, user: Caller): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from message_push m
    where ${addressedTo(user)} and ${readTimeOf(user)} is null`.execute(db)
  return rows[0]?.count ?? 0
}

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
}

const READERS_SORTABLE = {
  id: 'u.id',
  realName: 'u.real_name',
  orgName: 'o.org_name',
  readTime: 'x.read_time',
}

/** Returns a message's recipients with their reading time. */
export async function pageReaders(
  db: Db,
  query: ReadersQuery,
  user: Caller,
): Promise<Schemas['ReadItemPage']> {
  const { id } = await requireMessage(db, query.id, user)
  const { page = 0, size = 10, sort, read } = query
  const from = sql`from message_push m cross join ${users}
    left join message_read x on x.message_id = m.id and x.user_id = u.id
    where m.id = ${id} and ${recipient} ${read === undefined ? sql`` : sql`and (x.user_id is not null) = ${read}`}`
  const { rows } = await sql<ReaderRow>`
    select u.id as user_id, u.real_name, u.username, o.org_name, o.dept_id, r.name as region_name, u.phone,
      x.read_time, x.receipt ${from} order by ${orderBy(READERS_SORTABLE, sort, sql`u.id`)} limit ${size} offset ${page * size}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db)
  const content = rows.map((row) =>
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
    }),
  )
  return { content, totalElements: counted.rows[0]?.total ?? 0 }
}

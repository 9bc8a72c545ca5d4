import { MessageStatus, MessageTarget } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all, containing, orderBy, type PageQuery, pageOf } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import { inOrder } from '../files/info.ts'
import { grantsOf } from '../links/grants.ts'
import { isLast, isReadByCaller, listedFor, readTimeOf } from '../messages/addressed.ts'
import { countsOf, officesOf } from '../messages/counts.ts'
import { type ListedRow, messageInfo } from '../messages/info.ts'
import { sentByOffice } from '../messages/rights.ts'
import { isDone, recipientColumns } from './task.ts'

type Schemas = components['schemas']
type MessageQuery = NonNullable<operations['queryMessages']['parameters']['query']>
type CountryQuery = NonNullable<operations['listCountryMessages']['parameters']['query']>

interface List extends PageQuery {
  where: RawBuilder<boolean>
  /** The recipient whose inbox this is; undefined for lists of senders. */
  recipient?: Caller
  sort?: string[] | undefined
}

const SORTABLE = { id: 'm.id', title: 'm.title', publishTime: 'm.publish_time' }

const ofRecipient = (user: Caller) => sql`, ${isReadByCaller(user)} as read, ${readTimeOf(user)} as read_time,
  exists (select 1 from message_read x where x.message_id = m.id and x.user_id = ${user.id} and x.receipt) as receipt
  ${recipientColumns(user)}`

const ofSender = sql`, m.status = ${MessageStatus.published} and m.publish_time > now() as scheduled`

async function pageSuch(db: Db, { where, recipient, sort, ...page }: List): Promise<Schemas['MessagePage']> {
  const order = orderBy(SORTABLE, sort, sql`m.publish_time desc, m.id desc`)
  const { rows } = await sql<ListedRow>`
    select m.*, (select sender.org_name from org sender where sender.id = m.sender_org_id) as sender_name
      ${recipient ? ofRecipient(recipient) : ofSender}
    from message_push m ${pageOf(where, page, { id: 'm.id', order })}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from message_push m where ${where}`.execute(db)
  const fileIds = rows.flatMap(({ attachment_ids }) => attachment_ids)
  const files =
    fileIds.length > 0
      ? await db.selectFrom('file_info').selectAll().where('id', 'in', fileIds).execute()
      : []
  const listed = rows.map(({ id }) => id)
  const counts = recipient ? undefined : await countsOf(db, listed)
  const offices = recipient ? undefined : await officesOf(db, rows)
  const grants = recipient && (await grantsOf(db, recipient))
  const content = rows.map((row) =>
    messageInfo(row, {
      attachments: inOrder(files, row.attachment_ids),
      targetOrgs: offices?.get(row.id),
      counts: counts?.get(row.id),
      recipient,
      grants,
    }),
  )
  return { content, totalElements: counted.rows[0]?.total ?? 0 }
}

/** Conditions of a recipient's inbox that depend on the recipient. */
function ownConditions({ id, read, done, awaiting }: MessageQuery, user: Caller): RawBuilder<boolean>[] {
  const parts = [listedFor(user), ...(id === undefined ? [isLast] : [])]
  if (read !== undefined) parts.push(sql<boolean>`${isReadByCaller(user)} = ${read}`)
  if (done !== undefined) parts.push(sql<boolean>`${isDone(user)} = ${done}`)
  if (awaiting !== undefined)
    parts.push(sql<boolean>`(m.need_receipt and m.status = ${MessageStatus.published} and not exists (
      select 1 from message_read x where x.message_id = m.id and x.user_id = ${user.id} and x.receipt)) = ${awaiting}`)
  return parts
}

const startOf = (day: string) => sql`(${day}::text || ' 00:00:00+08')::timestamptz`

function conditionsOf(query: MessageQuery, isSent: boolean): RawBuilder<boolean>[] {
  const { id, messageType, level, status, keyword, publishedFrom, publishedTo } = query
  const parts: RawBuilder<boolean>[] = []
  if (id !== undefined) parts.push(sql<boolean>`m.id = ${id}`)
  if (messageType) parts.push(sql<boolean>`m.message_type = ${messageType}`)
  if (level) parts.push(sql<boolean>`m.level = ${level}`)
  if (status && isSent) parts.push(sql<boolean>`m.status = ${status}`)
  if (publishedFrom) parts.push(sql<boolean>`m.publish_time >= ${startOf(publishedFrom)}`)
  if (publishedTo) parts.push(sql<boolean>`m.publish_time < ${startOf(publishedTo)} + interval '1 day'`)
  if (keyword) {
    const pattern = containing(keyword)
    const isKnown = isSent ? sql`true` : sql`m.status = ${MessageStatus.published}`
    parts.push(sql<boolean>`${isKnown} and (m.title ilike ${pattern} or m.content ilike ${pattern})`)
  }
  return parts
}

/** Returns the caller's messages: received, or sent by the caller's office. */
export async function pageMessages(
  db: Db,
  query: MessageQuery,
  user: Caller,
): Promise<Schemas['MessagePage']> {
  const { page, size, afterId, sort } = query
  const isSent = query.box === 'sent'
  const own = isSent ? [sentByOffice(user)] : ownConditions(query, user)
  const where = all([...own, ...conditionsOf(query, isSent)])
  return pageSuch(db, { where, page, size, afterId, sort, ...(isSent ? {} : { recipient: user }) })
}

/** Returns all messages sent to a place, for national overseers. */
export async function pageCountryMessages(
  db: Db,
  query: CountryQuery,
  user: Caller,
): Promise<Schemas['MessagePage']> {
  const { page, size, afterId, sort, messageType, status } = query
  const places = [query.countyCode ?? query.cityCode ?? query.provinceCode].filter(
    (code) => code !== undefined,
  )
  const parts = [
    isLast,
    sql<boolean>`not m.is_of_review and (m.status <> ${MessageStatus.draft} or ${sentByOffice(user)})`,
  ]
  if (places.length > 0)
    parts.push(
      sql<boolean>`(m.target_type = ${MessageTarget.all} or m.target_region_codes && ${places}::text[])`,
    )
  if (messageType) parts.push(sql<boolean>`m.message_type = ${messageType}`)
  if (status) parts.push(sql<boolean>`m.status = ${status}`)
  return pageSuch(db, { where: all(parts), page, size, afterId, sort })
}

import { MessageStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import type { Grants } from '../links/grants.ts'
import { addressOf, linkFor } from '../links/link-to.ts'
import { reply } from '../reply.ts'
import { filledHtml, filledText, valuesFor } from './fill-in.ts'

type Schemas = components['schemas']

export type MessageRow = Row<'message_push'>
export type ListedRow = MessageRow & {
  sender_name?: string | null
  scheduled?: boolean
  read?: boolean
  read_time?: string | null
  receipt?: boolean | null
  /** Columns of a recipient's list. */
  done?: boolean | null
  done_time?: string | null
  own_content?: string | null
  opens_form?: boolean | null
}

export interface Counts {
  recipients: number
  readers: number
  receipts: number
}

/** Parts of a message that are stored elsewhere. */
interface Enclosed {
  attachments?: Schemas['FileInfo'][]
  targetOrgs?: Schemas['MessageOffice'][] | undefined
  counts?: Counts | undefined
  /** The recipient whose copy this is, and the pages that his menus open. */
  recipient?: Caller | undefined
  grants?: Grants | undefined
}

function wordsOf(row: ListedRow, user: Caller | undefined) {
  const { title } = row
  const content = row.own_content ?? row.content
  // Only people leave places for the recipient. In a message of the platform they are quoted words.
  if (!user || row.code !== null) return { title, content }
  const values = valuesFor(user, row.deadline)
  return { title: filledText(title, values), content: filledHtml(content, values) }
}

/** The address that is opened from a message: the form of a returned project while it can be changed. */
function linkOf({ link, biz_id, opens_form, done }: ListedRow, grants: Grants | undefined) {
  if (link === null || !grants) return link
  const opensForm = opens_form && !done && biz_id !== null
  return linkFor(opensForm ? addressOf({ kind: 'PROJECT', purpose: 'write', id: biz_id }) : link, grants)
}

/** A withdrawn message for its recipient: neither title, text, files nor link. */
function withdrawnInfo(row: ListedRow): Schemas['MessagePush'] {
  return reply({
    id: row.id,
    title: '消息已撤回',
    messageType: row.message_type,
    status: row.status,
    senderName: row.sender_name,
    publishTime: row.publish_time,
    revokeTime: row.revoke_time,
    revokeReason: row.revoke_reason,
    read: true,
    createTime: row.create_time,
  })
}

/** Converts a message to the contract's shape. */
export function messageInfo(row: ListedRow, enclosed: Enclosed = {}): Schemas['MessagePush'] {
  const { attachments = [], targetOrgs, counts, recipient, grants } = enclosed
  if (recipient && row.status === MessageStatus.revoked) return withdrawnInfo(row)
  return reply({
    id: row.id,
    ...wordsOf(row, recipient),
    messageType: row.message_type,
    level: row.level,
    targetType: row.target_type,
    targetDeptIds: row.target_dept_ids,
    targetRegionCodes: row.target_region_codes,
    targetOrgIds: row.target_org_ids,
    // Their recipients are experts, whom nobody may list.
    targetUserIds: row.is_of_review ? undefined : row.target_user_ids,
    attachmentIds: row.attachment_ids,
    attachments,
    targetOrgs,
    publishTime: row.publish_time,
    expireTime: row.expire_time,
    deadline: row.deadline,
    needReceipt: row.need_receipt,
    status: row.status,
    scheduled: row.scheduled,
    senderName: row.sender_name,
    revokeTime: row.revoke_time,
    revokeReason: row.revoke_reason,
    remindOf: row.remind_of,
    read: row.read,
    readTime: row.read_time,
    receipt: row.receipt,
    recipientCount: counts?.recipients,
    readCount: counts?.readers,
    receiptCount: counts?.receipts,
    bizType: row.biz_type,
    bizId: row.biz_id,
    link: linkOf(row, grants),
    done: row.done,
    doneTime: row.done_time,
    createBy: row.create_by,
    createTime: row.create_time,
    updateTime: row.update_time,
  })
}

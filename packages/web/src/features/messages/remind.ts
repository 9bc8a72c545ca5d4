import { MessageTarget, MessageType } from '@xinchu/sdk/codes'
import type { Message, MessageDraft, Reader } from './queries.ts'

/** Maximum recipients of one message. */
export const REMINDED_AT_MOST = 1_000

const TITLE_AT_MOST = 100

/** Creates a reminder with the text and files of an unread message. */
export function reminderOf(message: Message, unread: readonly Reader[]): MessageDraft {
  const { title, content = '', level, attachments = [], expireTime, needReceipt } = message
  const draft = {
    title: `【提醒】${title}`.slice(0, TITLE_AT_MOST),
    content: `<p>您尚未阅读以下消息，请及时查看。</p>${content}`,
    messageType: MessageType.reminder,
    level,
    targetType: MessageTarget.users,
    targetUserIds: unread.slice(0, REMINDED_AT_MOST).map(({ userId }) => userId),
    attachmentIds: attachments.map(({ id }) => id),
    expireTime,
    needReceipt,
    publish: true,
  }
  return draft as MessageDraft // the kinds are values of the contract's dictionaries
}

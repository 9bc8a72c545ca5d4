import { defineHandlers } from '../contract/types.ts'
import { pageCountryMessages, pageMessages } from '../domain/inbox/query.ts'
import { previewAudience } from '../domain/messages/audience.ts'
import { messageInfo } from '../domain/messages/info.ts'
import { exportReaders, pageReaders } from '../domain/messages/readers.ts'
import { deleteTemplates, listTemplates, saveTemplate } from '../domain/messages/templates.ts'
import { unreadCount } from '../domain/messages/unread-counts.ts'
import { createMessage, updateMessage } from '../domain/messages/write.ts'
import { day } from '../runtime/time.ts'
import { XLSX } from '../workbook/index.ts'

export const messageHandlers = defineHandlers({
  async getUnreadCount({ user }, { db }) {
    return { count: await unreadCount(db, user) }
  },

  async streamUnreadCount({ user, request }, { unread }) {
    return unread.open(user, request.headers.authorization)
  },

  async streamRecords({ query, user, request }, { unread, records }) {
    unread.assertRoom(user)
    const watched = await records.watchable(query.watch, user)
    const stream = await unread.open(user, request.headers.authorization)
    records.follow(stream, watched, user)
    return stream
  },

  async queryMessages({ query, user }, { db }) {
    return pageMessages(db, query, user)
  },

  async listCountryMessages({ query, user }, { db }) {
    return pageCountryMessages(db, query, user)
  },

  async listMessageReaders({ query, user }, { db }) {
    return pageReaders(db, query, user)
  },

  async exportMessageReaders({ query, user }, { db, now }) {
    return {
      fileName: `阅读情况-${day(now()).replaceAll('-', '')}.xlsx`,
      contentType: XLSX,
      content: await exportReaders(db, query, user, now()),
    }
  },

  async previewMessageAudience({ body, user }, { db }) {
    return previewAudience(db, body, user)
  },

  async listMessageTemplates({ user }, { db }) {
    return listTemplates(db, user)
  },

  async saveMessageTemplate({ body, user }, { change }) {
    return change((trx) => saveTemplate(trx, body, user))
  },

  async deleteMessageTemplates({ body, user }, { change }) {
    await change((trx) => deleteTemplates(trx, body, user))
  },

  async createMessage({ body, user }, { change, now }) {
    return messageInfo(await change((trx) => createMessage(trx, body, user, now())))
  },

  async updateMessage({ body, user }, { change, now }) {
    await change((trx) => updateMessage(trx, body, user, now()))
  },
})

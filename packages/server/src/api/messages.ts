import { defineHandlers } from '../contract/types.ts'
import {
  messageInfo,
  pageCountryMessages,
  pageMessages,
  pageReaders,
  unreadCount,
} from '../domain/messages/query.ts'
import { createMessage, updateMessage } from '../domain/messages/write.ts'

export const messageHandlers = defineHandlers({
  async getUnreadCount({ user }, { db }) {
    return { count: await unreadCount(db, user) }
  },

  async streamUnreadCount({ user, request }, { unread }) {
    return unread.open(user, request.headers.authorization)
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

  async createMessage({ body, user }, { change, now }) {
    return messageInfo(await change((trx) => createMessage(trx, body, user, now())))
  },

  async updateMessage({ body, user }, { change, now }) {
    await change((trx) => updateMessage(trx, body, user, now()))
  },
})

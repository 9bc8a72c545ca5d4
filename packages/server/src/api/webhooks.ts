import { defineHandlers } from '../contract/types.ts'
import { numberEvents } from '../domain/events/order.ts'
import { countHit } from '../domain/rate-limit.ts'
import { assertReachable } from '../domain/webhooks/addresses.ts'
import {
  createWebhook,
  deleteWebhooks,
  listWebhooks,
  requireWebhook,
  rotateSecret,
  secretsOf,
  updateWebhook,
} from '../domain/webhooks/endpoints.ts'
import { listDeliveries, noteDelivery } from '../domain/webhooks/log.ts'
import { send } from '../domain/webhooks/send.ts'

export const webhookHandlers = defineHandlers({
  async listWebhooks({ user }, { db }) {
    return listWebhooks(db, user)
  },

  async createWebhook({ body, user }, { db, change, transact, config, webhooks, now }) {
    await assertReachable(body.url, config.webhookLoopback)
    // What happened before is not sent: it has its position by then.
    await numberEvents(db, transact, now())
    const made = await change((trx) => createWebhook(trx, body, user, config))
    webhooks.wake()
    return made
  },

  async updateWebhook({ body, user }, { change, config, webhooks }) {
    await assertReachable(body.url, config.webhookLoopback)
    const changed = await change((trx) => updateWebhook(trx, body, user))
    webhooks.wake()
    return changed
  },

  async deleteWebhooks({ body, user }, { change }) {
    await change((trx) => deleteWebhooks(trx, body, user))
  },

  async rotateWebhookSecret({ body, user }, { change, config, now }) {
    return change((trx) => rotateSecret(trx, body.id, user, { config, now: now() }))
  },

  async testWebhook({ body, user }, { db, change, config, now }) {
    const row = await requireWebhook(db, body.id, user)
    await countHit(db, { key: `webhook-test:${row.id}`, max: 6, seconds: 60 })
    const secrets = await secretsOf(db, row, config, now())
    const message = {
      id: `test_${crypto.randomUUID()}`,
      type: 'test',
      data: { events: [], next: row.position },
    } as const
    const outcome = await send(
      { url: row.url, secrets, allowsLoopback: config.webhookLoopback },
      message,
      now(),
    )
    return change((trx) =>
      noteDelivery(trx, { webhookId: row.id, messageId: message.id, events: 0, attempt: 1 }, outcome),
    )
  },

  async listWebhookDeliveries({ query, user }, { db }) {
    const { id } = await requireWebhook(db, query.id, user)
    return listDeliveries(db, id)
  },
})

import { defineHandlers } from '../contract/types.ts'
import { isTask, queueSync, undoSync } from '../domain/warehouse/queue.ts'
import { syncWarehouse } from '../domain/warehouse/sync.ts'
import { taskState } from '../domain/warehouse/task-state.ts'

export const warehouseHandlers = defineHandlers({
  async syncWarehousingData({ body, user }, { change, config, warehouse, now }) {
    if (!isTask(body)) return change((trx) => syncWarehouse(trx, body, user, now))
    const reply = await change((trx) => queueSync(trx, body, { user, now: now(), config }))
    warehouse.wake()
    return reply
  },

  async getWarehouseSync({ query, user }, { db }) {
    return taskState(db, query.id, user)
  },

  async undoWarehouseSync({ body, user }, { change }) {
    await change((trx) => undoSync(trx, body.id, user))
  },
})

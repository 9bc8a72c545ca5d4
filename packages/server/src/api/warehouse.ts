import { defineHandlers } from '../contract/types.ts'
import { syncWarehouse } from '../domain/warehouse/sync.ts'

export const warehouseHandlers = defineHandlers({
  async syncWarehousingData({ body, user }, { db, now }) {
    return syncWarehouse(db, body, user, now)
  },
})

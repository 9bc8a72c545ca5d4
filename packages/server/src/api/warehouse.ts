import { defineHandlers } from '../contract/types.ts'
import { syncWarehouse } from '../domain/warehouse/sync.ts'

export const warehouseHandlers = defineHandlers({
  async syncWarehousingData({ body, user }, { change, now }) {
    return change((trx) => syncWarehouse(trx, body, user, now))
  },
})

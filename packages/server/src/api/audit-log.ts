import { defineHandlers } from '../contract/types.ts'
import { exportAuditLog } from '../domain/audit-log/export.ts'
import { pageAuditLog } from '../domain/audit-log/query.ts'
import { day } from '../runtime/time.ts'
import { XLSX } from '../workbook/index.ts'

export const auditLogHandlers = defineHandlers({
  async listAuditLog({ query }, { db }) {
    return pageAuditLog(db, query)
  },

  async downloadAuditLog({ query }, { db, now }) {
    return {
      fileName: `审计日志-${day(now()).replaceAll('-', '')}.xlsx`,
      contentType: XLSX,
      content: exportAuditLog(db, query),
    }
  },
})

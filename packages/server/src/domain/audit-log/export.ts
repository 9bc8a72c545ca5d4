import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type SheetColumn, workbookStream } from '../../workbook/index.ts'
import { type AuditFilter, type AuditRow, matching } from './query.ts'

const READ_ROWS = 1_000

interface ExportColumn extends SheetColumn {
  value(row: AuditRow): unknown
}

const columns: readonly ExportColumn[] = [
  { header: '时间', kind: 'datetime', width: 20, value: (row) => row.time },
  { header: '登录账号', kind: 'text', value: (row) => row.username },
  { header: '单位', kind: 'text', width: 30, value: (row) => row.org_name },
  { header: '操作', kind: 'text', width: 24, value: (row) => row.action },
  { header: '对象主键', kind: 'text', value: (row) => row.object },
  { header: '结果', kind: 'text', width: 8, value: (row) => (row.result < 400 ? '成功' : '失败') },
  { header: '状态码', kind: 'number', width: 8, value: (row) => row.result },
  { header: '来源地址', kind: 'text', width: 20, value: (row) => row.address },
  { header: '接口', kind: 'text', width: 24, value: (row) => row.operation_id },
  { header: '请求编号', kind: 'text', width: 40, value: (row) => row.request_id },
]

/** Reads rows page by page by id, so that at most one page is in memory. */
async function* rowsOf(db: Db, filter: AuditFilter): AsyncGenerator<unknown[]> {
  const where = matching(filter)
  for (let last: number | undefined; ; ) {
    const { rows } = await sql<AuditRow>`
      select a.* from audit_log a where ${where} ${last === undefined ? sql`` : sql`and a.id < ${last}`}
      order by a.id desc limit ${READ_ROWS}`.execute(db)
    for (const row of rows) yield columns.map(({ value }) => value(row))
    if (rows.length < READ_ROWS) return
    last = rows.at(-1)?.id
  }
}

/** Streams the audit log under a filter as a workbook, newest first. */
export function exportAuditLog(db: Db, filter: AuditFilter): Readable {
  return workbookStream({ name: '审计日志', columns, rows: rowsOf(db, filter) })
}

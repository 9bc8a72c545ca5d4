import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { AreaLinks } from './area-links.tsx'
import { type AuditEntry, type AuditListQuery, systemQueries } from './queries.ts'

const filters: readonly Filter<Extract<keyof AuditListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '账号、单位、操作或对象' },
  { kind: 'dates', names: ['from', 'to'], label: '日期' },
]

const columns = columnsOf<AuditEntry>([
  { key: 'time', title: '时间', width: 170 },
  { key: 'username', title: '登录账号', width: 140 },
  { key: 'orgName', title: '单位', width: 220 },
  { key: 'action', title: '操作', width: 200 },
  { key: 'object', title: '对象', width: 180 },
  { key: 'result', title: '结果', width: 80, value: ({ result }) => String(result) },
  { key: 'address', title: '来源地址', width: 140 },
  { key: 'requestId', title: '请求编号', width: 260, hidden: true },
])

/** Who did what, when and from where. */
export function AuditScreen() {
  return (
    <QueryTable
      id="audit-log"
      title="审计日志"
      above={<AreaLinks />}
      query={systemQueries.audit}
      columns={columns}
      filters={filters}
      rowId={({ id }) => id}
      empty="暂无记录"
    />
  )
}

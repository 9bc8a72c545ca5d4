import { sdk } from '../../app/sdk.ts'
import { saveFile } from '../../lib/save-file.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { AreaLinks } from './area-links.tsx'
import { type AuditEntry, type AuditListQuery, systemQueries } from './queries.ts'

const filters: readonly Filter<Extract<keyof AuditListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '账号、单位、操作或地址' },
  { kind: 'dates', names: ['from', 'to'], label: '日期' },
]

const isDone = (result: number) => result < 400
const wordOf = (result: number) => `${isDone(result) ? '成功' : '失败'}（${result}）`

const columns = columnsOf<AuditEntry>([
  { key: 'time', title: '时间', width: 170, sort: true },
  { key: 'username', title: '登录账号', width: 140, sort: true },
  { key: 'orgName', title: '单位', width: 200 },
  { key: 'action', title: '操作', width: 210, sort: true },
  { key: 'object', title: '对象主键', width: 140 },
  {
    key: 'result',
    title: '结果',
    width: 120,
    sort: true,
    value: ({ result }) => wordOf(result),
    cell: ({ result }) => <StatusTag label={wordOf(result)} />,
  },
  { key: 'address', title: '来源地址', width: 140 },
  { key: 'operationId', title: '接口', width: 180, hidden: true },
  { key: 'requestId', title: '请求编号', width: 260, hidden: true },
])

async function exportAuditLog({ keyword, from, to }: AuditListQuery): Promise<void> {
  const filter = { ...(keyword && { keyword }), ...(from && { from }), ...(to && { to }) }
  const { blob, fileName } = await sdk.auditLog.download(filter)
  saveFile(blob, fileName ?? '审计日志.xlsx')
}

/** The audit log. */
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
      onExport={exportAuditLog}
      noun="记录"
      empty="还没有记录"
    />
  )
}

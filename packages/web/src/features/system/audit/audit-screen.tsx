import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { DictText } from '../../../ui/dict-text.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { columnsOf } from '../../../ui/table/column.ts'
import type { Filter } from '../../../ui/table/filters.ts'
import { OpenButton } from '../../../ui/table/open-button.tsx'
import { QueryTable } from '../../../ui/table/query-table.tsx'
import { AreaLinks } from '../area-links.tsx'
import { AuditChain } from './audit-chain.tsx'
import { AuditDialog } from './audit-dialog.tsx'
import { type AuditEntry, type AuditListQuery, auditQueries, sdkOf } from './audit-queries.ts'
import { personOf, recordOf, resultOf } from './audit-words.ts'

const RESULTS = [
  { value: 'success', label: '成功' },
  { value: 'refused', label: '拒绝' },
]

const filters: readonly Filter<Extract<keyof AuditListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '人员、操作、对象或原因' },
  { kind: 'dates', names: ['from', 'to'], label: '日期' },
  { kind: 'text', name: 'person', label: '人员', placeholder: '姓名或登录账号' },
  { kind: 'dict', name: 'actionGroup', label: '操作类别', dict: 'audit_group' },
  { kind: 'text', name: 'action', label: '操作', placeholder: '如 停用账号' },
  { kind: 'options', name: 'outcome', label: '结果', options: RESULTS },
  { kind: 'dict', name: 'recordKind', label: '对象类别', dict: 'audit_kind' },
  { kind: 'text', name: 'recordId', label: '对象主键', placeholder: '须同时选对象类别' },
  { kind: 'text', name: 'orgName', label: '单位' },
  { kind: 'text', name: 'address', label: '来源地址' },
]

const columnsFor = (onOpen: (id: number) => void) =>
  columnsOf<AuditEntry>([
    { key: 'time', title: '时间', width: 165, sort: true },
    { key: 'username', title: '操作人', width: 170, sort: true, value: personOf },
    { key: 'orgName', title: '单位', width: 190 },
    {
      key: 'action',
      title: '操作',
      width: 170,
      sort: true,
      cell: ({ id, action }) => <OpenButton onOpen={() => onOpen(id)}>{action}</OpenButton>,
    },
    {
      key: 'recordKind',
      title: '对象类别',
      width: 120,
      cell: ({ recordKind }) => recordKind && <DictText dict="audit_kind" value={recordKind} />,
    },
    { key: 'recordName', title: '对象', width: 250, value: recordOf },
    {
      key: 'result',
      title: '结果',
      width: 80,
      sort: true,
      value: resultOf,
      cell: (entry) => <StatusTag label={resultOf(entry)} />,
    },
    { key: 'reason', title: '原因或说明', width: 240 },
    { key: 'rule', title: '规则', width: 80 },
    { key: 'address', title: '来源地址', width: 140 },
    { key: 'roleNames', title: '角色', width: 130, hidden: true },
    { key: 'device', title: '终端', width: 150, hidden: true },
    { key: 'seq', title: '链上序号', width: 100, hidden: true },
    { key: 'operationId', title: '接口', width: 180, hidden: true },
    { key: 'requestId', title: '请求编号', width: 260, hidden: true },
  ])

async function exportAuditLog(
  { page, size, sort, ...filter }: AuditListQuery,
  client: QueryClient,
): Promise<void> {
  const given = Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { blob, fileName } = await sdkOf(client).auditLog.download(given)
  saveFile(blob, fileName ?? '审计日志.xlsx')
}

/** The audit log. */
export function AuditScreen() {
  const [opened, setOpened] = useState<number>()
  const [isChain, setChain] = useState(false)
  const [columns] = useState(() => columnsFor(setOpened))
  return (
    <>
      <QueryTable
        id="audit-log"
        title="审计日志"
        above={<AreaLinks />}
        query={auditQueries.list}
        columns={columns}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ action, time }) => `${time} ${action}`}
        actions={<Button onClick={() => setChain(true)}>审计链</Button>}
        onExport={exportAuditLog}
        summary={({ more }) => more && <span>条数只计到 10,000，请缩小条件</span>}
        noun="记录"
        empty="还没有记录"
      />
      {opened !== undefined && <AuditDialog id={opened} onClose={() => setOpened(undefined)} />}
      {isChain && <AuditChain onClose={() => setChain(false)} />}
    </>
  )
}

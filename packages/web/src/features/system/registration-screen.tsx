import type { QueryClient } from '@tanstack/react-query'
import { AccountStatus } from '@xinchu/contract/codes'
import { useState } from 'react'
import { sdkOf } from '../../app/people-sdk.ts'
import { withRegionCode } from '../../lib/narrowest-region.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { DictTag, DictText } from '../../ui/dict-text.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { type RegistrationListQuery, systemQueries, type User } from './queries.ts'
import { RegistrationDialog } from './registration-dialog.tsx'

const filters: readonly Filter<Extract<keyof RegistrationListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '账号、单位或信用代码' },
  {
    kind: 'options',
    name: 'state',
    label: '审核状态',
    options: [
      { value: 'pending', label: '待审核' },
      { value: 'returned', label: '已退回' },
    ],
  },
  { kind: 'flag', name: 'mine', label: '待本单位审核' },
  { kind: 'region', label: '行政区划' },
  {
    kind: 'options',
    name: 'waitingDays',
    label: '等待时间',
    options: [3, 7, 15, 30].map((days) => ({ value: String(days), label: `${days} 天以上` })),
  },
]

const DAY_MS = 86_400_000

/** Whole days since a moment of the contract, in words. */
function waitedFor(since: string): string {
  const days = Math.floor((Date.now() - Date.parse(`${since.replace(' ', 'T')}+08:00`)) / DAY_MS)
  return days < 1 ? '不足1天' : `${days}天`
}

const columns = columnsOf<User>([
  { key: 'companyName', title: '单位名称', width: 240 },
  { key: 'creditCode', title: '统一社会信用代码', width: 190 },
  { key: 'legalPerson', title: '法定代表人', width: 110 },
  {
    key: 'enterpriseType',
    title: '企业性质',
    width: 120,
    cell: ({ enterpriseType }) => <DictText dict="owner_type" value={enterpriseType} />,
  },
  { key: 'regionName', title: '行政区划', width: 150 },
  { key: 'username', title: '登录账号', width: 140, sort: true },
  { key: 'realName', title: '联系人', width: 100 },
  { key: 'phone', title: '手机号', width: 120 },
  { key: 'submitTime', title: '提交时间', width: 170, sort: true },
  {
    key: 'waiting',
    title: '已等待',
    width: 90,
    value: ({ submitTime }) => submitTime && waitedFor(submitTime),
  },
  {
    key: 'status',
    title: '账号状态',
    width: 100,
    cell: ({ status }) => <DictTag dict="account_status" value={status} />,
  },
  { key: 'reviewNote', title: '退回原因', width: 200 },
])

/** Exports the list under its conditions. */
async function exportList(query: RegistrationListQuery, client: QueryClient): Promise<void> {
  const { page: _page, size: _size, ...conditions } = withRegionCode(query)
  const { blob, fileName } = await sdkOf(client).users.exportRegistrations(conditions)
  saveFile(blob, fileName ?? '注册审核.xlsx')
}

/** Registered enterprises waiting for confirmation, the oldest first. */
export function RegistrationScreen() {
  const [opened, setOpened] = useState<number>()
  return (
    <>
      <QueryTable
        id="registrations"
        title="注册审核"
        query={systemQueries.registrations}
        sort="submitTime,asc"
        columns={columns}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ username }) => username}
        rowActions={({ id, status }) => (
          <Button look="quiet" className="px-2!" onClick={() => setOpened(id)}>
            {status === AccountStatus.pending ? '审核' : '查看'}
          </Button>
        )}
        actionsWidth={80}
        onExport={exportList}
        noun="注册"
        empty="没有待审核的注册"
      />
      {opened !== undefined && <RegistrationDialog id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

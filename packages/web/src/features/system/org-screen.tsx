import { useState } from 'react'
import { GrantedLink } from '../../app/granted-link.tsx'
import { Button } from '../../ui/button.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { AreaLinks } from './area-links.tsx'
import { OrgForm } from './org-form.tsx'
import { type Org, type OrgListQuery, systemQueries } from './queries.ts'

const filters: readonly Filter<Extract<keyof OrgListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '名称或信用代码' },
  { kind: 'dict', name: 'deptId', label: '部门类别', dict: 'dept_kind' },
  { kind: 'region', label: '行政区划' },
  { kind: 'owner', name: 'ownerGroupId', label: '所属集团' },
  { kind: 'flag', name: 'withoutAccounts', label: '没有账号' },
  { kind: 'flag', name: 'ownLevel', label: '仅本级机构' },
]

const columns = columnsOf<Org>([
  { key: 'orgName', title: '机构名称', width: 250, sort: true },
  {
    key: 'deptId',
    title: '部门类别',
    width: 160,
    sort: true,
    cell: ({ deptId }) => <DictText dict="dept_kind" value={deptId} />,
  },
  { key: 'regionName', title: '行政区划', width: 160, sort: 'regionCode' },
  { key: 'creditCode', title: '统一社会信用代码', width: 190 },
  {
    key: 'ownerGroupName',
    title: '所属集团',
    width: 200,
    cell: ({ ownerGroupName }) =>
      ownerGroupName ? (
        <GrantedLink
          to="/system/owner/index"
          search={{ words: ownerGroupName }}
          className="text-brand-ink hover:underline"
        >
          {ownerGroupName}
        </GrantedLink>
      ) : (
        '—'
      ),
  },
  { key: 'contactName', title: '联系人', width: 110 },
  { key: 'contactPhone', title: '联系电话', width: 130 },
  {
    key: 'enabled',
    title: '状态',
    width: 80,
    value: ({ enabled }) => (enabled ? '启用' : '停用'),
    cell: ({ enabled }) => <StatusTag label={enabled ? '启用' : '停用'} />,
  },
  { key: 'createTime', title: '创建时间', width: 170, sort: true, hidden: true },
])

/** Management of offices. */
export function OrgScreen() {
  const [changed, setChanged] = useState<Org | 'new'>()
  return (
    <>
      <QueryTable
        id="orgs"
        title="机构管理"
        above={<AreaLinks />}
        query={systemQueries.orgs}
        columns={columns}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ orgName }) => orgName}
        actions={
          <Button look="primary" icon="plus" onClick={() => setChanged('new')}>
            新建机构
          </Button>
        }
        rowActions={(org) => (
          <Button look="quiet" onClick={() => setChanged(org)}>
            修改
          </Button>
        )}
        actionsWidth={72}
        noun="机构"
        empty="还没有机构"
      />
      {changed && (
        <OrgForm org={changed === 'new' ? undefined : changed} onClose={() => setChanged(undefined)} />
      )}
    </>
  )
}

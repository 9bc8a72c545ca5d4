import { DictText } from '../../ui/dict-text.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { AreaLinks } from './area-links.tsx'
import { type Org, type OrgListQuery, systemQueries } from './queries.ts'

const filters: readonly Filter<Extract<keyof OrgListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '机构名称' },
  { kind: 'dict', name: 'deptId', label: '部门类别', dict: 'dept_kind' },
]

const columns = columnsOf<Org>([
  { key: 'orgName', title: '机构名称', width: 260 },
  {
    key: 'deptId',
    title: '部门类别',
    width: 170,
    cell: ({ deptId }) => <DictText dict="dept_kind" value={deptId} />,
  },
  { key: 'regionName', title: '行政区划', width: 180 },
  { key: 'creditCode', title: '统一社会信用代码', width: 190 },
  { key: 'contactName', title: '联系人', width: 110 },
  { key: 'contactPhone', title: '联系电话', width: 130 },
  { key: 'enabled', title: '启用', width: 80 },
])

/** The offices of the platform. */
export function OrgScreen() {
  return (
    <QueryTable
      id="orgs"
      title="机构管理"
      above={<AreaLinks />}
      query={systemQueries.orgs}
      columns={columns}
      filters={filters}
      rowId={({ id }) => id}
      rowLabel={({ orgName }) => orgName}
      empty="暂无机构"
    />
  )
}

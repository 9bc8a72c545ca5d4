import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { type Contact, type ContactListQuery, systemQueries } from './queries.ts'

const filters: readonly Filter<Extract<keyof ContactListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '姓名或单位' },
  { kind: 'dict', name: 'deptId', label: '部门类别', dict: 'dept_kind' },
]

const columns = columnsOf<Contact>([
  { key: 'realName', title: '姓名', width: 120 },
  { key: 'orgName', title: '单位', width: 260 },
  { key: 'deptName', title: '部门类别', width: 160 },
  { key: 'regionName', title: '行政区划', width: 180 },
  { key: 'position', title: '职务', width: 130 },
  { key: 'phone', title: '手机号', width: 140 },
  { key: 'officePhone', title: '办公电话', width: 140 },
  { key: 'email', title: '电子邮箱', width: 200 },
])

/** Whom to turn to above and below. */
export function ContactScreen() {
  return (
    <QueryTable
      id="contacts"
      title="通讯录"
      query={systemQueries.contacts}
      columns={columns}
      filters={filters}
      rowId={({ id }) => id}
      rowLabel={({ realName }) => realName}
      empty="暂无联系人"
    />
  )
}

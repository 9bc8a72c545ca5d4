import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { type Contact, type ContactListQuery, systemQueries } from './queries.ts'

const filters: readonly Filter<Extract<keyof ContactListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '姓名或单位' },
  { kind: 'dict', name: 'deptId', label: '部门类别', dict: 'dept_kind' },
  { kind: 'region', label: '行政区划' },
]

/** A phone or mail link; plain text if masked. */
function Reach({ scheme, text }: { scheme: 'tel' | 'mailto'; text: string | undefined }) {
  if (!text) return '—'
  if (text.includes('*')) return text
  return (
    <a href={`${scheme}:${text.replaceAll(' ', '')}`} className="text-brand-ink hover:underline">
      {text}
    </a>
  )
}

const columns = columnsOf<Contact>([
  { key: 'realName', title: '姓名', width: 120, sort: true },
  { key: 'orgName', title: '单位', width: 260, sort: true },
  { key: 'deptName', title: '部门类别', width: 160 },
  { key: 'regionName', title: '行政区划', width: 180 },
  { key: 'position', title: '职务', width: 130 },
  { key: 'phone', title: '手机号', width: 140, cell: ({ phone }) => <Reach scheme="tel" text={phone} /> },
  {
    key: 'officePhone',
    title: '办公电话',
    width: 140,
    cell: ({ officePhone }) => <Reach scheme="tel" text={officePhone} />,
  },
  {
    key: 'email',
    title: '电子邮箱',
    width: 200,
    cell: ({ email }) => <Reach scheme="mailto" text={email} />,
  },
])

/** Contacts of higher and lower offices. */
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
      noun="联系人"
      empty="还没有联系人，上下级单位有账号后会列在这里"
    />
  )
}

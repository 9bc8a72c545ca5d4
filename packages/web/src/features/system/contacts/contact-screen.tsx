import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import { useMemo, useState } from 'react'
import { sdkOf } from '../../../app/people-sdk.ts'
import { sessionQueries } from '../../../app/session-queries.ts'
import { withRegionCode } from '../../../lib/narrowest-region.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { columnsOf } from '../../../ui/table/column.ts'
import type { Filter } from '../../../ui/table/filters.ts'
import { OpenButton } from '../../../ui/table/open-button.tsx'
import { QueryTable } from '../../../ui/table/query-table.tsx'
import { ContactLinks } from '../area-links.tsx'
import { type Contact, type ContactListQuery, systemQueries } from '../queries.ts'
import { Reach } from './reach.tsx'
import { SubordinateDialog } from './subordinate-dialog.tsx'
import { Superiors } from './superiors.tsx'

/** Callers who may see the office and the projects of a contact below them. */
const OVERSEERS = ['NAT', 'ADM', 'NQ', 'PRV', 'CTY', 'CNT']

const RELATIONS = {
  above: '上级',
  below: '下级',
  own: '本单位',
  central: '国家与平台',
} as const

const filters: readonly Filter<Extract<keyof ContactListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '姓名或单位' },
  {
    kind: 'options',
    name: 'relation',
    label: '关系',
    options: Object.entries(RELATIONS).map(([value, label]) => ({ value, label })),
  },
  { kind: 'dict', name: 'deptId', label: '部门类别', dict: 'dept_kind' },
  { kind: 'region', label: '行政区划' },
]

const columnsFor = (onOpen: ((id: number) => void) | undefined) =>
  columnsOf<Contact>([
    {
      key: 'realName',
      title: '姓名',
      width: 120,
      sort: true,
      cell: ({ id, realName, relation }) =>
        onOpen && relation === 'below' ? (
          <OpenButton onOpen={() => onOpen(id)}>{realName}</OpenButton>
        ) : (
          realName
        ),
    },
    { key: 'orgName', title: '单位', width: 260, sort: true },
    { key: 'relation', title: '关系', width: 100, value: ({ relation }) => RELATIONS[relation] },
    { key: 'deptName', title: '部门类别', width: 160 },
    { key: 'regionName', title: '行政区划', width: 150 },
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

async function saveContacts(query: ContactListQuery, client: QueryClient): Promise<void> {
  const { page: _page, size: _size, ...conditions } = withRegionCode(query)
  const { blob, fileName } = await sdkOf(client).users.exportContacts(conditions)
  saveFile(blob, fileName ?? '通讯录.xlsx')
}

/** Contacts of higher and lower offices. */
export function ContactScreen() {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const [opened, setOpened] = useState<number>()
  const mayOversee = isAmong(user, OVERSEERS)
  const columns = useMemo(() => columnsFor(mayOversee ? setOpened : undefined), [mayOversee])
  return (
    <>
      <QueryTable
        id="contacts"
        title="通讯录"
        above={
          <>
            <ContactLinks />
            <Superiors />
          </>
        }
        query={systemQueries.contacts}
        columns={columns}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ realName }) => realName}
        onExport={saveContacts}
        noun="联系人"
        empty="还没有联系人，上下级单位有账号后会列在这里"
      />
      {opened !== undefined && <SubordinateDialog id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

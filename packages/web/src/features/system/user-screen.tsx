import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQueries } from '../../app/session-queries.ts'
import { DictText } from '../../ui/dict-text.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { AreaLinks } from './area-links.tsx'
import { systemQueries, type User, type UserListQuery } from './queries.ts'
import { UserDialog } from './user-dialog.tsx'

const ADMINISTRATION = 900

const filters: readonly Filter<Extract<keyof UserListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '账号、姓名或单位' },
  { kind: 'dict', name: 'deptId', label: '部门类别', dict: 'dept_kind' },
  { kind: 'dict', name: 'status', label: '账号状态', dict: 'account_status' },
]

const columnsFor = (onOpen: (user: User) => void) =>
  columnsOf<User>([
    {
      key: 'username',
      title: '登录账号',
      width: 160,
      cell: (user) => (
        <button
          type="button"
          onClick={() => onOpen(user)}
          className="font-medium text-brand-ink hover:underline"
        >
          {user.username}
        </button>
      ),
    },
    { key: 'realName', title: '姓名', width: 110 },
    { key: 'orgName', title: '单位', width: 240 },
    {
      key: 'deptName',
      title: '部门类别',
      width: 150,
      cell: ({ deptName, deptId }) => deptName ?? <DictText dict="dept_kind" value={deptId} />,
    },
    { key: 'regionName', title: '行政区划', width: 170 },
    { key: 'phone', title: '手机号', width: 130 },
    {
      key: 'status',
      title: '账号状态',
      width: 110,
      cell: ({ status }) => <DictText dict="account_status" value={status} />,
    },
    {
      key: 'flag',
      title: '账号标志',
      width: 120,
      hidden: true,
      cell: ({ flag }) => <DictText dict="user_flag" value={flag} />,
    },
    { key: 'lastLoginTime', title: '最近登录时间', width: 170 },
  ])

function UserList({ title, above }: { title: string; above?: React.ReactNode }) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const [opened, setOpened] = useState<number>()
  return (
    <>
      <QueryTable
        id="users"
        title={title}
        above={above}
        query={systemQueries.users}
        columns={columnsFor(({ id }) => setOpened(id))}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ username }) => username}
        empty="暂无用户"
      />
      {opened !== undefined && (
        <UserDialog
          id={opened}
          isAdmin={Number(user.deptId) === ADMINISTRATION}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

/** Every account, for the administration. */
export const UserScreen = () => <UserList title="用户管理" above={<AreaLinks />} />

/** The accounts in a province's reach, whose passwords it may reset. */
export const BuiltInScreen = () => <UserList title="内置账号" />

import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DictTag, DictText } from '../../ui/dict-text.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { OpenButton } from '../../ui/table/open-button.tsx'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { AreaLinks } from './area-links.tsx'
import { useIsAdmin } from './is-admin.ts'
import { systemQueries, type User, type UserListQuery } from './queries.ts'
import { UserDialog } from './user-dialog.tsx'
import { NewUserForm } from './user-form.tsx'

const filters: readonly Filter<Extract<keyof UserListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '账号、姓名或单位' },
  { kind: 'dict', name: 'deptId', label: '部门类别', dict: 'dept_kind' },
  { kind: 'region', label: '行政区划' },
  { kind: 'dict', name: 'status', label: '账号状态', dict: 'account_status' },
]

const columnsFor = (onOpen: (id: number) => void) =>
  columnsOf<User>([
    {
      key: 'username',
      title: '登录账号',
      width: 150,
      sort: true,
      cell: ({ id, username }) => <OpenButton onOpen={() => onOpen(id)}>{username}</OpenButton>,
    },
    { key: 'realName', title: '姓名', width: 110, sort: true },
    { key: 'orgName', title: '单位', width: 230, sort: true },
    {
      key: 'deptName',
      title: '部门类别',
      width: 150,
      cell: ({ deptName, deptId }) => deptName ?? <DictText dict="dept_kind" value={deptId} />,
    },
    { key: 'regionName', title: '行政区划', width: 150 },
    {
      key: 'roles',
      title: '角色',
      width: 120,
      value: ({ roles }) => roles?.map(({ name }) => name).join('、'),
    },
    { key: 'phone', title: '手机号', width: 120 },
    {
      key: 'status',
      title: '账号状态',
      width: 100,
      sort: true,
      cell: ({ status }) => <DictTag dict="account_status" value={status} />,
    },
    {
      key: 'flag',
      title: '账号标志',
      width: 120,
      hidden: true,
      cell: ({ flag }) => <DictText dict="user_flag" value={flag} />,
    },
    { key: 'lastLoginTime', title: '最近登录时间', width: 170, sort: true },
    { key: 'createTime', title: '创建时间', width: 170, sort: true, hidden: true },
  ])

interface UserListProps {
  title: string
  above?: React.ReactNode
  /** Whether accounts can be created here. */
  isMaking: boolean
}

function UserList({ title, above, isMaking }: UserListProps) {
  const [opened, setOpened] = useState<number>()
  const [isNew, setNew] = useState(false)
  const [columns] = useState(() => columnsFor(setOpened))
  const actions = isMaking && (
    <Button look="primary" icon="plus" onClick={() => setNew(true)}>
      新建用户
    </Button>
  )
  return (
    <>
      <QueryTable
        id="users"
        title={title}
        above={above}
        actions={actions}
        query={systemQueries.users}
        columns={columns}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ username }) => username}
        noun="用户"
        empty="还没有用户"
      />
      {opened !== undefined && <UserDialog id={opened} onClose={() => setOpened(undefined)} />}
      {isNew && <NewUserForm onClose={() => setNew(false)} />}
    </>
  )
}

/** All accounts, for administrators. */
export const UserScreen = () => <UserList title="用户管理" above={<AreaLinks />} isMaking />

/** Accounts in a province's scope, whose passwords it may reset. Administrators can also create them. */
export const BuiltInScreen = () => <UserList title="内置账号" isMaking={useIsAdmin()} />

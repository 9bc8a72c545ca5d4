import { AccountStatus } from '@xinchu/contract/codes'
import { DictTag, DictText } from '../../../ui/dict-text.tsx'
import { columnsOf } from '../../../ui/table/column.ts'
import type { Filter } from '../../../ui/table/filters.ts'
import { OpenButton } from '../../../ui/table/open-button.tsx'
import type { User, UserListQuery } from '../queries.ts'

type Name = Extract<keyof UserListQuery, string>

const IDLE = [30, 90, 180, 365].map((days) => ({ value: String(days), label: `${days} 天以上未登录` }))

const AMONG = [
  { value: 'kept', label: '未注销的账号' },
  { value: 'neverLoggedIn', label: '从未登录的账号' },
]
const OWN_LEVEL: Filter<Name> = { kind: 'flag', name: 'ownLevel', label: '仅本级机构' }

/**
 * Filters of a list of users.
 * @param beside what is chosen beside the list: the kind of department, or the office, which has a place too
 */
export function filtersFor(
  roles: readonly { id: number; name: string }[],
  beside?: 'kind' | 'office',
): readonly Filter<Name>[] {
  const isOfOffice = beside === 'office'
  const kind: Filter<Name> = { kind: 'dict', name: 'deptId', label: '部门类别', dict: 'dept_kind' }
  const place: readonly Filter<Name>[] = [
    ...(beside ? [] : [kind]),
    { kind: 'region', label: '行政区划' },
    {
      kind: 'options',
      name: 'roleId',
      label: '角色',
      options: roles.map(({ id, name }) => ({ value: String(id), label: name })),
    },
  ]
  return [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '账号、姓名或单位' },
    ...(isOfOffice ? [] : place),
    { kind: 'dict', name: 'status', label: '账号状态', dict: 'account_status' },
    { kind: 'options', name: 'idleDays', label: '最近登录', options: IDLE },
    { kind: 'options', name: 'among', label: '账号范围', options: AMONG },
    ...(isOfOffice ? [] : [OWN_LEVEL]),
  ]
}

export const columnsFor = (onOpen: (id: number) => void) =>
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
      width: 150,
      sort: true,
      cell: ({ status, lockedUntil }) => (
        <span className="flex items-center gap-1.5">
          <DictTag dict="account_status" value={status} />
          {status === AccountStatus.locked && lockedUntil && (
            <span className="text-ink-faint text-xs">至 {lockedUntil.slice(11, 16)}</span>
          )}
        </span>
      ),
    },
    {
      key: 'flag',
      title: '账号标志',
      width: 120,
      hidden: true,
      cell: ({ flag }) => <DictText dict="user_flag" value={flag} />,
    },
    { key: 'lastLoginTime', title: '最近登录时间', width: 170, sort: true },
    { key: 'passwordValidUntil', title: '初始密码有效期至', width: 170, hidden: true },
    { key: 'createTime', title: '创建时间', width: 170, sort: true, hidden: true },
  ])

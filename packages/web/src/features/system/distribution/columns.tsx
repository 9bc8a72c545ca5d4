import { AccountStatus } from '@xinchu/contract/codes'
import { DictText } from '../../../ui/dict-text.tsx'
import { columnsOf } from '../../../ui/table/column.ts'
import type { Share } from '../queries.ts'
import { AccountCount, MissingCount } from './figures.tsx'

const ACCOUNTS = [
  ['total', '账号数', { among: 'kept' }],
  ['active', '正常', { status: AccountStatus.active, among: 'kept' }],
  ['locked', '锁定', { status: AccountStatus.locked, among: 'kept' }],
  ['neverLoggedIn', '从未登录', { among: 'neverLoggedIn' }],
] as const

export const columns = columnsOf<Share>([
  { key: 'regionName', title: '行政区划', width: 220 },
  {
    key: 'deptId',
    title: '部门类别',
    width: 200,
    cell: ({ deptId }) => <DictText dict="dept_kind" value={deptId} />,
  },
  ...ACCOUNTS.map(([key, title, search]) => ({
    key,
    title,
    kind: 'number' as const,
    width: 110,
    cell: (row: Share) => <AccountCount row={row} count={row[key]} search={search} />,
  })),
  { key: 'offices', title: '机构数', kind: 'number', width: 110 },
  {
    key: 'officesWithoutAccounts',
    title: '没有账号的机构',
    kind: 'number',
    width: 140,
    cell: (row) => <MissingCount row={row} />,
  },
])

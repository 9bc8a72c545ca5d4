import type { Readable } from 'node:stream'
import type { operations } from '@xinchu/sdk/schema'
import type { Db } from '../../db/database.ts'
import { forbidden } from '../../errors.ts'
import { type SheetColumn, workbookStream } from '../../workbook/index.ts'
import { type Caller, may } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { listLine } from '../list-line.ts'
import { maskEmail, maskPhone } from '../masking.ts'
import { listAccounts, matching, type UserRow } from './query.ts'

type Query = NonNullable<operations['exportUsers']['parameters']['query']>

const MOST = 100_000

interface ExportColumn extends SheetColumn {
  value(row: UserRow): unknown
}

const columnsFor = (isFull: boolean): readonly ExportColumn[] => [
  { header: '登录账号', kind: 'text', width: 20, value: (row) => row.username },
  { header: '姓名', kind: 'text', width: 14, value: (row) => row.real_name },
  { header: '所属机构', kind: 'text', width: 36, value: (row) => row.org_name },
  { header: '部门类别', kind: 'text', width: 22, value: (row) => row.dept_name },
  { header: '所在地区', kind: 'text', width: 18, value: (row) => row.region_name },
  { header: '角色', kind: 'text', width: 22, value: (row) => row.roles?.map(({ name }) => name) },
  { header: '职务', kind: 'text', value: (row) => row.position },
  { header: '手机号', kind: 'text', value: (row) => (isFull ? row.phone : maskPhone(row.phone)) },
  { header: '办公电话', kind: 'text', value: (row) => row.office_phone },
  {
    header: '电子邮箱',
    kind: 'text',
    width: 24,
    value: (row) => (isFull ? row.email : maskEmail(row.email)),
  },
  { header: '账号状态', kind: 'text', width: 10, value: (row) => labelIn('account_status', row.status) },
  { header: '锁定至', kind: 'datetime', width: 20, value: (row) => row.locked_until },
  { header: '最近登录时间', kind: 'datetime', width: 20, value: (row) => row.last_login_time },
  { header: '创建时间', kind: 'datetime', width: 20, value: (row) => row.create_time },
]

/** Writes the list of users under its conditions. @throws HttpError 403 if the caller may not see whole phone numbers */
export async function exportUsers(
  db: Db,
  { full = false, sort, ...query }: Query,
  user: Caller,
  now: Date,
): Promise<Readable> {
  if (full && !may(user, 'accounts.manage')) throw forbidden('A-017', '完整的手机号由系统管理员导出')
  const rows = await listAccounts(db, matching(query, user), { ...(sort ? { sort } : {}), limit: MOST })
  const columns = columnsFor(full)
  return workbookStream({
    name: '用户',
    lead: [listLine('用户', rows.length, now)],
    columns,
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
  })
}

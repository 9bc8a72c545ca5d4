import type { Readable } from 'node:stream'
import type { operations } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import { forbidden } from '../../errors.ts'
import { workbookStream } from '../../workbook/index.ts'
import { type Caller, may } from '../caller.ts'
import { listLine } from '../list-line.ts'
import { loadRowLabels, rowCells, rowColumns } from '../row-columns.ts'
import { listAccounts, matching, type UserRow, userInfo } from './query.ts'

type Query = NonNullable<operations['exportUsers']['parameters']['query']>

const MOST = 100_000

/** Columns of accounts, here and in the list of registrations. */
export const userColumns = rowColumns('User')

/** An account as in the list, whose phone number and address are whole. */
const wholeInfo = (row: UserRow) => ({
  ...userInfo(row),
  ...(row.phone ? { phone: row.phone } : {}),
  ...(row.email ? { email: row.email } : {}),
})

/** Writes the list of users under its conditions. @throws HttpError 403 if the caller may not see whole phone numbers */
export async function exportUsers(
  db: Db,
  { full = false, sort, ...query }: Query,
  user: Caller,
  now: Date,
): Promise<Readable> {
  if (full && !may(user, 'accounts.manage')) throw forbidden('A-017', '完整的手机号由系统管理员导出')
  const rows = await listAccounts(db, matching(query, user), { ...(sort ? { sort } : {}), limit: MOST })
  const labels = await loadRowLabels(db)
  const info = full ? wholeInfo : userInfo
  return workbookStream({
    name: '用户',
    lead: [listLine('用户', rows.length, now)],
    columns: userColumns,
    rows: rows.map((row) => rowCells(userColumns, info(row), labels)),
  })
}

import { sdk } from '../../../app/people-sdk.ts'
import { withRegionCode } from '../../../lib/narrowest-region.ts'
import { saveFile } from '../../../lib/save-file.ts'
import type { OneTimePassword, User, UserListQuery } from '../queries.ts'

const MOST_CHOSEN = 5000

/** Reads all users under the conditions of the list. */
export async function allUsers(query: UserListQuery): Promise<readonly User[]> {
  return (await sdk.users.list({ ...withRegionCode(query), page: 0, size: MOST_CHOSEN })).content
}

/** Exports the list under its conditions, with phone numbers masked or whole. */
export async function exportUsers(query: UserListQuery, full: boolean): Promise<void> {
  const { page: _page, size: _size, ...conditions } = withRegionCode(query)
  const { blob, fileName } = await sdk.users.exportList({ ...conditions, ...(full ? { full } : {}) })
  saveFile(blob, fileName ?? '用户.xlsx')
}

export async function saveTemplate(): Promise<void> {
  const { blob, fileName } = await sdk.users.downloadTemplate()
  saveFile(blob, fileName ?? '批量创建账号名单.xlsx')
}

export async function saveImportErrors(file: File): Promise<void> {
  const { blob, fileName } = await sdk.users.downloadImportErrors({ file })
  saveFile(blob, fileName ?? '问题说明.xlsx')
}

/** Saves one-time passwords as slips to print, or as a table. */
export async function savePasswords(people: readonly OneTimePassword[], form: 'pdf' | 'xlsx'): Promise<void> {
  const items = people.map(({ id, password }) => ({ id, password }))
  const { blob, fileName } =
    form === 'pdf'
      ? await sdk.users.downloadPasswordSlips({ items })
      : await sdk.users.downloadPasswordSheet({ items })
  saveFile(blob, fileName ?? `初始密码.${form}`)
}

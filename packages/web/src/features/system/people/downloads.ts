import type { QueryClient } from '@tanstack/react-query'
import { sdkOf } from '../../../app/people-sdk.ts'
import { withRegionCode } from '../../../lib/narrowest-region.ts'
import { saveFile } from '../../../lib/save-file.ts'
import type { OneTimePassword, User, UserListQuery } from '../queries.ts'

const MOST_CHOSEN = 5000

/** Reads all users under the conditions of the list. */
export async function allUsers(query: UserListQuery, client: QueryClient): Promise<readonly User[]> {
  return (await sdkOf(client).users.list({ ...withRegionCode(query), page: 0, size: MOST_CHOSEN })).content
}

/** Exports the list under its conditions, with phone numbers masked or whole. */
export async function exportUsers(client: QueryClient, query: UserListQuery, full: boolean): Promise<void> {
  const { page: _page, size: _size, ...conditions } = withRegionCode(query)
  const { blob, fileName } = await sdkOf(client).users.exportList({
    ...conditions,
    ...(full ? { full } : {}),
  })
  saveFile(blob, fileName ?? '用户.xlsx')
}

export async function saveTemplate(client: QueryClient): Promise<void> {
  const { blob, fileName } = await sdkOf(client).users.downloadTemplate()
  saveFile(blob, fileName ?? '批量创建账号名单.xlsx')
}

export async function saveImportErrors(client: QueryClient, file: File): Promise<void> {
  const { blob, fileName } = await sdkOf(client).users.downloadImportErrors({ file })
  saveFile(blob, fileName ?? '问题说明.xlsx')
}

/** Saves one-time passwords as slips to print, or as a table. */
export async function savePasswords(
  client: QueryClient,
  people: readonly OneTimePassword[],
  form: 'pdf' | 'xlsx',
): Promise<void> {
  const { users } = sdkOf(client)
  const items = people.map(({ id, password }) => ({ id, password }))
  const { blob, fileName } =
    form === 'pdf'
      ? await users.downloadPasswordSlips({ items })
      : await users.downloadPasswordSheet({ items })
  saveFile(blob, fileName ?? `初始密码.${form}`)
}

import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../app/query-client.ts'
import { sdk } from '../../app/sdk.ts'

export type UserListQuery = NonNullable<Parameters<typeof sdk.users.list>[0]>
export type User = Awaited<ReturnType<typeof sdk.users.list>>['content'][number]
export type ContactListQuery = NonNullable<Parameters<typeof sdk.users.listContacts>[0]>
export type Contact = Awaited<ReturnType<typeof sdk.users.listContacts>>['content'][number]
export type OrgListQuery = NonNullable<Parameters<typeof sdk.orgs.list>[0]>
export type Org = Awaited<ReturnType<typeof sdk.orgs.list>>['content'][number]
export type AuditListQuery = NonNullable<Parameters<typeof sdk.auditLog.list>[0]>
export type AuditEntry = Awaited<ReturnType<typeof sdk.auditLog.list>>['content'][number]
export type Share = Awaited<ReturnType<typeof sdk.users.listDistribution>>[number]
export type MenuNode = Awaited<ReturnType<typeof sdk.menus.listChildren>>[number]
export type MenuDraft = Parameters<typeof sdk.menus.create>[0]
export type DictEntry = Awaited<ReturnType<typeof sdk.dicts.list>>['content'][number]
export type DictEntryDraft = Parameters<typeof sdk.dicts.create>[0]

/** Every dictionary entry at once; the specification's page size. */
const ALL = 9999

export const systemQueries = {
  users: (query: UserListQuery) =>
    queryOptions({
      queryKey: ['system', 'users', 'list', query],
      queryFn: ({ signal }) => sdk.users.list(query, { signal }),
    }),
  user: (id: number) =>
    queryOptions({
      queryKey: ['system', 'users', 'one', id],
      queryFn: ({ signal }) => sdk.users.getDetail(id, {}, { signal }),
    }),
  distribution: queryOptions({
    queryKey: ['system', 'users', 'distribution'],
    queryFn: ({ signal }) => sdk.users.listDistribution({}, { signal }),
  }),
  contacts: (query: ContactListQuery) =>
    queryOptions({
      queryKey: ['system', 'contacts', query],
      queryFn: ({ signal }) => sdk.users.listContacts(query, { signal }),
    }),
  orgs: (query: OrgListQuery) =>
    queryOptions({
      queryKey: ['system', 'orgs', query],
      queryFn: ({ signal }) => sdk.orgs.list(query, { signal }),
    }),
  audit: (query: AuditListQuery) =>
    queryOptions({
      queryKey: ['system', 'audit', query],
      queryFn: ({ signal }) => sdk.auditLog.list(query, { signal }),
    }),
  menus: (pid: number) =>
    queryOptions({
      queryKey: ['system', 'menus', pid],
      queryFn: ({ signal }) => sdk.menus.listChildren({ pid }, { signal }),
    }),
  dict: (dictName: string) =>
    queryOptions({
      queryKey: ['system', 'dicts', dictName],
      queryFn: async ({ signal }) =>
        (await sdk.dicts.list({ dictName, page: 0, size: ALL }, { signal })).content,
    }),
}

const changed =
  <Given extends unknown[], Result>(area: string, call: (...given: Given) => Promise<Result>) =>
  async (...given: Given): Promise<Result> => {
    const result = await call(...given)
    await queryClient.invalidateQueries({ queryKey: ['system', area] })
    return result
  }

/** Writes; what they change is read again. */
export const systemWrites = {
  createUser: changed('users', (draft: Parameters<typeof sdk.users.create>[0]) =>
    sdk.users.create(draft, { idempotencyKey: true }),
  ),
  setUserStatus: changed('users', ({ id, version }: User, status: '1' | '2') =>
    sdk.users.modify({ id, status, ...(version === undefined ? {} : { version }) }),
  ),
  resetPassword: changed('users', (id: number) => sdk.users.resetPassword({ id })),
  createMenu: changed('menus', (draft: MenuDraft) => sdk.menus.create(draft)),
  updateMenu: changed('menus', (draft: MenuDraft & { id: number; version?: number }) =>
    sdk.menus.update(draft),
  ),
  deleteMenu: changed('menus', (id: number) => sdk.menus.delete([id])),
  createEntry: changed('dicts', (draft: DictEntryDraft) => sdk.dicts.create(draft)),
  updateEntry: changed('dicts', (draft: DictEntryDraft & { id: number; version?: number }) =>
    sdk.dicts.update(draft),
  ),
  deleteEntry: changed('dicts', (id: number) => sdk.dicts.delete(id)),
}

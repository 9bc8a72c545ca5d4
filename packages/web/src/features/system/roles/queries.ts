import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { roles } from '@xinchu/sdk'
import { callsOf } from '../../../app/query-client.ts'
import { sessionQueries } from '../../../app/session-queries.ts'

const sdkOf = callsOf({ roles })
type Sdk = ReturnType<typeof sdkOf>

export type MenuGrants = Awaited<ReturnType<Sdk['roles']['getMenuGrants']>>
export type Role = Awaited<ReturnType<Sdk['roles']['list']>>[number]
export type RoleDetail = Awaited<ReturnType<Sdk['roles']['get']>>
export type RoleDraft = Parameters<Sdk['roles']['create']>[0]
export type RoleChange = Parameters<Sdk['roles']['update']>[0]
export type RolePlan = Awaited<ReturnType<Sdk['roles']['plan']>>

const PAGE = 10

export const roleQueries = {
  list: queryOptions({
    queryKey: ['system', 'roles', 'list'],
    queryFn: ({ client, signal }) => sdkOf(client).roles.list({ signal }),
  }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['system', 'roles', 'one', id],
      queryFn: ({ client, signal }) => sdkOf(client).roles.get(id, { signal }),
      // An edit must start from the server's present value.
      staleTime: 0,
      gcTime: 0,
    }),
  users: (id: number, page: number) =>
    queryOptions({
      queryKey: ['system', 'roles', 'users', id, page],
      queryFn: ({ client, signal }) => sdkOf(client).roles.listUsers(id, { page, size: PAGE }, { signal }),
    }),
  ofUser: (id: number) =>
    queryOptions({
      queryKey: ['system', 'roles', 'of-user', id],
      queryFn: ({ client, signal }) => sdkOf(client).roles.getUserGrants(id, { signal }),
    }),
  ofMenu: (id: number) =>
    queryOptions({
      queryKey: ['system', 'roles', 'of-menu', id],
      queryFn: ({ client, signal }) => sdkOf(client).roles.getMenuGrants(id, { signal }),
    }),
  plan: (change: RoleChange, page: number) =>
    queryOptions({
      queryKey: ['system', 'roles', 'plan', change, page],
      queryFn: ({ client, signal }) => sdkOf(client).roles.plan(change, { page, size: PAGE }, { signal }),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    }),
}

export const ROWS = PAGE

const ROLES = [
  ['system', 'roles'],
  ['system', 'kinds'],
  ['system', 'users'],
  ['system', 'menus'],
]

export const roleMutations = {
  create: mutationOptions({
    mutationFn: (draft: RoleDraft, { client }) => sdkOf(client).roles.create(draft, { idempotencyKey: true }),
    meta: { invalidates: ROLES, showsFieldErrors: true },
  }),
  save: mutationOptions({
    mutationFn: (change: RoleChange, { client }) => sdkOf(client).roles.update(change),
    meta: { invalidates: [...ROLES, sessionQueries.menus.queryKey, sessionQueries.info.queryKey] },
  }),
  delete: mutationOptions({
    mutationFn: (id: number, { client }) => sdkOf(client).roles.delete([id]),
    meta: { invalidates: ROLES },
  }),
}

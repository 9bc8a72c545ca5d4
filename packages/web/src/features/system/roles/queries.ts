import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { bind, roles } from '@xinchu/sdk'
import { connection } from '../../../app/connection.ts'
import { sessionQueries } from '../../../app/session-queries.ts'

const sdk = bind(connection, { roles })

export type MenuGrants = Awaited<ReturnType<typeof sdk.roles.getMenuGrants>>
export type Role = Awaited<ReturnType<typeof sdk.roles.list>>[number]
export type RoleDetail = Awaited<ReturnType<typeof sdk.roles.get>>
export type RoleDraft = Parameters<typeof sdk.roles.create>[0]
export type RoleChange = Parameters<typeof sdk.roles.update>[0]
export type RolePlan = Awaited<ReturnType<typeof sdk.roles.plan>>

const PAGE = 10

export const roleQueries = {
  list: queryOptions({
    queryKey: ['system', 'roles', 'list'],
    queryFn: ({ signal }) => sdk.roles.list({ signal }),
  }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['system', 'roles', 'one', id],
      queryFn: ({ signal }) => sdk.roles.get(id, { signal }),
      // An edit must start from the server's present value.
      staleTime: 0,
      gcTime: 0,
    }),
  users: (id: number, page: number) =>
    queryOptions({
      queryKey: ['system', 'roles', 'users', id, page],
      queryFn: ({ signal }) => sdk.roles.listUsers(id, { page, size: PAGE }, { signal }),
    }),
  ofUser: (id: number) =>
    queryOptions({
      queryKey: ['system', 'roles', 'of-user', id],
      queryFn: ({ signal }) => sdk.roles.getUserGrants(id, { signal }),
    }),
  ofMenu: (id: number) =>
    queryOptions({
      queryKey: ['system', 'roles', 'of-menu', id],
      queryFn: ({ signal }) => sdk.roles.getMenuGrants(id, { signal }),
    }),
  plan: (change: RoleChange, page: number) =>
    queryOptions({
      queryKey: ['system', 'roles', 'plan', change, page],
      queryFn: ({ signal }) => sdk.roles.plan(change, { page, size: PAGE }, { signal }),
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
    mutationFn: (draft: RoleDraft) => sdk.roles.create(draft, { idempotencyKey: true }),
    meta: { invalidates: ROLES, showsFieldErrors: true },
  }),
  save: mutationOptions({
    mutationFn: (change: RoleChange) => sdk.roles.update(change),
    meta: { invalidates: [...ROLES, sessionQueries.menus.queryKey, sessionQueries.info.queryKey] },
  }),
  delete: mutationOptions({
    mutationFn: (id: number) => sdk.roles.delete([id]),
    meta: { invalidates: ROLES },
  }),
}

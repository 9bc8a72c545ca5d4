import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { type Sdk, sdkOf } from '../../app/people-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { withRegionCode } from '../../lib/narrowest-region.ts'

export type UserListQuery = NonNullable<Parameters<Sdk['users']['list']>[0]>
export type RegistrationListQuery = NonNullable<Parameters<Sdk['users']['listRegistrations']>[0]>
export type RegistrationReview = Parameters<Sdk['users']['reviewRegistration']>[0]
export type User = Awaited<ReturnType<Sdk['users']['list']>>['content'][number]
export type UserDraft = Parameters<Sdk['users']['create']>[0]
export type UserChange = Parameters<Sdk['users']['modify']>[0]
export type RegistrationDetail = Awaited<ReturnType<Sdk['users']['getRegistrationDetail']>>
export type UserBulk = Parameters<Sdk['users']['changeInBulk']>[0]
export type UserBulkPlan = Awaited<ReturnType<Sdk['users']['changeInBulk']>>
export type UserImport = Awaited<ReturnType<Sdk['users']['importWorkbook']>>
export type UserImportForm = Parameters<Sdk['users']['importWorkbook']>[0]
export type OneTimePassword = NonNullable<UserImport['created']>[number]
export type Subordinate = Awaited<ReturnType<Sdk['users']['getDetail']>>
export type ContactListQuery = NonNullable<Parameters<Sdk['users']['listContacts']>[0]>
export type Contact = Awaited<ReturnType<Sdk['users']['listContacts']>>['content'][number]
export type OrgListQuery = NonNullable<Parameters<Sdk['orgs']['list']>[0]>
export type Org = Awaited<ReturnType<Sdk['orgs']['list']>>['content'][number]
export type OrgDraft = Parameters<Sdk['orgs']['create']>[0]
export type ShareQuery = NonNullable<Parameters<Sdk['users']['listDistribution']>[0]>
export type Share = Awaited<ReturnType<Sdk['users']['listDistribution']>>[number]
export type MenuNode = Awaited<ReturnType<Sdk['menus']['listChildren']>>[number]
export type MenuDraft = Parameters<Sdk['menus']['create']>[0]
export type Owner = Awaited<ReturnType<Sdk['owners']['listUsage']>>[number]
export type OwnerDraft = Parameters<Sdk['owners']['create']>[0]
export type OwnerImport = Awaited<ReturnType<Sdk['owners']['importWorkbook']>>
export type OwnerImportForm = Parameters<Sdk['owners']['importWorkbook']>[0]
export type OwnerMerge = Parameters<Sdk['owners']['merge']>[0]
export type DictEntry = Awaited<ReturnType<Sdk['dicts']['list']>>['content'][number]
export type DictEntryDraft = Parameters<Sdk['dicts']['create']>[0]

export type DictImport = Awaited<ReturnType<Sdk['dicts']['importWorkbook']>>

interface EntryChange {
  entry: DictEntry
  enabled?: boolean
  /** Place in the order, from 1. */
  position?: number
}

interface DictImportForm {
  dictName: string
  file: File
  digest?: string
}

/** A complete list, by the specification's page size. */
const ALL = 9999

export const systemQueries = {
  users: (query: UserListQuery) =>
    queryOptions({
      queryKey: ['system', 'users', 'list', query],
      queryFn: ({ client, signal }) => sdkOf(client).users.list(withRegionCode(query), { signal }),
    }),
  /** Plan of a bulk action. Never cached, because it is about to be applied. */
  bulkPlan: (form: UserBulk) =>
    queryOptions({
      queryKey: ['system', 'plan', form],
      queryFn: ({ client, signal }) => sdkOf(client).users.changeInBulk(form, { signal }),
      staleTime: 0,
      gcTime: 0,
    }),
  /** Kinds of department with the offices in the caller's scope. */
  builtInTree: queryOptions({
    queryKey: ['system', 'orgs', 'tree'],
    queryFn: ({ client, signal }) => sdkOf(client).departments.listBuiltIn({ withOrgs: true }, { signal }),
  }),
  user: (id: number) =>
    queryOptions({
      queryKey: ['system', 'users', 'one', id],
      queryFn: async ({ client, signal }) => (await sdkOf(client).users.getDetail(id, {}, { signal })).user,
    }),
  registrations: (query: RegistrationListQuery) =>
    queryOptions({
      queryKey: ['system', 'users', 'registrations', query],
      queryFn: ({ client, signal }) =>
        sdkOf(client).users.listRegistrations(withRegionCode(query), { signal }),
    }),
  registration: (id: number) =>
    queryOptions({
      queryKey: ['system', 'users', 'registration', id],
      queryFn: ({ client, signal }) => sdkOf(client).users.getRegistrationDetail(id, { signal }),
    }),
  distribution: (query: ShareQuery) =>
    queryOptions({
      queryKey: ['system', 'users', 'distribution', query],
      queryFn: ({ client, signal }) => sdkOf(client).users.listDistribution(query, { signal }),
    }),
  contacts: (query: ContactListQuery) =>
    queryOptions({
      queryKey: ['system', 'contacts', query],
      queryFn: ({ client, signal }) => sdkOf(client).users.listContacts(withRegionCode(query), { signal }),
    }),
  /** Upper-level contacts of the caller. */
  superiors: queryOptions({
    queryKey: ['system', 'contacts', 'above'],
    queryFn: async ({ client, signal }) =>
      sdkOf(client).users.listContacts({ relation: 'above', size: 100 }, { signal }),
  }),
  /** An account below the caller with its office's projects. */
  subordinate: (id: number) =>
    queryOptions({
      queryKey: ['system', 'users', 'subordinate', id],
      queryFn: ({ client, signal }) => sdkOf(client).users.getDetail(id, { withProjects: true }, { signal }),
    }),
  orgs: (query: OrgListQuery) =>
    queryOptions({
      queryKey: ['system', 'orgs', 'list', query],
      queryFn: ({ client, signal }) => sdkOf(client).orgs.list(withRegionCode(query), { signal }),
    }),
  /** Selectable offices of a kind in a place. */
  offices: (query: Pick<OrgListQuery, 'deptId' | 'regionCode'>) =>
    queryOptions({
      queryKey: ['system', 'orgs', 'choices', query],
      queryFn: async ({ client, signal }) => {
        const { content } = await sdkOf(client).orgs.list({ ...query, size: ALL }, { signal })
        return content.filter(({ enabled }) => enabled)
      },
    }),
  /** Kinds of department with their assignable roles. */
  kinds: queryOptions({
    queryKey: ['system', 'kinds'],
    queryFn: ({ client, signal }) => sdkOf(client).departments.listBuiltIn({}, { signal }),
    staleTime: 600_000,
  }),
  menus: (pid: number) =>
    queryOptions({
      queryKey: ['system', 'menus', 'below', pid],
      queryFn: ({ client, signal }) => sdkOf(client).menus.listChildren({ pid }, { signal }),
    }),
  foundMenus: (blurry: string) =>
    queryOptions({
      queryKey: ['system', 'menus', 'found', blurry],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).menus.list({ blurry, size: ALL }, { signal })).content,
    }),
  /** Possible parents of a menu; the top level for a new one. */
  superiorMenus: (id: number | undefined) =>
    queryOptions({
      queryKey: ['system', 'menus', 'superior', id],
      queryFn: ({ client, signal }) =>
        sdkOf(client).menus.listSuperior(id === undefined ? [] : [id], { signal }),
    }),
  owners: queryOptions({
    queryKey: ['system', 'owners', 'list'],
    queryFn: ({ client, signal }) => sdkOf(client).owners.listUsage({ signal }),
  }),
  /** Plan of a merger of owners. */
  mergePlan: (fromId: number, intoId: number) =>
    queryOptions({
      queryKey: ['system', 'owners', 'plan', fromId, intoId],
      queryFn: ({ client, signal }) =>
        sdkOf(client).owners.merge({ fromId, intoId, dryRun: true }, { signal }),
      enabled: intoId > 0,
    }),
  /** The records that hold an entry. Never cached, because a decision depends on it. */
  dictUsage: (dictName: string, id: number) =>
    queryOptions({
      queryKey: ['system', 'dicts', dictName, 'usage', id],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).dicts.list({ dictName, usageOf: id }, { signal })).content[0]?.usage ?? [],
      staleTime: 0,
      gcTime: 0,
    }),
  dict: (dictName: string) =>
    queryOptions({
      queryKey: ['system', 'dicts', dictName],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).dicts.list({ dictName, page: 0, size: ALL }, { signal })).content,
    }),
}

// Read by all forms.
const OWNERS: readonly QueryKey[] = [['system', 'owners'], ['owners']]
const USERS: readonly QueryKey[] = [
  ['system', 'users'],
  ['system', 'contacts'],
]
const ORGS: readonly QueryKey[] = [['system', 'orgs'], ...USERS]
// Used by the sidebar and by all forms.
const MENUS: readonly QueryKey[] = [['system', 'menus'], sessionQueries.menus.queryKey]
const DICTS: readonly QueryKey[] = [['system', 'dicts'], queryKeys.dicts]

interface Stored {
  id: number
  version?: number
}

interface Saving<Draft> {
  draft: Draft
  /** The stored record; a new one is created by default. */
  stored: Stored | undefined
}

const updateOf = ({ id, version = 0, dictName = '', label = '', value = '' }: DictEntry) => ({
  ...{ id, version, label, value },
  dict: { name: dictName },
})

const identityOf = ({ id, version = 0 }: Stored) => ({ id, version })

/** Every write of accounts, offices, menus and dictionaries. */
export const systemMutations = {
  createUser: mutationOptions({
    mutationFn: ({ draft, unsavedSlot }: { draft: UserDraft; unsavedSlot: string | undefined }, { client }) =>
      sdkOf(client).users.create(draft, { idempotencyKey: true, unsavedSlot }),
    meta: { invalidates: USERS, showsFieldErrors: true },
  }),
  modifyUser: mutationOptions({
    mutationFn: (change: UserChange, { client }) => sdkOf(client).users.modify(change),
    meta: { invalidates: USERS },
  }),
  reviewRegistration: mutationOptions({
    mutationFn: (review: RegistrationReview, { client }) => sdkOf(client).users.reviewRegistration(review),
    meta: { invalidates: [...USERS, queryKeys.review] },
  }),
  resetPassword: mutationOptions({
    mutationFn: (id: number, { client }) => sdkOf(client).users.resetPassword({ id }),
    meta: { invalidates: USERS },
  }),
  changeInBulk: mutationOptions({
    mutationFn: (form: UserBulk, { client }) => sdkOf(client).users.changeInBulk(form),
    meta: { invalidates: USERS, showsFieldErrors: true },
  }),
  /** Without a digest only checks. */
  importUsers: mutationOptions({
    mutationFn: (form: UserImportForm, { client }) => sdkOf(client).users.importWorkbook(form),
    meta: { invalidates: USERS, showsFieldErrors: true },
  }),
  saveOrg: mutationOptions({
    mutationFn: ({ draft, stored }: Saving<OrgDraft>, { client }) =>
      stored
        ? sdkOf(client).orgs.update({ ...draft, ...identityOf(stored) })
        : sdkOf(client).orgs.create(draft, { idempotencyKey: true }),
    meta: { invalidates: ORGS },
  }),
  saveMenu: mutationOptions<unknown, Error, Saving<MenuDraft>>({
    mutationFn: ({ draft, stored }, { client }) =>
      stored
        ? sdkOf(client).menus.update({ ...draft, ...identityOf(stored) })
        : sdkOf(client).menus.create(draft, { idempotencyKey: true }),
    meta: { invalidates: MENUS },
  }),
  deleteMenu: mutationOptions({
    mutationFn: (id: number, { client }) => sdkOf(client).menus.delete([id]),
    meta: { invalidates: MENUS },
  }),
  saveEntry: mutationOptions<unknown, Error, Saving<DictEntryDraft>>({
    mutationFn: ({ draft, stored }, { client }) =>
      stored
        ? sdkOf(client).dicts.update({ ...draft, ...identityOf(stored) })
        : sdkOf(client).dicts.create(draft, { idempotencyKey: true }),
    meta: { invalidates: DICTS },
  }),
  saveOwner: mutationOptions<unknown, Error, Saving<OwnerDraft>>({
    mutationFn: ({ draft, stored }, { client }) =>
      stored
        ? sdkOf(client).owners.update({ ...draft, ...identityOf(stored) })
        : sdkOf(client).owners.create(draft, { idempotencyKey: true }),
    meta: { invalidates: OWNERS },
  }),
  checkOwners: mutationOptions({
    mutationFn: (form: OwnerImportForm, { client }) => sdkOf(client).owners.importWorkbook(form),
    meta: { showsFieldErrors: true },
  }),
  /** With the digest of the check. */
  importOwners: mutationOptions({
    mutationFn: (form: OwnerImportForm, { client }) => sdkOf(client).owners.importWorkbook(form),
    meta: { invalidates: OWNERS, showsFieldErrors: true },
  }),
  mergeOwners: mutationOptions({
    mutationFn: (merge: OwnerMerge, { client }) => sdkOf(client).owners.merge(merge),
    meta: { invalidates: OWNERS },
  }),
  /** Changes one property of an entry, such as its position. */
  changeEntry: mutationOptions({
    mutationFn: ({ entry, ...change }: EntryChange, { client }) =>
      sdkOf(client).dicts.update({ ...updateOf(entry), ...change }),
    meta: { invalidates: DICTS },
  }),
  /** Without a digest only checks. */
  importDict: mutationOptions({
    mutationFn: ({ dictName, ...form }: DictImportForm, { client }) =>
      sdkOf(client).dicts.importWorkbook(form, { dictName }),
    meta: { invalidates: DICTS, showsFieldErrors: true },
  }),
  deleteEntry: mutationOptions({
    mutationFn: (id: number, { client }) => sdkOf(client).dicts.delete(id),
    meta: { invalidates: DICTS },
  }),
}

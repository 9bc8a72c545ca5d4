import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { sdk } from '../../app/people-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { withRegionCode } from '../../lib/narrowest-region.ts'

export type UserListQuery = NonNullable<Parameters<typeof sdk.users.list>[0]>
export type RegistrationListQuery = NonNullable<Parameters<typeof sdk.users.listRegistrations>[0]>
export type RegistrationReview = Parameters<typeof sdk.users.reviewRegistration>[0]
export type User = Awaited<ReturnType<typeof sdk.users.list>>['content'][number]
export type UserDraft = Parameters<typeof sdk.users.create>[0]
export type UserChange = Parameters<typeof sdk.users.modify>[0]
export type RegistrationDetail = Awaited<ReturnType<typeof sdk.users.getRegistrationDetail>>
export type UserBulk = Parameters<typeof sdk.users.changeInBulk>[0]
export type UserBulkPlan = Awaited<ReturnType<typeof sdk.users.changeInBulk>>
export type UserImport = Awaited<ReturnType<typeof sdk.users.importWorkbook>>
export type UserImportForm = Parameters<typeof sdk.users.importWorkbook>[0]
export type OneTimePassword = NonNullable<UserImport['created']>[number]
export type Subordinate = Awaited<ReturnType<typeof sdk.users.getDetail>>
export type ContactListQuery = NonNullable<Parameters<typeof sdk.users.listContacts>[0]>
export type Contact = Awaited<ReturnType<typeof sdk.users.listContacts>>['content'][number]
export type OrgListQuery = NonNullable<Parameters<typeof sdk.orgs.list>[0]>
export type Org = Awaited<ReturnType<typeof sdk.orgs.list>>['content'][number]
export type OrgDraft = Parameters<typeof sdk.orgs.create>[0]
export type ShareQuery = NonNullable<Parameters<typeof sdk.users.listDistribution>[0]>
export type Share = Awaited<ReturnType<typeof sdk.users.listDistribution>>[number]
export type MenuNode = Awaited<ReturnType<typeof sdk.menus.listChildren>>[number]
export type MenuDraft = Parameters<typeof sdk.menus.create>[0]
export type Owner = Awaited<ReturnType<typeof sdk.owners.listUsage>>[number]
export type OwnerDraft = Parameters<typeof sdk.owners.create>[0]
export type OwnerImport = Awaited<ReturnType<typeof sdk.owners.importWorkbook>>
export type OwnerImportForm = Parameters<typeof sdk.owners.importWorkbook>[0]
export type OwnerMerge = Parameters<typeof sdk.owners.merge>[0]
export type DictEntry = Awaited<ReturnType<typeof sdk.dicts.list>>['content'][number]
export type DictEntryDraft = Parameters<typeof sdk.dicts.create>[0]

export type DictImport = Awaited<ReturnType<typeof sdk.dicts.importWorkbook>>

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
      queryFn: ({ signal }) => sdk.users.list(withRegionCode(query), { signal }),
    }),
  /** Plan of a bulk action. Never cached, because it is about to be applied. */
  bulkPlan: (form: UserBulk) =>
    queryOptions({
      queryKey: ['system', 'plan', form],
      queryFn: ({ signal }) => sdk.users.changeInBulk(form, { signal }),
      staleTime: 0,
      gcTime: 0,
    }),
  /** Kinds of department with the offices in the caller's scope. */
  builtInTree: queryOptions({
    queryKey: ['system', 'orgs', 'tree'],
    queryFn: ({ signal }) => sdk.departments.listBuiltIn({ withOrgs: true }, { signal }),
  }),
  user: (id: number) =>
    queryOptions({
      queryKey: ['system', 'users', 'one', id],
      queryFn: async ({ signal }) => (await sdk.users.getDetail(id, {}, { signal })).user,
    }),
  registrations: (query: RegistrationListQuery) =>
    queryOptions({
      queryKey: ['system', 'users', 'registrations', query],
      queryFn: ({ signal }) => sdk.users.listRegistrations(withRegionCode(query), { signal }),
    }),
  registration: (id: number) =>
    queryOptions({
      queryKey: ['system', 'users', 'registration', id],
      queryFn: ({ signal }) => sdk.users.getRegistrationDetail(id, { signal }),
    }),
  distribution: (query: ShareQuery) =>
    queryOptions({
      queryKey: ['system', 'users', 'distribution', query],
      queryFn: ({ signal }) => sdk.users.listDistribution(query, { signal }),
    }),
  contacts: (query: ContactListQuery) =>
    queryOptions({
      queryKey: ['system', 'contacts', query],
      queryFn: ({ signal }) => sdk.users.listContacts(withRegionCode(query), { signal }),
    }),
  /** Upper-level contacts of the caller. */
  superiors: queryOptions({
    queryKey: ['system', 'contacts', 'above'],
    queryFn: async ({ signal }) => sdk.users.listContacts({ relation: 'above', size: 100 }, { signal }),
  }),
  /** An account below the caller with its office's projects. */
  subordinate: (id: number) =>
    queryOptions({
      queryKey: ['system', 'users', 'subordinate', id],
      queryFn: ({ signal }) => sdk.users.getDetail(id, { withProjects: true }, { signal }),
    }),
  orgs: (query: OrgListQuery) =>
    queryOptions({
      queryKey: ['system', 'orgs', 'list', query],
      queryFn: ({ signal }) => sdk.orgs.list(withRegionCode(query), { signal }),
    }),
  /** Selectable offices of a kind in a place. */
  offices: (query: Pick<OrgListQuery, 'deptId' | 'regionCode'>) =>
    queryOptions({
      queryKey: ['system', 'orgs', 'choices', query],
      queryFn: async ({ signal }) => {
        const { content } = await sdk.orgs.list({ ...query, size: ALL }, { signal })
        return content.filter(({ enabled }) => enabled)
      },
    }),
  /** Kinds of department with their assignable roles. */
  kinds: queryOptions({
    queryKey: ['system', 'kinds'],
    queryFn: ({ signal }) => sdk.departments.listBuiltIn({}, { signal }),
    staleTime: 600_000,
  }),
  menus: (pid: number) =>
    queryOptions({
      queryKey: ['system', 'menus', 'below', pid],
      queryFn: ({ signal }) => sdk.menus.listChildren({ pid }, { signal }),
    }),
  foundMenus: (blurry: string) =>
    queryOptions({
      queryKey: ['system', 'menus', 'found', blurry],
      queryFn: async ({ signal }) => (await sdk.menus.list({ blurry, size: ALL }, { signal })).content,
    }),
  /** Possible parents of a menu; the top level for a new one. */
  superiorMenus: (id: number | undefined) =>
    queryOptions({
      queryKey: ['system', 'menus', 'superior', id],
      queryFn: ({ signal }) => sdk.menus.listSuperior(id === undefined ? [] : [id], { signal }),
    }),
  owners: queryOptions({
    queryKey: ['system', 'owners', 'list'],
    queryFn: ({ signal }) => sdk.owners.listUsage({ signal }),
  }),
  /** Plan of a merger of owners. */
  mergePlan: (fromId: number, intoId: number) =>
    queryOptions({
      queryKey: ['system', 'owners', 'plan', fromId, intoId],
      queryFn: ({ signal }) => sdk.owners.merge({ fromId, intoId, dryRun: true }, { signal }),
      enabled: intoId > 0,
    }),
  /** The records that hold an entry. Never cached, because a decision depends on it. */
  dictUsage: (dictName: string, id: number) =>
    queryOptions({
      queryKey: ['system', 'dicts', dictName, 'usage', id],
      queryFn: async ({ signal }) =>
        (await sdk.dicts.list({ dictName, usageOf: id }, { signal })).content[0]?.usage ?? [],
      staleTime: 0,
      gcTime: 0,
    }),
  dict: (dictName: string) =>
    queryOptions({
      queryKey: ['system', 'dicts', dictName],
      queryFn: async ({ signal }) =>
        (await sdk.dicts.list({ dictName, page: 0, size: ALL }, { signal })).content,
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
    mutationFn: (draft: UserDraft) => sdk.users.create(draft, { idempotencyKey: true }),
    meta: { invalidates: USERS, showsFieldErrors: true },
  }),
  modifyUser: mutationOptions({
    mutationFn: (change: UserChange) => sdk.users.modify(change),
    meta: { invalidates: USERS },
  }),
  reviewRegistration: mutationOptions({
    mutationFn: (review: RegistrationReview) => sdk.users.reviewRegistration(review),
    meta: { invalidates: USERS },
  }),
  resetPassword: mutationOptions({
    mutationFn: (id: number) => sdk.users.resetPassword({ id }),
    meta: { invalidates: USERS },
  }),
  changeInBulk: mutationOptions({
    mutationFn: (form: UserBulk) => sdk.users.changeInBulk(form),
    meta: { invalidates: USERS, showsFieldErrors: true },
  }),
  /** Without a digest only checks. */
  importUsers: mutationOptions({
    mutationFn: (form: UserImportForm) => sdk.users.importWorkbook(form),
    meta: { invalidates: USERS, showsFieldErrors: true },
  }),
  saveOrg: mutationOptions({
    mutationFn: ({ draft, stored }: Saving<OrgDraft>) =>
      stored
        ? sdk.orgs.update({ ...draft, ...identityOf(stored) })
        : sdk.orgs.create(draft, { idempotencyKey: true }),
    meta: { invalidates: ORGS },
  }),
  saveMenu: mutationOptions<unknown, Error, Saving<MenuDraft>>({
    mutationFn: ({ draft, stored }) =>
      stored
        ? sdk.menus.update({ ...draft, ...identityOf(stored) })
        : sdk.menus.create(draft, { idempotencyKey: true }),
    meta: { invalidates: MENUS },
  }),
  deleteMenu: mutationOptions({
    mutationFn: (id: number) => sdk.menus.delete([id]),
    meta: { invalidates: MENUS },
  }),
  saveEntry: mutationOptions<unknown, Error, Saving<DictEntryDraft>>({
    mutationFn: ({ draft, stored }) =>
      stored
        ? sdk.dicts.update({ ...draft, ...identityOf(stored) })
        : sdk.dicts.create(draft, { idempotencyKey: true }),
    meta: { invalidates: DICTS },
  }),
  saveOwner: mutationOptions<unknown, Error, Saving<OwnerDraft>>({
    mutationFn: ({ draft, stored }) =>
      stored
        ? sdk.owners.update({ ...draft, ...identityOf(stored) })
        : sdk.owners.create(draft, { idempotencyKey: true }),
    meta: { invalidates: OWNERS },
  }),
  checkOwners: mutationOptions({
    mutationFn: (form: OwnerImportForm) => sdk.owners.importWorkbook(form),
    meta: { showsFieldErrors: true },
  }),
  /** With the digest of the check. */
  importOwners: mutationOptions({
    mutationFn: (form: OwnerImportForm) => sdk.owners.importWorkbook(form),
    meta: { invalidates: OWNERS, showsFieldErrors: true },
  }),
  mergeOwners: mutationOptions({
    mutationFn: (merge: OwnerMerge) => sdk.owners.merge(merge),
    meta: { invalidates: OWNERS },
  }),
  /** Changes one property of an entry, such as its position. */
  changeEntry: mutationOptions({
    mutationFn: ({ entry, ...change }: EntryChange) => sdk.dicts.update({ ...updateOf(entry), ...change }),
    meta: { invalidates: DICTS },
  }),
  /** Without a digest only checks. */
  importDict: mutationOptions({
    mutationFn: ({ dictName, ...form }: DictImportForm) => sdk.dicts.importWorkbook(form, { dictName }),
    meta: { invalidates: DICTS, showsFieldErrors: true },
  }),
  deleteEntry: mutationOptions({
    mutationFn: (id: number) => sdk.dicts.delete(id),
    meta: { invalidates: DICTS },
  }),
}

import { AccountStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, type FieldProblem, forbidden, missing, notFound, staleVersion } from '../../errors.ts'
import { endSessionsOf } from '../auth/session.ts'
import { type Caller, may } from '../caller.ts'
import { assertCurrent } from '../regions/former.ts'
import { assertAdministered } from '../roles/kept.ts'
import { requireOffice } from './create.ts'
import { assertPerson } from './person.ts'
import { requireUser, type UserRow, userInfo } from './query.ts'
import { assertRoles } from './roles-of.ts'
import { assertUnique } from './unique.ts'

type Schemas = components['schemas']
type Form = Schemas['UserModify']

// Fields that decide who reviews and who sees an enterprise.
const DECISIVE = ['companyName', 'creditCode', 'regionCode', 'ownerGroupId'] as const
// Fields that only an administrator may change, and not on the own account.
const GOVERNED = ['status', 'orgId', 'roleIds'] as const
// Fields of the account's office, editable with the account only for enterprises.
const OF_OFFICE = ['legalPerson', 'registeredAddress', 'enterpriseType', ...DECISIVE] as const
const MASKED = ['phone', 'idCard', 'email'] as const

/** Returns the real changes. Values equal to the displayed ones, masked or not, are unchanged. */
function changesOf(form: Form, row: UserRow): Partial<Form> {
  const shown = new Map<string, unknown>(Object.entries(userInfo(row)))
  const stored = new Map<string, unknown>([
    ['phone', row.phone],
    ['idCard', row.id_card],
    ['email', row.email],
  ])
  const isSame = (field: string, value: unknown) => shown.get(field) === value || stored.get(field) === value
  const entries = Object.entries(form).filter(
    ([field, value]) => !['id', 'version', 'roleIds', 'reason'].includes(field) && !isSame(field, value),
  )
  const roles = (row.roles ?? []).map(({ id }) => id)
  const asked = [...new Set(form.roleIds ?? roles)].sort((a, b) => a - b)
  const isOther = asked.join() !== roles.sort((a, b) => a - b).join()
  return { ...Object.fromEntries(entries), ...(isOther ? { roleIds: asked } : {}) }
}

const named = (fields: readonly (keyof Form)[], message: string): FieldProblem[] =>
  fields.map((field) => ({ field, message }))

/** @throws HttpError 400 or 403 if the caller may not make these changes */
function assertAllowed(changes: Partial<Form>, row: UserRow, form: Form, user: Caller): void {
  const isAdmin = may(user, 'accounts.manage')
  const has = (field: keyof Form) => changes[field] !== undefined
  const governed = GOVERNED.filter(has)
  if (!isAdmin && governed.length > 0) throw forbidden('A-017', '账号状态、机构与角色由系统管理员修改')
  if (!isAdmin && DECISIVE.some(has))
    throw forbidden('A-017', '单位名称、信用代码、行政区划与所属集团由系统管理员修改')
  if (!isAdmin && has('phone'))
    throw badRequest('A-017', '更换手机号请在个人中心凭短信验证码办理', [
      { field: 'phone', message: '请在个人中心凭短信验证码办理' },
    ])
  if (row.status === AccountStatus.locked && changes.status === AccountStatus.active && !form.reason?.trim())
    throw missing('reason', '原因')
  if (row.id === user.id && governed.length > 0)
    throw badRequest('A-017', '不能修改本人的状态、机构与角色', named(governed, '不能修改'))
  const ofOffice = OF_OFFICE.filter(has)
  if (ofOffice.length > 0 && row.dept_id !== deptKinds.enterprise)
    throw badRequest('A-017', '单位资料请在机构管理中修改', named(ofOffice, '请在机构管理中修改'))
}

async function assertValues(db: Db, changes: Partial<Form>, row: UserRow): Promise<void> {
  assertPerson(changes)
  if (changes.phone) await assertUnique(db, 'phone', changes.phone, { userId: row.id })
  if (changes.creditCode) await assertUnique(db, 'creditCode', changes.creditCode, { userId: row.id })
  if (changes.regionCode) {
    const region = await db
      .selectFrom('region')
      .select('level')
      .where('code', '=', changes.regionCode)
      .executeTakeFirst()
    if (region?.level !== 3)
      throw badRequest('F-014', '所属行政区划：请选择到县区', [
        { field: 'regionCode', message: '请选择到县区' },
      ])
    await assertCurrent(db, changes.regionCode)
  }
  if (changes.ownerGroupId !== undefined) {
    const group = await db
      .selectFrom('owner_dict')
      .select('id')
      .where('id', '=', changes.ownerGroupId)
      .executeTakeFirst()
    if (!group)
      throw badRequest('F-019', '所属集团：取值不存在', [{ field: 'ownerGroupId', message: '取值不存在' }])
  }
  if (changes.orgId === undefined && changes.roleIds === undefined) return
  const office =
    changes.orgId === undefined ? { dept_id: row.dept_id ?? 0 } : await requireOffice(db, changes.orgId)
  await assertRoles(db, office.dept_id, changes.roleIds ?? (row.roles ?? []).map(({ id }) => id))
}

/** Writes only the given fields. */
const given = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

async function store(
  trx: Trx,
  changes: Partial<Form>,
  row: UserRow,
  form: Form,
  user: Caller,
): Promise<void> {
  const changed = await trx
    .updateTable('app_user')
    .set({
      ...given({
        real_name: changes.realName,
        phone: changes.phone,
        id_card: changes.idCard,
        email: changes.email,
        office_phone: changes.officePhone,
        position: changes.position,
        status: changes.status,
        org_id: changes.orgId,
      }),
      // A re-enabled account may log in at once.
      ...(changes.status === AccountStatus.active
        ? { failures: 0, locked_until: null, review_note: null }
        : {}),
      version: sql`version + 1`,
      update_by: user.username,
      update_time: sql`now()`,
    })
    .where('id', '=', row.id)
    .where('version', '=', form.version ?? row.version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw staleVersion()
  await storeOffice(trx, changes, row, user)
  if (changes.roleIds) await storeRoles(trx, changes.roleIds, row)
}

/** What an account says of its office. */
async function storeOffice(trx: Trx, changes: Partial<Form>, row: UserRow, user: Caller): Promise<void> {
  const office = given({
    org_name: changes.companyName,
    credit_code: changes.creditCode?.toUpperCase(),
    legal_person: changes.legalPerson,
    registered_address: changes.registeredAddress,
    owner_type: changes.enterpriseType,
    owner_group_id: changes.ownerGroupId,
    region_code: changes.regionCode,
  })
  if (Object.keys(office).length === 0) return
  await trx
    .updateTable('org')
    .set({ ...office, version: sql`version + 1`, update_by: user.username, update_time: sql`now()` })
    .where('id', '=', row.org_id)
    .execute()
}

async function storeRoles(trx: Trx, roleIds: readonly number[], row: UserRow): Promise<void> {
  await trx.deleteFrom('user_role').where('user_id', '=', row.id).execute()
  const roles = roleIds.map((role_id) => ({ user_id: row.id, role_id }))
  await trx.insertInto('user_role').values(roles).execute()
}

/**
 * Changes an account: one's own data, or as an administrator any account including status, office and roles, which ends
 * its sessions.
 * @throws HttpError 400, 403, 404, 409
 */
export async function modifyUser(trx: Trx, form: Form, user: Caller): Promise<Schemas['User']> {
  if (!may(user, 'accounts.manage') && form.id !== user.id) throw notFound('用户')
  const row = await requireUser(trx, form.id)
  const changes = changesOf(form, row)
  const masked = MASKED.filter((field) => changes[field]?.includes('*'))
  if (masked.length > 0)
    throw badRequest('P-017', '手机号、身份证号或电子邮箱不完整', named(masked, '内容不完整'))
  assertAllowed(changes, row, form, user)
  await assertValues(trx, changes, row)
  await store(trx, changes, row, form, user)
  const ends = changes.status ?? changes.orgId ?? changes.roleIds
  if (ends !== undefined) {
    await assertAdministered(trx, user)
    await endSessionsOf(trx, row.id)
  }
  return userInfo(await requireUser(trx, row.id))
}

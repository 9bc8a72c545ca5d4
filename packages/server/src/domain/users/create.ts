import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest } from '../../errors.ts'
import { moment, validUntil } from '../auth/one-time.ts'
import { hashPassword, randomPassword } from '../auth/password.ts'
import { type Caller, may } from '../caller.ts'
import { staffedBy } from './managed.ts'
import { assertPerson } from './person.ts'
import { requireUser, userInfo } from './query.ts'
import type { Making } from './reset.ts'
import { assertRoles } from './roles-of.ts'
import { tellingMoved } from './tell-registered.ts'
import { assertUnique } from './unique.ts'

type Schemas = components['schemas']

interface Office {
  id: number
  dept_id: number
  org_name: string
  version: number
}

/** Returns an office under a condition that accounts may belong to. @throws HttpError 400 */
export async function requireOffice(
  db: Db,
  id: number,
  reach: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Office> {
  const { rows } = await sql<Office>`
    select o.id, o.dept_id, o.org_name, o.version from org o left join region r on r.code = o.region_code
    where o.id = ${id} and o.enabled and ${reach}`.execute(db)
  const [org] = rows
  if (!org)
    throw badRequest('A-018', '所属机构：机构不存在或已停用', [
      { field: 'orgId', message: '机构不存在或已停用' },
    ])
  return org
}

/** An account that is to be created, with a one-time password that must be changed at the first log-in. */
interface NewAccount {
  orgId: number
  roleIds: readonly number[]
  passwordHash: string
  /** The moment until which the password opens the account; null if it never expires. */
  until: string | null
  captchaExempt?: boolean
  /** Username of the author. */
  by: string
}

type Person = Pick<Schemas['UserDraft'], 'username' | keyof Schemas['PersonFields']>

/** Stores an account with its roles. @returns its id */
export async function insertAccount(trx: Trx, person: Person, account: NewAccount): Promise<number> {
  const { id } = await trx
    .insertInto('app_user')
    .values({
      username: person.username,
      username_key: person.username.toLowerCase(),
      password_hash: account.passwordHash,
      real_name: person.realName ?? null,
      id_card: person.idCard ?? null,
      phone: person.phone ?? null,
      email: person.email ?? null,
      office_phone: person.officePhone ?? null,
      position: person.position ?? null,
      org_id: account.orgId,
      flag: 'init',
      password_expires: moment(account.until),
      captcha_exempt: account.captchaExempt ?? false,
      create_by: account.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('user_role')
    .values(account.roleIds.map((role_id) => ({ user_id: id, role_id })))
    .execute()
  return id
}

/** Creates an account with a one-time password that must be changed at the first log-in. @throws HttpError 400, 409 */
export async function createUser(
  { db, change, config, now }: Making,
  draft: Schemas['UserDraft'],
  admin: Caller,
): Promise<Schemas['UserCreated']> {
  assertPerson(draft)
  const org = await requireOffice(db, draft.orgId, staffedBy(admin))
  const roleIds = [...new Set(draft.roleIds)]
  await assertRoles(db, org.dept_id, roleIds)
  await assertUnique(db, 'username', draft.username)
  await assertUnique(db, 'phone', draft.phone ?? '')
  const initialPassword = randomPassword()
  const passwordHash = await hashPassword(initialPassword)
  const until = validUntil(config, now())
  const row = await change(async (trx) => {
    const account = {
      ...{ orgId: org.id, roleIds, passwordHash, until, by: admin.username },
      captchaExempt: may(admin, 'accounts.manage') && (draft.captchaExempt ?? false),
    }
    const id = await tellingMoved(trx, () => insertAccount(trx, draft, account))
    return requireUser(trx, id)
  })
  return { user: userInfo(row), initialPassword, ...(until ? { validUntil: until } : {}) }
}

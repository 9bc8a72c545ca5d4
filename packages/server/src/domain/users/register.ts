import { AccountStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { assertAcceptable, hashPassword } from '../auth/password.ts'
import { openTicket } from '../auth/session.ts'
import { assertPerson } from './person.ts'
import { assertPlace } from './place.ts'
import { removeReturned } from './registrations.ts'
import { useCode } from './sms.ts'
import { tellRegistered } from './tell-registered.ts'
import { assertUnique } from './unique.ts'

type Registration = components['schemas']['Registration']

const ENTERPRISE_ROLE = 6

// The contract requires these fields, but the types of composed schemas cannot express it.
const text = (value: string | undefined): string => value ?? ''

/** The phone is verified, so a returned registration of this number gives way. */
async function assertFree(db: Db, form: Registration): Promise<void> {
  const spared = { returned: { phone: text(form.phone) } }
  await assertUnique(db, 'username', form.username, spared)
  await assertUnique(db, 'creditCode', text(form.creditCode), spared)
  await assertUnique(db, 'phone', text(form.phone))
}

/** Stores the enterprise. @returns its id */
async function insertOrg(db: Db, form: Registration): Promise<number> {
  const org = await db
    .insertInto('org')
    .values({
      org_name: text(form.companyName),
      dept_id: deptKinds.enterprise,
      region_code: text(form.regionCode),
      credit_code: text(form.creditCode).toUpperCase(),
      owner_group_id: form.ownerGroupId ?? null,
      legal_person: text(form.legalPerson),
      registered_address: form.registeredAddress ?? null,
      owner_type: text(form.enterpriseType),
      contact_name: text(form.realName),
      contact_phone: text(form.phone),
      contact_email: form.email ?? null,
      create_by: form.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return org.id
}

interface Account {
  orgId: number
  passwordHash: string
  isReviewed: boolean
}

/** Stores the first account of an enterprise. @returns its id and state */
async function insertUser(db: Db, form: Registration, { orgId, passwordHash, isReviewed }: Account) {
  const status = isReviewed ? AccountStatus.pending : AccountStatus.active
  const user = await db
    .insertInto('app_user')
    .values({
      username: form.username,
      username_key: form.username.toLowerCase(),
      password_hash: passwordHash,
      real_name: text(form.realName),
      id_card: form.idCard ?? null,
      phone: text(form.phone),
      email: form.email ?? null,
      office_phone: form.officePhone ?? null,
      position: form.position ?? null,
      org_id: orgId,
      status,
      submit_time: isReviewed ? sql`now()` : null,
      create_by: form.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('user_role').values({ user_id: user.id, role_id: ENTERPRISE_ROLE }).execute()
  return { id: user.id, status }
}

/**
 * Creates an enterprise and its first account, which waits for a review unless reviews are off. Existing records are
 * disclosed only to a caller with the phone's SMS code.
 */
export async function registerEnterprise(
  { db, config, change, now }: { db: Db; config: Config; change: Transact; now(): Date },
  form: Registration,
  address: string,
) {
  assertPerson(form)
  await assertAcceptable(form.password, { ...form, orgName: form.companyName }, [], 'password')
  await assertPlace(db, form)
  await useCode(db, { phone: text(form.phone), purpose: 'register', code: form.smsCode })
  await assertFree(db, form)
  const passwordHash = await hashPassword(form.password)
  const isReviewed = config.registrationReview ?? !config.sampleData
  return change(async (trx) => {
    await removeReturned(trx, text(form.phone), now())
    const orgId = await insertOrg(trx, form)
    const user = await insertUser(trx, form, { orgId, passwordHash, isReviewed })
    if (isReviewed) await tellRegistered(trx, user.id)
    const ticket = isReviewed ? { token: await openTicket(trx, 'registration', user.id, address) } : {}
    return { ...user, ...ticket }
  })
}

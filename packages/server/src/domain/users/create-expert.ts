import { AccountStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { badRequest, conflict } from '../../errors.ts'
import { validUntil } from '../auth/one-time.ts'
import { hashPassword, randomPassword } from '../auth/password.ts'
import type { Caller } from '../caller.ts'
import { insertProfile } from '../pilot-review/expert-write.ts'
import { expertProfile } from '../pilot-review/experts.ts'
import { insertAccount } from './create.ts'
import { assertPerson } from './person.ts'
import type { Making } from './reset.ts'
import { assertUnique } from './unique.ts'

type Schemas = components['schemas']
type Draft = Schemas['ExpertDraft']

const EXPERT_ROLE = 8

/** Locks the office of experts, so that two experts are added one after the other. @throws HttpError 400 if there is none */
async function lockOffice(trx: Trx): Promise<number> {
  const office = await trx
    .selectFrom('org')
    .select('id')
    .where('dept_id', '=', deptKinds.expert)
    .where('enabled', '=', true)
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!office) throw badRequest('A-018', '尚无评审专家的机构，请由系统管理员先建立', 'username')
  return office.id
}

const inPool = (field: 'idCard' | 'realName', message: string) =>
  conflict('A-016', message, [{ field, message }])

/** The draft without blanks around the name and the unit, which are compared. */
const trimmed = (draft: Draft): Draft => ({
  ...draft,
  realName: draft.realName.trim(),
  ...(draft.workUnit === undefined ? {} : { workUnit: draft.workUnit.trim() }),
})

/** @throws HttpError 409 if the pool has the person: by ID number, or by name and unit. Accounts out of use count, too. */
async function assertNew(trx: Trx, { realName, idCard = '', workUnit = '' }: Draft): Promise<void> {
  const { rows } = await sql<{ by_card: boolean }>`
    select ${idCard} <> '' and upper(u.id_card) = ${idCard.toUpperCase()} as by_card
    from app_user u join org o on o.id = u.org_id left join expert_profile e on e.user_id = u.id
    where o.dept_id = ${deptKinds.expert} and u.status <> ${AccountStatus.cancelled}
      and (${idCard} <> '' and upper(u.id_card) = ${idCard.toUpperCase()}
        or btrim(u.real_name) = ${realName} and btrim(e.work_unit) = ${workUnit} and ${workUnit} <> '')
    order by by_card desc limit 1`.execute(trx)
  const [known] = rows
  if (known?.by_card) throw inPool('idCard', '专家库中已有该身份证号的专家')
  if (known) throw inPool('realName', '专家库中已有该单位的同名专家')
}

/**
 * Adds an expert: an account with a one-time password that must be changed at the first log-in, and the profile.
 * @throws HttpError 400, 409 if the account, the phone or the person is known
 */
export async function createExpert(
  { db, change, config, now }: Making,
  given: Draft,
  user: Caller,
): Promise<Schemas['ExpertCreated']> {
  assertPerson(given)
  const draft = trimmed(given)
  const { username } = draft
  await assertUnique(db, 'username', username)
  await assertUnique(db, 'phone', draft.phone ?? '')
  const initialPassword = randomPassword()
  const passwordHash = await hashPassword(initialPassword)
  const until = validUntil(config, now())
  return change(async (trx) => {
    const orgId = await lockOffice(trx)
    await assertNew(trx, draft)
    const id = await insertAccount(trx, draft, {
      ...{ orgId, roleIds: [EXPERT_ROLE], passwordHash, until, by: user.username },
    })
    await insertProfile(trx, id, draft, user)
    const expert = await expertProfile(trx, id, now())
    return { id, username, initialPassword, ...(until ? { validUntil: until } : {}), expert }
  })
}

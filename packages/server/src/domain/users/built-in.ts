import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { conflict, forbidden } from '../../errors.ts'
import { type Caller, deptOf } from '../caller.ts'
import { below } from '../org/reach.ts'
import { preparePassword, storePassword } from './password.ts'
import { assertPerson } from './person.ts'
import { roleChoices } from './roles-of.ts'
import { tellingMoved } from './tell-registered.ts'
import { assertUnique } from './unique.ts'

type Schemas = components['schemas']

/** Completes a pre-created account. Its office must be of the kind and place that the account was created for. */
export async function completeAccount(
  { db, change }: { db: Db; change: Transact },
  form: Schemas['BuiltInForm'],
  user: Caller,
): Promise<void> {
  if (user.flag !== 'users') throw conflict('A-010', '账号信息已完善')
  assertPerson(form)
  const org = await db
    .selectFrom('org')
    .select('id')
    .where('id', '=', form.orgId)
    .where('enabled', '=', true)
    .where('dept_id', '=', deptOf(user))
    .where(sql<boolean>`region_code is not distinct from ${user.regionCode ?? null}`)
    .where((where) => where.or([where('id', '=', user.orgId), where('dept_id', '!=', deptKinds.enterprise)]))
    .executeTakeFirst()
  if (!org) throw forbidden('A-018', '只能选择本账号所属类别与地区的机构')
  await assertUnique(db, 'phone', form.phone ?? '', { userId: user.id })
  const made = await preparePassword(db, user.id, form.password, 'password')
  await change(async (trx) => {
    // Of two concurrent calls the second finds it completed.
    const open = await trx
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', user.id)
      .where('flag', '=', 'users')
      .forUpdate()
      .executeTakeFirst()
    if (!open) throw conflict('A-010', '账号信息已完善')
    await storePassword(trx, user.id, made)
    const kept = trx
      .updateTable('app_user')
      .set({
        real_name: form.realName ?? null,
        phone: form.phone ?? null,
        id_card: form.idCard ?? null,
        email: form.email ?? null,
        office_phone: form.officePhone ?? null,
        position: form.position ?? null,
        org_id: org.id,
        update_by: user.username,
        update_time: sql`now()`,
      })
      .where('id', '=', user.id)
    await tellingMoved(trx, () => kept.execute())
  })
}

const REVIEW_LEVELS: Readonly<Record<string, number>> = {
  [deptKinds.nation]: 0,
  [deptKinds.province]: 1,
  [deptKinds.city]: 2,
  [deptKinds.county]: 3,
  [deptKinds.enterprise]: 4,
}

interface OrgRow {
  id: number
  org_name: string
  dept_id: number
  region_code: string | null
}

async function officesOf(db: Db, user: Caller, regionCode: string | undefined): Promise<OrgRow[]> {
  const inReach =
    user.purpose === 'completion'
      ? sql<boolean>`o.dept_id = ${user.deptId} and o.region_code is not distinct from ${user.regionCode ?? null}`
      : sql<boolean>`(o.id = ${user.orgId} or ${below(user)})`
  const { rows } = await sql<OrgRow>`
    select o.id, o.org_name, o.dept_id, o.region_code from org o left join region r on r.code = o.region_code
    where o.enabled and o.dept_id <> ${deptKinds.enterprise}
      and ${inReach}
      and (${regionCode ?? ''} = '' or ${regionCode ?? ''} in (r.province_code, r.city_code, r.county_code))
    order by o.dept_id, o.region_code, o.id limit 5000`.execute(db)
  return rows
}

/** Returns the kinds of department; with a session also levels, roles and, on request, visible offices. */
export async function listDepartments(
  db: Db,
  query: { withOrgs?: boolean; regionCode?: string },
  user: Caller | undefined,
): Promise<Schemas['DeptNode'][]> {
  const { rows } = await sql<{ value: string; label: string }>`
    select e.value, e.label from dict_entry e join dict d on d.id = e.dict_id
    where d.name = 'dept_kind' and e.enabled order by e.value::integer`.execute(db)
  const offices = user && query.withOrgs ? await officesOf(db, user, query.regionCode) : undefined
  const rolesOf = user && (await roleChoices(db))
  return rows.map(({ value, label }) => ({
    id: Number(value) as Schemas['DeptKind'], // a closed dictionary of the contract
    name: label,
    ...(user && value in REVIEW_LEVELS ? { reviewLevel: REVIEW_LEVELS[value] ?? 0 } : {}),
    ...(rolesOf ? { roles: rolesOf(Number(value)) } : {}),
    ...(offices
      ? {
          orgs: offices
            .filter((org) => String(org.dept_id) === value)
            .map(({ id, org_name, region_code }) => ({
              id,
              orgName: org_name,
              ...(region_code ? { regionCode: region_code } : {}),
            })),
        }
      : {}),
  }))
}

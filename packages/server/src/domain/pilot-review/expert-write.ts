import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { RowChanges } from '../../db/schema.ts'
import { badRequest, notFound, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { expertProfile } from './experts.ts'
import { recomputeFor } from './recompute.ts'

type Schemas = components['schemas']
type Form = Schemas['ExpertProfileForm']

/** @throws HttpError 400 if the time ends before it begins */
function assertPeriod({ availableFrom, availableTo }: Pick<Form, 'availableFrom' | 'availableTo'>): void {
  if (availableFrom && availableTo && availableTo < availableFrom)
    throw badRequest('F-012', '可参加截止日期早于起始日期', 'availableTo')
}

/** Creates an empty profile if there is none, so that every change is an update. @throws HttpError 404 */
async function requireProfile(trx: Trx, id: number): Promise<void> {
  const expert = await trx
    .selectFrom('app_user as u')
    .innerJoin('org as o', 'o.id', 'u.org_id')
    .select('u.id')
    .where('u.id', '=', id)
    .where('o.dept_id', '=', deptKinds.expert)
    .executeTakeFirst()
  if (!expert) throw notFound('专家')
  await trx
    .insertInto('expert_profile')
    .values({ user_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Changes a profile with an optimistic lock. @throws HttpError 409 for a stale version */
async function updateProfile(
  trx: Trx,
  key: { userId: number; version: number },
  profile: RowChanges<'expert_profile'>,
  user: Caller,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('expert_profile')
    .set({
      ...profile,
      version: sql<number>`version + 1`,
      update_by: user.username,
      update_time: sql<string>`now()`,
    })
    .where('user_id', '=', key.userId)
    .where('version', '=', key.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw staleVersion()
}

/** Returns the columns of an expert's availability and load limit. */
const availabilityOf = ({
  available,
  availableFrom,
  availableTo,
  loadLimit,
}: Partial<Schemas['ExpertAvailability']>) => ({
  available: available ?? true,
  available_from: availableFrom ?? null,
  available_to: availableTo ?? null,
  load_limit: loadLimit ?? null,
})

/** Returns the columns of a whole profile. */
const profileOf = (form: Schemas['ExpertProfileFields']) => ({
  title: form.title ?? null,
  work_unit: form.workUnit ?? null,
  credit_code: form.creditCode ?? null,
  owner_group_id: form.ownerGroupId ?? null,
  address: form.address ?? null,
  specialties: form.specialty ?? [],
  former_units: JSON.stringify(form.formerUnits ?? []),
  joint_work: JSON.stringify(form.jointWork ?? []),
  ...availabilityOf(form),
})

/** Stores the profile of a new expert. @throws HttpError 400 */
export async function insertProfile(
  trx: Trx,
  userId: number,
  form: Schemas['ExpertProfileFields'],
  user: Caller,
): Promise<void> {
  assertPeriod(form)
  await trx
    .insertInto('expert_profile')
    .values({ user_id: userId, ...profileOf(form), update_by: user.username })
    .execute()
}

/** Replaces the profile of an expert. @throws HttpError 404, 409 for a stale version */
export async function saveExpert(
  trx: Trx,
  form: Form,
  user: Caller,
  now: Date,
): Promise<Schemas['ExpertProfile']> {
  assertPeriod(form)
  await requireProfile(trx, form.userId)
  await updateProfile(trx, form, profileOf(form), user)
  await recomputeFor(trx, form.userId, now)
  return expertProfile(trx, form.userId, now)
}

/** Changes the caller's availability and load limit. @throws HttpError 409 for a stale version */
export async function saveOwnAvailability(
  trx: Trx,
  form: Schemas['ExpertAvailability'],
  user: Caller,
  now: Date,
): Promise<Schemas['ExpertProfile']> {
  assertPeriod(form)
  await requireProfile(trx, user.id)
  await updateProfile(trx, { userId: user.id, version: form.version }, availabilityOf(form), user)
  return expertProfile(trx, user.id, now)
}

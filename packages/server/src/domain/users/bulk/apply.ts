import { AccountStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import type { Change } from '../../../db/transaction.ts'
import { conflict, missing, unprocessable } from '../../../errors.ts'
import { makePasswords, moment, type OneTimePassword, validUntil } from '../../auth/one-time.ts'
import { endSessionsOf } from '../../auth/session.ts'
import type { Caller } from '../../caller.ts'
import { assertAdministered } from '../../roles/kept.ts'
import type { Making } from '../reset.ts'
import { tellingMoved } from '../tell-registered.ts'
import type { BulkAction, Planned, Target } from './effects.ts'
import { type BulkForm, LAST, type Plan, planBulk } from './plan.ts'

type Schemas = components['schemas']

const changed = () => conflict('A-023', '账号或方案已变化，请重新核对')

interface Values {
  ids: readonly number[]
  target: Target | undefined
  passwords: readonly OneTimePassword[]
  until: string | null
}

/** Assignments of the update, by action. */
const SETS: Readonly<Record<BulkAction, (values: Values) => ReturnType<typeof sql>>> = {
  disable: () => sql`status = ${AccountStatus.disabled}`,
  // An enabled account may log in at once.
  enable: () => sql`status = ${AccountStatus.active}, failures = 0, locked_until = null`,
  unlock: () => sql`failures = 0, locked_until = null`,
  move: ({ target }) => sql`org_id = ${target?.id ?? 0}`,
  // A pre-created account must still be completed.
  reset: ({
    until,
  }) => sql`password_hash = x.hash, flag = case when u.flag = 'users' then 'users' else 'reset' end,
    previous_hashes = (array[u.password_hash] || u.previous_hashes)[1:3], failures = 0, locked_until = null,
    pwd_reset_time = now(), password_expires = ${moment(until)}::timestamptz`,
}

const ENDS_SESSIONS: ReadonlySet<BulkAction> = new Set(['disable', 'move', 'reset'])

interface Bulk extends Making {
  change: Change
}

async function write(trx: Trx, action: BulkAction, values: Values, user: Caller): Promise<void> {
  const { ids, passwords } = values
  const hashes = ids.map((_, at) => passwords[at]?.hash ?? '')
  const { rows } = await sql<{ id: number }>`
    update app_user u set ${SETS[action](values)}, version = u.version + 1, update_by = ${user.username}, update_time = now()
    from unnest(${[...ids]}::bigint[], ${hashes}::text[]) as x (id, hash) where u.id = x.id returning u.id`.execute(
    trx,
  )
  if (rows.length < ids.length) throw changed()
  if (ENDS_SESSIONS.has(action)) await endSessionsOf(trx, ids)
}

const passwordsOf = (
  rows: readonly Planned[],
  passwords: readonly OneTimePassword[],
): Schemas['OneTimePassword'][] =>
  rows.map((row, at) => ({
    id: row.id,
    username: row.username,
    ...(row.real_name ? { realName: row.real_name } : {}),
    ...(row.org_name ? { orgName: row.org_name } : {}),
    password: passwords[at]?.text ?? '',
  }))

/**
 * Locks what the plan depends on and holds that nobody has changed it since.
 * @throws HttpError 409
 */
async function assertUnchanged(trx: Trx, { allowed, target }: Plan): Promise<void> {
  const [ids, versions] = [allowed.map(({ id }) => id), allowed.map(({ version }) => version)]
  const { rows } = await sql`
    select u.id from app_user u join unnest(${ids}::bigint[], ${versions}::integer[]) as x (id, version)
      on x.id = u.id and x.version = u.version
    order by u.id for no key update of u`.execute(trx)
  const office = target
    ? await sql`select id from org where id = ${target.id} and version = ${target.version} and enabled
        for share`.execute(trx)
    : undefined
  if (rows.length < ids.length || office?.rows.length === 0) throw changed()
}

/** @throws HttpError 400, 409, 422 unless the plan that was seen can be carried out */
function assertReady({ reply, allowed }: Plan, { digest, reason }: BulkForm): void {
  if ((reason ?? '').trim() === '') throw missing('reason', '原因')
  if (reply.digest !== digest)
    // Somebody else has disabled the other administrators since.
    throw reply.items.some(({ code }) => code === LAST.code) ? conflict(LAST.code, LAST.message) : changed()
  if (allowed.length === 0) throw unprocessable('A-024', '没有可办理的账号', 'ids')
}

/**
 * Returns the plan; with the digest of the plan that the caller has seen, carries it out in one transaction.
 * @throws HttpError 400 without a reason, 409 if the plan is another by now, 422 if nothing can be done
 */
export async function changeInBulk(
  { db, change, config, now }: Bulk,
  form: BulkForm,
  user: Caller,
): Promise<Schemas['UserBulkPlan']> {
  const { action } = form
  const plan = await planBulk(db, form, user)
  if (form.digest === undefined) return plan.reply
  assertReady(plan, form)
  const ids = plan.allowed.map(({ id }) => id)
  const passwords = action === 'reset' ? await makePasswords(ids.length) : []
  const until = action === 'reset' ? validUntil(config, now()) : null
  await change(async (trx) => {
    await assertUnchanged(trx, plan)
    const values = { ids, target: plan.target, passwords, until }
    await tellingMoved(trx, () => write(trx, action, values, user))
    if (plan.isGoverned) await assertAdministered(trx, user)
  }, ids)
  return {
    ...plan.reply,
    applied: true,
    ...(action === 'reset' ? { passwords: passwordsOf(plan.allowed, passwords) } : {}),
    ...(until ? { validUntil: until } : {}),
  }
}

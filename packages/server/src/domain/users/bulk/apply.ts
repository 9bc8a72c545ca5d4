import { AccountStatus } from '@xinchu/sdk/codes'
import { deptKinds } from '@xinchu/sdk/rights'
import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { conflict, missing, unprocessable } from '../../../errors.ts'
import { endSessionsOf } from '../../auth/session.ts'
import type { Caller } from '../../caller.ts'
import { makePasswords, moment, type OneTimePassword, validUntil } from '../one-time.ts'
import type { Making } from '../reset.ts'
import type { NoteEach } from '../roster/create.ts'
import type { BulkAction, Planned, Target } from './effects.ts'
import { type BulkForm, LAST, type Plan, planBulk } from './plan.ts'

type Schemas = components['schemas']

const changed = () => conflict('A-023', '账号或方案已变化，请重新核对')

/** @throws HttpError 409 unless the plan is the one that was seen */
function assertSeen({ reply }: Plan, digest: string): void {
  if (reply.digest === digest) return
  // Somebody else has disabled the other administrators meanwhile.
  if (reply.items.some(({ code }) => code === LAST.code)) throw conflict(LAST.code, LAST.message)
  throw changed()
}

const NAMES: Readonly<Record<BulkAction, string>> = {
  disable: '批量停用账号',
  enable: '批量启用账号',
  move: '批量调整机构',
  reset: '批量重置密码',
  unlock: '解除账号锁定',
}

interface Change {
  ids: readonly number[]
  target: Target | undefined
  passwords: readonly OneTimePassword[]
  until: string | null
}

/** Assignments of the update, by action. */
const SETS: Readonly<Record<BulkAction, (change: Change) => ReturnType<typeof sql>>> = {
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

async function write(trx: Trx, action: BulkAction, change: Change, user: Caller): Promise<void> {
  const { ids, passwords } = change
  const hashes = ids.map((_, at) => passwords[at]?.hash ?? '')
  const { rows } = await sql<{ id: number }>`
    update app_user u set ${SETS[action](change)}, version = u.version + 1, update_by = ${user.username}, update_time = now()
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
 * Returns the plan; with the digest of the plan that the caller has seen, carries it out in one transaction.
 * @throws HttpError 400 without a reason, 409 if the plan is another by now, 422 if nothing can be done
 */
export async function changeInBulk(
  { db, change, config, now }: Making,
  form: BulkForm,
  { user, noteEach }: { user: Caller; noteEach: NoteEach },
): Promise<Schemas['UserBulkPlan']> {
  const { action, digest } = form
  const seen = await planBulk(db, form, user)
  if (digest === undefined) return seen.reply
  const reason = (form.reason ?? '').trim()
  if (reason === '') throw missing('reason', '原因')
  assertSeen(seen, digest)
  if (seen.allowed.length === 0) throw unprocessable('A-024', '没有可办理的账号', 'ids')
  const ids = seen.allowed.map(({ id }) => id)
  const passwords = action === 'reset' ? await makePasswords(ids.length) : []
  const until = action === 'reset' ? validUntil(config, now()) : null
  await change(async (trx) => {
    // The plan holds as long as nobody else changes an account of it, or an administrator.
    await sql`select id from app_user where id = any(${ids}::bigint[])
      or org_id in (select id from org where dept_id = ${deptKinds.administration}) order by id for update`.execute(
      trx,
    )
    const plan = await planBulk(trx, form, user)
    assertSeen(plan, digest)
    await write(trx, action, { ids, target: plan.target, passwords, until }, user)
    await noteEach(
      trx,
      plan.allowed.map(({ id, username }) => ({ id, name: username, action: NAMES[action], reason })),
    )
  })
  return {
    ...seen.reply,
    applied: true,
    ...(action === 'reset' ? { passwords: passwordsOf(seen.allowed, passwords) } : {}),
    ...(until ? { validUntil: until } : {}),
  }
}

import { createHash } from 'node:crypto'
import { AccountStatus, AssignStatus, DeclareStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { forbidden, missing, notFound, unprocessable } from '../../../errors.ts'
import { type Caller, may } from '../../caller.ts'
import { below } from '../../org/reach.ts'
import { requireOffice } from '../create.ts'
import { servedBy } from '../managed.ts'
import { listAccounts, matching, type UserRow } from '../query.ts'
import { roleChoices } from '../roles-of.ts'
import { type BulkAction, effectOf, notesOf, type Planned, refusalOf, type Target } from './effects.ts'

type Schemas = components['schemas']
export type BulkForm = Schemas['UserBulk']

const MOST = 5000
const MOST_RESETS = 500
/** Bulk actions open to a province; all others need an administrator. */
const SERVICE: ReadonlySet<BulkAction> = new Set(['reset', 'unlock'])

/** A plan, and the rows that it applies to. */
export interface Plan {
  reply: Schemas['UserBulkPlan']
  allowed: readonly Planned[]
  target: Target | undefined
  /** Whether the plan removes administrators. */
  isGoverned: boolean
}

async function chosen(db: Db, { ids, where = {} }: BulkForm, user: Caller): Promise<UserRow[]> {
  const wanted = ids && [...new Set(ids)]
  const parts = wanted
    ? [sql<boolean>`(${below(user)})`, sql<boolean>`u.id = any(${wanted}::bigint[])`]
    : matching(where, user)
  const rows = await listAccounts(db, parts, { limit: MOST + 1 })
  if (wanted && rows.length < wanted.length) throw notFound('用户')
  if (rows.length > MOST) throw unprocessable('A-023', `每次至多办理${MOST}个账号，请缩小范围`, 'where')
  return rows
}

type Facts = Pick<Planned, 'id' | 'is_reached' | 'open_assigns' | 'open_projects' | 'office_active'>

/** Reads a plan's inputs other than the accounts, in one query. */
async function factsOf(db: Db, ids: readonly number[], action: BulkAction, user: Caller): Promise<Facts[]> {
  const reach = SERVICE.has(action) ? servedBy(user) : sql<boolean>`${may(user, 'accounts.manage')}`
  const unfinished = [
    DeclareStatus.draft,
    DeclareStatus.returnedByCounty,
    DeclareStatus.returnedByCity,
    DeclareStatus.returnedByProvince,
  ]
  const { rows } = await sql<Facts>`
    select u.id, ${reach} as is_reached,
      (select count(*) from expert_assign a where a.expert_id = u.id and a.status in (${AssignStatus.waiting}, ${AssignStatus.reviewing})) as open_assigns,
      (select count(*) from es_project p where p.org_id = u.org_id and not p.deleted
        and p.declare_status = any(${unfinished}::text[])) as open_projects,
      (select count(*) from app_user x where x.org_id = u.org_id and x.status = ${AccountStatus.active}) as office_active
    from app_user u left join org o on o.id = u.org_id left join region r on r.code = o.region_code
    where u.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows
}

/** Active administrators who are not among these accounts. */
async function otherAdministrators(db: Db, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from app_user u join org o on o.id = u.org_id
    where o.dept_id = ${deptKinds.administration} and o.enabled and u.status = ${AccountStatus.active}
      and not u.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows[0]?.count ?? 0
}

async function targetOf(db: Db, { action, orgId }: BulkForm): Promise<Target | undefined> {
  if (action !== 'move') return undefined
  if (orgId === undefined) throw missing('orgId', '调入机构')
  const office = await requireOffice(db, orgId)
  const known = (await roleChoices(db))(office.dept_id)
  return {
    id: office.id,
    version: office.version,
    name: office.org_name,
    deptId: office.dept_id,
    isFitting: (roleIds) => roleIds.every((asked) => known.some(({ id }) => id === asked)),
  }
}

function assertAllowed({ action }: BulkForm, user: Caller): void {
  if (!SERVICE.has(action) && !may(user, 'accounts.manage'))
    throw forbidden('A-017', '停用、启用账号和调整机构由系统管理员办理')
}

/** Refusal to remove the last administrators. */
export const LAST = { code: 'A-022', message: '办理后将没有可用的系统管理员' } as const

/** Returns the administrators among the accounts, if the action ends their administration. */
function administratorsLeaving(
  rows: readonly Planned[],
  { action }: BulkForm,
  target: Target | undefined,
): readonly Planned[] {
  const leaves = action === 'disable' || (action === 'move' && target?.deptId !== deptKinds.administration)
  return leaves ? rows.filter(({ dept_id }) => dept_id === deptKinds.administration) : []
}

/** Returns the refusals by account. The last administrators cannot be removed. */
async function refusals(
  db: Db,
  rows: readonly Planned[],
  form: BulkForm,
  target: Target | undefined,
  user: Caller,
) {
  const found = new Map(
    rows.flatMap((row) => {
      const why = refusalOf(row, { action: form.action, target, user })
      return why ? [[row.id, why] as const] : []
    }),
  )
  const leaving = administratorsLeaving(
    rows.filter(({ id }) => !found.has(id)),
    form,
    target,
  )
  if (
    leaving.length > 0 &&
    (await otherAdministrators(
      db,
      leaving.map(({ id }) => id),
    )) === 0
  )
    for (const { id } of leaving) found.set(id, LAST)
  return found
}

function leavingByOffice(rows: readonly Planned[]): ReadonlyMap<number | null, number> {
  const counts = new Map<number | null, number>()
  for (const { org_id } of rows) counts.set(org_id, (counts.get(org_id) ?? 0) + 1)
  return counts
}

/**
 * Plans a bulk action: the effect on each chosen account, or the refusal. Takes a constant number of queries.
 * @throws HttpError 403, 404 if an account is out of scope, 422 if there are too many
 */
export async function planBulk(db: Db, form: BulkForm, user: Caller): Promise<Plan> {
  assertAllowed(form, user)
  const target = await targetOf(db, form)
  const accounts = await chosen(db, form, user)
  const facts = new Map(
    (
      await factsOf(
        db,
        accounts.map(({ id }) => id),
        form.action,
        user,
      )
    ).map((each) => [each.id, each]),
  )
  const rows = accounts.flatMap((row): Planned[] => {
    const known = facts.get(row.id)
    return known ? [{ ...row, ...known }] : []
  })
  const refused = await refusals(db, rows, form, target, user)
  const allowed = rows.filter(({ id }) => !refused.has(id))
  if (form.action === 'reset' && allowed.length > MOST_RESETS)
    throw unprocessable('A-023', `每次至多重置${MOST_RESETS}个账号的密码，请缩小范围`, 'ids')
  const leaving = leavingByOffice(allowed)
  const items = rows.map((row): Schemas['UserBulkItem'] => {
    const why = refused.get(row.id)
    return {
      id: row.id,
      username: row.username,
      ...(row.real_name ? { realName: row.real_name } : {}),
      ...(row.org_name ? { orgName: row.org_name } : {}),
      effect: why ? '' : effectOf(row, form.action, target),
      ...why,
      notes: why ? [] : notesOf(row, form.action, leaving.get(row.org_id) ?? 0),
    }
  })
  const isGoverned = administratorsLeaving(allowed, form, target).length > 0
  return { reply: replyOf(items, form), allowed, target, isGoverned }
}

function replyOf(items: Schemas['UserBulkItem'][], { action, orgId }: BulkForm): Schemas['UserBulkPlan'] {
  const refused = items.filter(({ message }) => message !== undefined).length
  const digest = createHash('sha256')
    .update(JSON.stringify([action, orgId, items]))
    .digest('hex')
  return { digest, allowed: items.length - refused, refused, applied: false, items }
}

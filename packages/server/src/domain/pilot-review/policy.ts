import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { CONFLICT_CODES } from './conflict-policy.ts'

type Schemas = components['schemas']
type Policy = Row<'conflict_policy'>
type Rule = Schemas['ConflictRule']

/** Rules that reach into the past. */
const WITH_WINDOW: ReadonlySet<string> = new Set(['C-01', 'C-08', 'C-09'])

/** Returns the policy that holds: the newest approved version. */
export async function currentPolicy(db: Db): Promise<Policy> {
  return db
    .selectFrom('conflict_policy')
    .selectAll()
    .where('approved_at', 'is not', null)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

const policyInfo = (row: Policy, current: number): Schemas['ConflictPolicy'] =>
  reply({
    no: row.no,
    rules: row.rules,
    reason: row.reason,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    approvedBy: row.approved_by,
    approvedAt: row.approved_at,
    current: row.no === current,
  })

/** Returns all versions, the newest first. */
export async function listPolicies(db: Db): Promise<Schemas['ConflictPolicy'][]> {
  const { no } = await currentPolicy(db)
  const rows = await db.selectFrom('conflict_policy').selectAll().orderBy('no', 'desc').execute()
  return rows.map((row) => policyInfo(row, no))
}

const isLess = (a: number | undefined, b: number | undefined) => a === undefined || b === undefined || a > b

/** @throws HttpError 400 if a rule is missing, twice there, or lacks what it compares by */
function assertRules(rules: readonly Rule[]): void {
  const codes = rules.map(({ code }) => code).sort()
  if (codes.join() !== CONFLICT_CODES.join()) throw badRequest('E-006', '须含 C-01 至 C-11 各一条', 'rules')
  rules.forEach((rule, at) => {
    if (rule.code === 'C-02' && isLess(rule.threshold, rule.excludeFrom))
      throw badRequest('E-006', 'C-02 须有相似度，排除的相似度不低于待判的', `rules.${at}.threshold`)
    if (WITH_WINDOW.has(rule.code) && rule.windowYears === undefined)
      throw badRequest('E-006', `${rule.code} 须有回溯年数`, `rules.${at}.windowYears`)
  })
}

/** Stores a new version, which waits for the nation. */
export async function proposePolicy(
  trx: Trx,
  { rules, reason }: Schemas['ConflictPolicyDraft'],
  user: Caller,
): Promise<Schemas['ConflictPolicy']> {
  assertRules(rules)
  const { no: current } = await currentPolicy(trx)
  const row = await trx
    .insertInto('conflict_policy')
    .values((eb) => ({
      no: eb.selectFrom('conflict_policy').select(sql<number>`max(no) + 1`.as('no')),
      rules: JSON.stringify(rules),
      reason,
      proposed_by: user.username,
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return policyInfo(row, current)
}

const NOT_WAITING = '只能批准最新提出、尚未批准的版本'

/** Puts a version in force. @throws HttpError 404, 409 unless it is the newest and waits for approval */
export async function approvePolicy(trx: Trx, no: number, user: Caller): Promise<Schemas['ConflictPolicy']> {
  const newest = await trx
    .selectFrom('conflict_policy')
    .select(['no', 'approved_at', 'proposed_by'])
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (no > newest.no) throw notFound('规则版本')
  if (no < newest.no || newest.approved_at !== null) throw conflict('E-006', NOT_WAITING)
  if (newest.proposed_by === user.username) throw conflict('E-006', '提出与批准须由两人办理')
  const row = await trx
    .updateTable('conflict_policy')
    .set({ approved_by: user.username, approved_at: sql<string>`now()` })
    .where('no', '=', no)
    .where('approved_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw conflict('E-006', NOT_WAITING)
  return policyInfo(row, no)
}

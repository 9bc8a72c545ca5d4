import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { type Group, requireGroup } from './groups.ts'
import { usualSeed } from './plan-input.ts'

type Schemas = components['schemas']
type Info = Schemas['SeedRequest']

const infoOf = (row: Row<'seed_request'>): Info =>
  reply<Info>({
    id: row.id,
    groupId: row.group_id,
    seed: row.seed,
    reason: row.reason,
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    agreed: row.agreed,
    opinion: row.opinion,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  })

/** Returns the requests of a group, the newest first. @throws HttpError 404 */
export async function listSeedRequests(db: Db, groupId: number): Promise<Info[]> {
  await requireGroup(db, groupId)
  const rows = await db
    .selectFrom('seed_request')
    .selectAll()
    .where('group_id', '=', groupId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(infoOf)
}

/** Asks the nation for another seed. @throws HttpError 400 for the usual seed, 404, 409 while another request waits */
export async function askSeed(
  trx: Trx,
  { groupId, seed, reason }: Schemas['SeedRequestDraft'],
  user: Caller,
): Promise<Info> {
  const group = await requireGroup(trx, groupId)
  if (seed === usualSeed(group)) throw badRequest('E-009', '与缺省的种子相同，无须申请', 'seed')
  const row = await trx
    .insertInto('seed_request')
    .values({ group_id: groupId, seed, reason, asked_by: user.username })
    .onConflict((clash) => clash.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw conflict('E-009', '本组已有更换种子的申请，请等待国家主管部门决定')
  return infoOf(row)
}

/** Consents to a seed or refuses it. @throws HttpError 400 for a refusal without words, 404, 409 once it is decided */
export async function decideSeed(
  trx: Trx,
  id: number,
  { agreed, opinion }: Schemas['SeedDecision'],
  user: Caller,
): Promise<Info> {
  if (!agreed && !opinion?.trim()) throw badRequest('E-009', '不同意须写明意见', 'opinion')
  const known = await trx.selectFrom('seed_request').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw notFound('更换种子的申请')
  const row = await trx
    .updateTable('seed_request')
    .set({ agreed, opinion: opinion ?? null, decided_by: user.username, decided_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('agreed', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw conflict('E-009', '该申请已决定')
  return infoOf(row)
}

/** The reason for a seed: none for the usual one. @throws HttpError 409 for another one without the nation's consent */
export async function reasonForSeed(db: Db, group: Group, seed: string): Promise<string | null> {
  if (seed === usualSeed(group)) return null
  const row = await db
    .selectFrom('seed_request')
    .select('reason')
    .where('group_id', '=', group.id)
    .where('seed', '=', seed)
    .where('agreed', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (!row) throw conflict('E-009', '更换随机种子须写明理由，经国家主管部门同意')
  return row.reason
}

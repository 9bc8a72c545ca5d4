import type { components } from '@xinchu/contract/schema'
import { REVIEWED_KINDS, type ReviewedKind } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { LiveRecord } from '../flow/kind.ts'
import { kindOf } from './list.ts'

export type Entity = components['schemas']['ReviewEntity']

/** The kinds that are reviewed now. @throws HttpError 400 for another kind */
export function reviewedEntity(entity: Entity): ReviewedKind {
  const kind = REVIEWED_KINDS.find((code) => code === entity)
  if (kind) return kind
  throw badRequest('W-002', '此类记录尚未开放审核', [{ field: 'entity', message: '此类记录尚未开放审核' }])
}

/** Returns the visible records of these ids, as the review sees them. */
export const findReviewed = (
  db: Db,
  entity: ReviewedKind,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<LiveRecord[]> => kindOf(entity).load(db, ids, user, lock)

/** @throws HttpError 404 */
export async function requireReviewed(
  db: Db,
  { entity, entityId }: { entity: Entity; entityId: number },
  user: Caller,
  lock = false,
): Promise<LiveRecord> {
  const [record] = await findReviewed(db, reviewedEntity(entity), [entityId], user, lock)
  if (!record) throw notFound('记录')
  return record
}

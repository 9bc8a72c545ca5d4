import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { type DemoContent, findDemoContents } from '../demo-project/content.ts'
import { allowedActions, DRAFTING, partyOf } from '../demo-project/states.ts'
import { kindOf } from '../desk/list.ts'
import type { Reviewed } from './record-kind.ts'
import { canonical, type ReviewedEntity, SHAPES } from './shapes.ts'

export type { Reviewed } from './record-kind.ts'
export { canonical, type ReviewedEntity, SHAPES } from './shapes.ts'

export type Entity = components['schemas']['ReviewEntity']

const DECISIONS: readonly string[] = ['PASS', 'RETURN', 'CONFIRM', 'ACCEPT']

/** A demonstration project. What the nation returns goes to the applicant, with its remarks. */
export function reviewedDemo({ row, content }: DemoContent, user: Caller): Reviewed {
  return {
    entity: 'DEMO',
    id: row.id,
    provinceCode: row.province_code,
    version: row.version,
    title: row.project_name,
    orgId: row.org_id,
    content: canonical(content, SHAPES.DEMO),
    isAuthor: partyOf(user, row) === 'APPLICANT',
    mayDecide: allowedActions(user, row).some((action) => DECISIONS.includes(action)),
    isOpen: DRAFTING.includes(row.status),
    reviewer: undefined,
    isWithReviewer: false,
    levels: 'DEMONSTRATION',
  }
}

/** The kinds that are reviewed now. @throws HttpError 400 for another kind */
export function reviewedEntity(entity: Entity): ReviewedEntity {
  if (entity in SHAPES) return entity as ReviewedEntity // the kinds with a shape
  throw badRequest('W-002', '此类记录尚未开放审核', [{ field: 'entity', message: '此类记录尚未开放审核' }])
}

/** Returns the visible records of these ids, as the review sees them. */
export async function findReviewed(
  db: Db,
  entity: ReviewedEntity,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<Reviewed[]> {
  const kind = kindOf(entity)
  if (kind) return kind.load(db, ids, user, lock)
  // Whatever is no kind in the list is a demonstration project.
  return (await findDemoContents(db, ids, user, lock)).map((found) => reviewedDemo(found, user))
}

/** @throws HttpError 404 */
export async function requireReviewed(
  db: Db,
  { entity, entityId }: { entity: Entity; entityId: number },
  user: Caller,
  lock = false,
): Promise<Reviewed> {
  const [record] = await findReviewed(db, reviewedEntity(entity), [entityId], user, lock)
  if (!record) throw notFound('记录')
  return record
}

import { DemoStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Caller, codeOf } from '../caller.ts'
import { pilotFieldsOf } from './columns.ts'
import { type Materials, materialsOf } from './completeness.ts'
import { WRITTEN_PARTS } from './part-specs.ts'
import { findPilots, type PilotRecord } from './query.ts'
import { visiblePilots } from './scope.ts'
import { sightOf } from './sight.ts'

/** A project with its applicant's complete input as one content: own fields, parts and files. */
export interface PilotContent {
  row: PilotRecord
  content: Readonly<Record<string, unknown>>
}

/** Objects of a part are compared like a list of one row. */
export const contentAsRows = (part: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && !Array.isArray(value) ? [value] : value,
    ]),
  )

/** The content of a project for the review. */
export const pilotContent = (row: PilotRecord, { parts, files }: Materials): PilotContent['content'] => ({
  ...pilotFieldsOf(row),
  ...Object.assign({}, ...WRITTEN_PARTS.map((part) => contentAsRows(parts.get(part)?.content ?? {}))),
  attachmentIds: files.map(({ id }) => id),
})

/** Returns the content of each project's latest submission, by project id. */
async function submittedContents(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, PilotContent['content']>> {
  const { rows } = await sql<{ entity_id: number; content: PilotContent['content'] }>`
    select distinct on (entity_id) entity_id, content from review_submission
    where entity = 'DEMO' and entity_id = any(${[...ids]}::bigint[]) order by entity_id, no desc`.execute(db)
  return new Map(rows.map(({ entity_id, content }) => [entity_id, content]))
}

/** Callers who follow the remarks of the projects in their scope. */
const FOLLOWERS: readonly string[] = ['ENT', 'PRV', 'CEN', 'NAT', 'PLT']

export const followsRemarks = (user: Caller): boolean => FOLLOWERS.includes(codeOf(user) ?? '')

/**
 * Returns the projects of these ids whose review the caller may follow. Callers who may not see the materials now get
 * the latest submission.
 */
export async function findPilotContents(
  db: Db,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<PilotContent[]> {
  // Only the start of the publicity depends on the time.
  const found = await findPilots(db, ids, user, { now: new Date(), lock })
  const rows = found.filter((row) => followsRemarks(user) && sightOf(user, row, 'REMARKS') !== 'NOTHING')
  const seen = rows.filter((row) => sightOf(user, row, 'MATERIALS') === 'ALL').map(({ id }) => id)
  const materials = await materialsOf(db, seen)
  const submitted = await submittedContents(
    db,
    rows.map(({ id }) => id).filter((id) => !seen.includes(id)),
  )
  return rows.map((row) => {
    const own = materials.get(row.id)
    return { row, content: own ? pilotContent(row, own) : (submitted.get(row.id) ?? {}) }
  })
}

/** Projects whose step the caller has just taken, with their content, whatever he sees of them after it. */
export async function takenPilots(
  db: Db,
  ids: readonly number[],
  { user, now, hasContent }: { user: Caller; now: Date; hasContent: boolean },
): Promise<PilotContent[]> {
  const rows = await findPilots(db, ids, user, { now })
  const materials = hasContent ? await materialsOf(db, ids) : undefined
  return rows.map((row) => {
    const own = materials?.get(row.id)
    return { row, content: own ? pilotContent(row, own) : {} }
  })
}

const WAITS: Readonly<Record<string, DemoStatus>> = {
  PRV: DemoStatus.atRecommender,
  CEN: DemoStatus.atRecommender,
  NAT: DemoStatus.recommended,
  PLT: DemoStatus.recommended,
}

/** SQL condition: a project (`p`) waits for the caller's recommendation or formal check. */
export function waitingPilots(user: Caller): RawBuilder<boolean> {
  const status = WAITS[codeOf(user) ?? '']
  return status === undefined ? sql<boolean>`false` : sql<boolean>`p.status = ${status}`
}

/** SQL condition: the caller may read the remarks about a project (`p`). */
export const remarkedPilots = (user: Caller): RawBuilder<boolean> =>
  followsRemarks(user) ? visiblePilots(user) : sql<boolean>`false`

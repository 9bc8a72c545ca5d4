import type { components } from '@xinchu/contract/schema'
import type { ReviewedKind } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { Reviewed } from '../remarks/reviewed.ts'
import { may } from '../remarks/rules.ts'
import { remarksOf } from '../remarks/store.ts'
import { reply } from '../reply.ts'
import { submissionInfo, submissionsOf } from '../submissions/store.ts'
import { wordsOfChanges } from '../values/change-words.ts'
import { type Content, differencesOf } from '../values/differences.ts'
import { namesFor, pathOf } from '../values/words.ts'
import { kindOf } from './list.ts'
import { requireReviewed } from './records.ts'

type ReviewChanges = components['schemas']['ReviewChanges']

/** Two versions of a record. */
interface Compared {
  basis: ReviewChanges['basis']
  old: Content
  now: Content
}

/**
 * The default versions to compare: the last submission with the one before it, or the
 * content now with the last submission while the author has the record; a first submission with what is stored.
 */
export function usualVersions(
  record: Pick<Reviewed, 'content' | 'isOpen'>,
  contents: readonly Content[],
  stored: Content | undefined,
): Compared & { from?: number; to?: number } {
  const last = contents.at(-1)
  if (record.isOpen && last)
    return { basis: 'SUBMISSION', old: last, now: record.content, from: contents.length }
  const before = contents.at(-2)
  if (last && before)
    return { basis: 'SUBMISSION', old: before, now: last, from: contents.length - 1, to: contents.length }
  if (stored) return { basis: 'WAREHOUSE', old: stored, now: record.content }
  return { basis: 'NONE', old: {}, now: {} }
}

/**
 * Returns the differences between two submissions of a visible record, in words.
 * @throws HttpError 404 for a record or a submission that does not exist
 */
export async function reviewChanges(
  db: Db,
  query: { entity: components['schemas']['ReviewEntity']; entityId: number; from?: number; to?: number },
  user: Caller,
): Promise<ReviewChanges> {
  const record = await requireReviewed(db, query, user)
  const submissions = (await submissionsOf(db, record.entity, [record.id])).get(record.id) ?? []
  const stored = (await kindOf(record.entity).stored?.(db, [record.id]))?.get(record.id)
  const contents = submissions.map(({ content }) => content)
  const compared = chosenVersions(query, record, contents, stored?.content)
  const { shape } = kindOf(record.entity)
  const names = await namesFor(db, [compared.old, compared.now])
  const differences = differencesOf(compared.old, compared.now, shape)
  const remarks = (await remarksOf(db, record.entity, [record.id])).get(record.id) ?? []
  const asked = new Set(
    remarks.flatMap((remark) =>
      remark.field === null || !may('READ', remark, record, user) ? [] : [pathOf(remark.field)?.field ?? ''],
    ),
  )
  const [from, to] = [compared.from, compared.to].map((no) => no && submissions.find((row) => row.no === no))
  return reply<ReviewChanges>({
    basis: compared.basis,
    from: from ? submissionInfo(from) : undefined,
    to: to ? submissionInfo(to) : undefined,
    storedPeriod: compared.basis === 'WAREHOUSE' ? stored?.period : undefined,
    changes: wordsOfChanges(differences, [compared.old, compared.now], {
      shape,
      groups: shape.groups,
      names,
    }).map((change) => ({
      ...change,
      asked: asked.has(pathOf(change.field)?.field ?? ''),
    })),
  })
}

function chosenVersions(
  { from, to }: { from?: number; to?: number },
  record: Reviewed,
  contents: readonly Content[],
  stored: Content | undefined,
): Compared & { from?: number; to?: number } {
  if (from === undefined && to === undefined) return usualVersions(record, contents, stored)
  const now = to === undefined ? record.content : contents[to - 1]
  const base = from ?? (to ?? contents.length + 1) - 1
  const old = base === 0 ? (stored ?? {}) : contents[base - 1]
  if (!old || !now) throw notFound('所选的报送')
  return {
    basis: base === 0 ? (stored ? 'WAREHOUSE' : 'NONE') : 'SUBMISSION',
    old,
    now,
    ...(base === 0 ? {} : { from: base }),
    ...(to === undefined ? {} : { to }),
  }
}

/** Number of differences that a reviewer will see, for records of one kind, by id. */
export async function changeCounts(
  db: Db,
  entity: ReviewedKind,
  records: readonly Reviewed[],
): Promise<Map<number, number>> {
  const ids = records.map(({ id }) => id)
  const submissions = await submissionsOf(db, entity, ids)
  const stored = await kindOf(entity).stored?.(db, ids)
  return new Map(
    records.map((record) => {
      const contents = (submissions.get(record.id) ?? []).map(({ content }) => content)
      const { old, now } = usualVersions(record, contents, stored?.get(record.id)?.content)
      return [record.id, differencesOf(old, now, record.shape).length]
    }),
  )
}

import type { RawBuilder } from 'kysely'
import { orderBy } from '../../db/sql.ts'
import { badRequest } from '../../errors.ts'

/** What scores decide. A list that was ordered by it would tell them. */
const SEALED: ReadonlySet<string> = new Set([
  'score',
  'totalScore',
  'primaryAvg',
  'excellentAvg',
  'avg',
  'trimmedAvg',
  'recommendCount',
  'recommended',
  'groupRank',
  'rank',
  'finalRank',
  'primaryResult',
])

/** @throws HttpError 400 for an order by what is sealed */
export function assertUnsealed(sort: readonly string[] | undefined): void {
  const isSealed = (sort ?? []).some((each) => SEALED.has(each.split(',')[0] ?? ''))
  if (isSealed) throw badRequest('E-021', '封存中，不能按此排序', 'sort')
}

/** Like `orderBy`, but says that a key is sealed. @throws HttpError 400 */
export function sealedOrder(
  columns: Readonly<Record<string, string>>,
  sort: readonly string[] | undefined,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  assertUnsealed(sort)
  return orderBy(columns, sort, last)
}

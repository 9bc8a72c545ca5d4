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

/** Like `orderBy`, but says that a key is sealed. @throws HttpError 400 */
export function sealedOrder(
  columns: Readonly<Record<string, string>>,
  sort: readonly string[] | undefined,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isSealed = (sort ?? []).some((each) => SEALED.has(each.split(',')[0] ?? ''))
  if (isSealed) throw badRequest('E-021', '封存中，不能按此排序', 'sort')
  return orderBy(columns, sort, last)
}

import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all, orderBy } from '../../db/sql.ts'
import { badRequest } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { batchFlags } from '../pilot-project/batch-state.ts'
import { type FurtherOrder, type PilotQuery, pilotConditions } from '../pilot-project/page.ts'
import { type Seen, sightOf } from '../pilot-project/sight.ts'
import type { Fact } from '../pilot-project/visibility.ts'

type Stage = components['schemas']['ReviewStage']

/** Sort keys derived from scores. An order by one of them would reveal sealed scores. */
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

const keysOf = (sort: readonly string[] | undefined): string[] =>
  (sort ?? []).map((each) => each.split(',')[0] ?? '')

const refusal = () => badRequest('E-021', '封存中，不能按此排序', 'sort')

/** Like `orderBy`, but refuses sealed keys with their own message. @throws HttpError 400 */
export function sealedOrder(
  columns: Readonly<Record<string, string>>,
  sort: readonly string[] | undefined,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (keysOf(sort).some((key) => SEALED.has(key))) throw refusal()
  return orderBy(columns, sort, last)
}

/** A stored figure, and the fact that controls its visibility. */
export interface ResultKey {
  stage: Stage
  fact: Fact
  name: 'avg' | 'trimmedAvg' | 'recommendCount' | 'rank' | 'conclusion'
}

const storedValue = ({ stage, name }: ResultKey): RawBuilder<unknown> =>
  sql`(select r.result -> ${name}::text from demo_result r where r.project_id = p.id and r.stage = ${stage})`

/** Whether the caller may see a fact of every project of the list that is in the review of the stage. */
async function isOpenForAll(
  db: Db,
  { stage, fact }: ResultKey,
  query: PilotQuery,
  user: Caller,
  now: Date,
): Promise<boolean> {
  const flags = batchFlags(now)
  const reviewed = sql<boolean>`exists (select 1 from expert_assign a where a.project_id = p.id and a.stage = ${stage})`
  const { rows } = await sql<Omit<Seen, 'is_assigned'>>`
    select distinct p.status, ${flags.is_primary_open} as is_primary_open,
      ${flags.is_excellence_open} as is_excellence_open, ${flags.is_published} as is_published,
      ${flags.is_announced} as is_announced
    from demo_project p where ${all([pilotConditions(query, user, now), reviewed])}`.execute(db)
  return rows.every((row) => sightOf(user, { ...row, is_assigned: false }, fact) !== 'NOTHING')
}

/**
 * Orders by results for `pageWhere`, once they are opened for the whole list.
 * @throws HttpError 400 for a key that is sealed for any project of the list
 */
export async function openedOrder(
  db: Db,
  keys: Readonly<Record<string, ResultKey>>,
  query: PilotQuery,
  user: Caller,
  now: Date,
): Promise<FurtherOrder> {
  const further: Record<string, RawBuilder<unknown>> = {}
  for (const name of keysOf(query.sort)) {
    if (!SEALED.has(name)) continue
    const key = keys[name]
    if (!key || !(await isOpenForAll(db, key, query, user, now))) throw refusal()
    further[name] = storedValue(key)
  }
  return further
}

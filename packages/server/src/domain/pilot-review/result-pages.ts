import { AssignStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { groupedBy } from '../grouped.ts'
import { batchFlags } from '../pilot-project/batch-state.ts'
import { pageWhere, pilotConditions } from '../pilot-project/page.ts'
import { type PilotRecord, selection } from '../pilot-project/query.ts'
import { pilotRow } from '../pilot-project/row.ts'
import { isConcealed, sightOf } from '../pilot-project/sight.ts'
import { reply } from '../reply.ts'
import { FACTS_OF, type ResultRecord, storedResults } from './results.ts'
import { openedOrder, type ResultKey } from './sealed-order.ts'

type Schemas = components['schemas']
type ExcellentQuery = NonNullable<operations['getExcellentProjectPage']['parameters']['query']>
type UnionQuery = NonNullable<operations['getPrimaryExcellentUnion']['parameters']['query']>
type StatusQuery = NonNullable<operations['getExcellentTypeStatus']['parameters']['query']>

const EXCELLENT_KEYS: Readonly<Record<string, ResultKey>> = {
  trimmedAvg: { stage: 'EXCELLENT', fact: 'EXCELLENCE_AVERAGES', name: 'trimmedAvg' },
  recommendCount: { stage: 'EXCELLENT', fact: 'EXCELLENCE_AVERAGES', name: 'recommendCount' },
  groupRank: { stage: 'EXCELLENT', fact: 'RANK', name: 'rank' },
}
const UNION_KEYS: Readonly<Record<string, ResultKey>> = {
  primaryAvg: { stage: 'PRIMARY', fact: 'PRIMARY_AVERAGES', name: 'trimmedAvg' },
  primaryResult: { stage: 'PRIMARY', fact: 'PRIMARY_AVERAGES', name: 'conclusion' },
  excellentAvg: { stage: 'EXCELLENT', fact: 'EXCELLENCE_AVERAGES', name: 'trimmedAvg' },
  recommendCount: { stage: 'EXCELLENT', fact: 'EXCELLENCE_AVERAGES', name: 'recommendCount' },
  rank: { stage: 'EXCELLENT', fact: 'RANK', name: 'rank' },
}

/** Readers of the nation see a review only when it is over. Until then even the participants are hidden. */
const mayLearn = (user: Caller, now: Date): RawBuilder<boolean> =>
  codeOf(user) === 'NQ' ? batchFlags(now).is_excellence_open : sql<boolean>`true`

interface Progress {
  project_id: number
  group_id: number | null
  group_name: string | null
  assigned: number
  submitted: number
}

async function progressOf(db: Db, ids: readonly number[]): Promise<Map<number, Progress>> {
  const { rows } = await sql<Progress>`
    select p.id as project_id, x.group_id, g.group_name,
      (select count(*) from expert_assign a where a.project_id = p.id and a.stage = 'EXCELLENT'
        and a.status <> ${AssignStatus.recused}) as assigned,
      (select count(*) from expert_assign a where a.project_id = p.id and a.stage = 'EXCELLENT'
        and a.status = ${AssignStatus.submitted}) as submitted
    from demo_project p left join expert_group_project x on x.project_id = p.id and x.stage = 'EXCELLENT'
      left join expert_group g on g.id = x.group_id
    where p.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.project_id, row]))
}

const isOpen = (user: Caller, row: PilotRecord, stage: Schemas['ReviewStage']): boolean =>
  sightOf(user, row, FACTS_OF[stage].averages) !== 'NOTHING'

const hasRank = (user: Caller, row: PilotRecord): boolean => sightOf(user, row, 'RANK') !== 'NOTHING'

/** A result only where the caller may see it. */
const shown = (
  user: Caller,
  row: PilotRecord,
  stage: Schemas['ReviewStage'],
  records: ReadonlyMap<number, ResultRecord>,
) => (isOpen(user, row, stage) ? records.get(row.id)?.result : undefined)

/** Returns a page of the projects in the excellence review, with figures once they are opened. */
export async function excellentPage(
  db: Db,
  { groupId, excellentTypeStatus, ...query }: ExcellentQuery,
  user: Caller,
  now: Date,
): Promise<Schemas['ExcellentDemoPage']> {
  const further = await openedOrder(db, EXCELLENT_KEYS, query, user, now)
  const parts = [
    sql<boolean>`p.excellent_type_status <> ${ExcellentTypeStatus.none}`,
    mayLearn(user, now),
    ...(excellentTypeStatus?.length
      ? [sql<boolean>`p.excellent_type_status = any(${excellentTypeStatus}::text[])`]
      : []),
    ...(groupId === undefined
      ? []
      : [
          sql<boolean>`exists (select 1 from expert_group_project x where x.project_id = p.id and x.group_id = ${groupId})`,
        ]),
  ]
  const { rows, total } = await pageWhere(db, query, user, now, all(parts), further)
  const ids = rows.map(({ id }) => id)
  const progress = await progressOf(db, ids)
  const records = await storedResults(db, 'EXCELLENT', ids)
  return {
    content: rows.map((row) => {
      const own = progress.get(row.id)
      const result = shown(user, row, 'EXCELLENT', records)
      return reply<Schemas['ExcellentDemoRow']>({
        ...pilotRow(row, user),
        groupId: own?.group_id,
        groupName: own?.group_name,
        assigned: own?.assigned ?? 0,
        submitted: own?.submitted ?? 0,
        trimmedAvg: result?.trimmedAvg,
        recommendCount: result?.recommendCount,
        groupRank: result && hasRank(user, row) ? result.rank : undefined,
      })
    }),
    totalElements: total,
  }
}

/** Returns a page of the batch with the results of those reviews that are opened for the caller. */
export async function unionPage(
  db: Db,
  { techType, ...query }: UnionQuery,
  user: Caller,
  now: Date,
): Promise<Schemas['ReviewSummaryPage']> {
  const inReview = sql<boolean>`exists (select 1 from expert_assign a where a.project_id = p.id)`
  const filters = { ...query, ...(techType ? { techType: [techType] } : {}) }
  const further = await openedOrder(db, UNION_KEYS, filters, user, now)
  const condition = all([inReview, mayLearn(user, now)])
  const { rows, total } = await pageWhere(db, filters, user, now, condition, further)
  const ids = rows.map(({ id }) => id)
  const primaries = await storedResults(db, 'PRIMARY', ids)
  const excellents = await storedResults(db, 'EXCELLENT', ids)
  return {
    content: rows.map((row) => {
      const primary = shown(user, row, 'PRIMARY', primaries)
      const excellent = shown(user, row, 'EXCELLENT', excellents)
      return reply<Schemas['ReviewSummaryRow']>({
        ...pilotRow(row, user),
        primaryAvg: primary?.trimmedAvg,
        primaryResult: primary?.conclusion,
        excellentAvg: excellent?.trimmedAvg,
        recommendCount: excellent?.recommendCount,
        rank: excellent && hasRank(user, row) ? excellent.rank : undefined,
      })
    }),
    totalElements: total,
  }
}

/** Counts projects by the state of their excellence review; an expert's own tasks without what decides a result. */
export async function excellentStates(
  db: Db,
  { projectId, batchYear, batchNo }: StatusQuery,
  user: Caller,
  now: Date,
): Promise<Schemas['StatusCount'][]> {
  const batch = {
    ...(batchYear === undefined ? {} : { batchYear }),
    ...(batchNo === undefined ? {} : { batchNo }),
  }
  const parts = [
    pilotConditions(batch, user, now),
    sql<boolean>`p.excellent_type_status <> ${ExcellentTypeStatus.none}`,
    ...(projectId === undefined ? [] : [sql<boolean>`p.id = ${projectId}`]),
    ...(codeOf(user) === 'EXP'
      ? [
          sql<boolean>`exists (select 1 from expert_assign a where a.project_id = p.id and a.stage = 'EXCELLENT'
            and a.expert_id = ${user.id} and a.status <> ${AssignStatus.recused})`,
        ]
      : []),
  ]
  const { rows } = await sql<PilotRecord>`
    select ${selection(user, now)} from demo_project p where ${all(parts)}`.execute(db)
  if (projectId !== undefined && rows.length === 0) throw notFound('示范项目')
  const counts = groupedBy(rows, (row) =>
    isConcealed(user, row) ? ExcellentTypeStatus.scoring : row.excellent_type_status,
  )
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, own]) => ({ value, label: labelIn('excellent_type_status', value), count: own.length }))
}

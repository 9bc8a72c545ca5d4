import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { type Caller, isAmong } from '../caller.ts'
import { groupedBy } from '../grouped.ts'
import { reply } from '../reply.ts'

type Schemas = components['schemas']
type AssessIndex = Schemas['AssessIndex']
export type IndexRow = Row<'assess_index'>

interface CatalogueQuery {
  stage?: Schemas['AssessStage'] | undefined
  techType?: string | undefined
  version?: number | undefined
}

/** The published version that holds now at each stage. */
export async function currentVersions(db: Db): Promise<Map<Schemas['AssessStage'], number>> {
  const rows = await db
    .selectFrom('assess_catalogue')
    .select(({ fn }) => ['stage', fn.max<number>('version').as('version')])
    .where('published_at', 'is not', null)
    .groupBy('stage')
    .execute()
  return new Map(rows.map(({ stage, version }) => [stage, version]))
}

/** Whether somebody edits the catalogue, and so sees versions that are not published. */
export const editsCatalogue = (user: Caller): boolean => isAmong(user, ['NAT', 'PLT'])

/** Indices in order, of the current version of each stage unless another is asked for. */
export async function findIndices(db: Db, { stage, techType, version }: CatalogueQuery): Promise<IndexRow[]> {
  const current = await currentVersions(db)
  const rows = await db
    .selectFrom('assess_index')
    .selectAll()
    .$if(stage !== undefined, (query) => query.where('stage', '=', stage ?? 'PRIMARY'))
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('stage')
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return rows.filter(
    (row) =>
      (version !== undefined || row.version === current.get(row.stage)) &&
      (techType === undefined || row.tech_type === null || row.tech_type === techType),
  )
}

function indexOf(row: IndexRow, byParent: ReadonlyMap<number | null, readonly IndexRow[]>): AssessIndex {
  const children = (byParent.get(row.id) ?? []).map((child) => indexOf(child, byParent))
  return reply<AssessIndex>({
    id: row.id,
    pid: row.pid,
    code: row.code,
    indexName: row.index_name,
    indexLevel: row.index_level,
    stage: row.stage,
    techType: row.tech_type,
    indexType: row.index_type,
    unit: row.unit,
    fullScore: row.full_score,
    weight: row.weight,
    scoreRule: row.score_rule,
    direction: row.direction,
    lowerBound: row.lower_bound,
    upperBound: row.upper_bound,
    section: row.section,
    sort: row.sort,
    version: row.version,
    enabled: row.enabled,
    children: children.length > 0 ? children : undefined,
  })
}

/** The tree of indices. A version that is not published is seen by those who edit it. */
export async function assessCatalogue(db: Db, query: CatalogueQuery, user: Caller): Promise<AssessIndex[]> {
  const current = await currentVersions(db)
  const rows = (await findIndices(db, query)).filter(
    ({ stage, version }) => editsCatalogue(user) || version <= (current.get(stage) ?? 0),
  )
  const byParent = groupedBy(rows, ({ pid }) => pid)
  return (byParent.get(null) ?? []).map((row) => indexOf(row, byParent))
}

/** The indices that are scored: those without others below them. */
export async function scoredIndices(db: Db, query: CatalogueQuery): Promise<IndexRow[]> {
  const rows = (await findIndices(db, query)).filter(({ enabled }) => enabled)
  const parents = new Set(rows.map(({ pid }) => pid))
  return rows.filter(({ id }) => !parents.has(id))
}

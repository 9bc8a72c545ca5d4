import { AssignStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { labelIn } from '../dict/label.ts'
import { groupedBy } from '../grouped.ts'
import { conclusionWords } from '../pilot-project/feedback.ts'
import { reply } from '../reply.ts'
import { expertNumbers } from './result-compute.ts'
import type { ScoreRow } from './score.ts'

type Schemas = components['schemas']
type Opinion = Schemas['ExpertOpinion']
type Stage = Schemas['ReviewStage']

interface Written extends Pick<ScoreRow, 'items' | 'conclusion' | 'opinion'> {
  project_id: number
  group_id: number | null
  expert_id: number
}

interface Index {
  id: number
  index_name: string
  full_score: number
}

/** The submitted sheets of all groups that judged one of the projects: numbers are drawn over a whole group. */
async function writtenOf(db: Db, stage: Stage, ids: readonly number[]): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select a.project_id, a.group_id, a.expert_id, s.items, s.conclusion, s.opinion
    from expert_assign a join expert_score s on s.assign_id = a.id
    where a.stage = ${stage} and a.status = ${AssignStatus.submitted}
      and (a.project_id = any(${[...ids]}::bigint[]) or a.group_id in (select o.group_id from expert_assign o
        where o.stage = ${stage} and o.project_id = any(${[...ids]}::bigint[])))
    order by a.id`.execute(db)
  return rows
}

async function indicesOf(
  db: Db,
  sheets: readonly Written[],
): Promise<Map<number, Index & { place: number }>> {
  const ids = new Set(
    sheets.flatMap(({ items }) =>
      items.flatMap(({ indexId, comment }) => (comment?.trim() ? [indexId] : [])),
    ),
  )
  if (ids.size === 0) return new Map()
  const rows = await db
    .selectFrom('assess_index')
    .select(['id', 'index_name', 'full_score'])
    .where('id', 'in', [...ids])
    .orderBy('code')
    .execute()
  return new Map(rows.map((row, place) => [row.id, { ...row, place }]))
}

const placeIn = (indices: ReadonlyMap<number, { place: number }>, id: number) => indices.get(id)?.place ?? 0

const commentsOf = (
  { items }: Written,
  indices: Awaited<ReturnType<typeof indicesOf>>,
): Schemas['ItemComment'][] =>
  [...items]
    .sort((a, b) => placeIn(indices, a.indexId) - placeIn(indices, b.indexId))
    .flatMap(({ indexId, score, comment }) => {
      const index = indices.get(indexId)
      if (!index || !comment?.trim()) return []
      const { index_name: indexName, full_score: fullScore } = index
      return [reply<Schemas['ItemComment']>({ indexName, fullScore, score, comment: comment.trim() })]
    })

/** What the experts wrote about the projects of a stage, by project, with numbers for the experts. */
export async function opinionsOf(
  db: Db,
  stage: Stage,
  ids: readonly number[],
  seed: string,
): Promise<Map<number, Opinion[]>> {
  const sheets = await writtenOf(db, stage, ids)
  const indices = await indicesOf(db, sheets)
  const numbers = new Map(
    [...groupedBy(sheets, ({ group_id }) => group_id)].map(([groupId, own]) => [
      groupId,
      expertNumbers(
        own.map(({ expert_id }) => expert_id),
        groupId,
        seed,
      ),
    ]),
  )
  const opinionOf = (sheet: Written): Opinion =>
    reply<Opinion>({
      expertNo: numbers.get(sheet.group_id)?.get(sheet.expert_id) ?? 0,
      conclusion: sheet.conclusion,
      conclusionLabel: sheet.conclusion ? labelIn('review_result', sheet.conclusion) : undefined,
      opinion: sheet.opinion,
      comments: commentsOf(sheet, indices),
    })
  return new Map(
    [...groupedBy(sheets, ({ project_id }) => project_id)].map(([id, own]) => [
      id,
      own.map(opinionOf).sort((a, b) => a.expertNo - b.expertNo),
    ]),
  )
}

/** Counts the conclusions, the most favourable first, and words the counts. */
export function conclusionsOf(
  opinions: readonly Opinion[],
): Required<Pick<Schemas['ResultRow'], 'conclusions' | 'conclusionText'>> {
  const given = opinions.flatMap(({ conclusion }) => (conclusion ? [conclusion] : []))
  const conclusions = [...groupedBy(given, (each) => each)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, own]) => ({ value, label: labelIn('review_result', value), count: own.length }))
  return {
    conclusions,
    conclusionText: conclusionWords(conclusions),
  }
}

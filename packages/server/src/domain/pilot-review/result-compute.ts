import { createHash } from 'node:crypto'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { groupedBy } from '../grouped.ts'
import { biases, deviations, OUTLIER_POINTS, spread } from './deviation.ts'
import { rounded, UNITS_PER_POINT } from './points.ts'
import { type Candidate, type Ranking, ranked, type Sheet } from './ranking.ts'
import type { SealedSheet } from './sheets.ts'

type Schemas = components['schemas']
type Batch = Schemas['ReviewBatch']

/** Result of a project that the opening stores. Experts are numbers. */
export type StoredResult = Pick<
  Schemas['ResultRow'],
  | 'scores'
  | 'rank'
  | 'trimmedAvg'
  | 'avg'
  | 'safety'
  | 'spread'
  | 'recommendCount'
  | 'reasons'
  | 'tied'
  | 'withinQuota'
> & {
  /** Conclusion of most experts. A tie takes the stricter one. */
  conclusion?: Schemas['ReviewResult']
  /** Bias of each expert of the group. */
  biases: { expertNo: number; bias: number }[]
}

interface Project extends Candidate {
  projectId: number
  conclusions: readonly (Schemas['ReviewResult'] | null)[]
}

/** Numbers the experts of a group in an order that depends only on the seed of the opening. */
export function expertNumbers(
  expertIds: readonly number[],
  groupId: number | null,
  seed: string,
): Map<number, number> {
  const orderOf = (id: number) => createHash('sha256').update(`${seed}\n${groupId}\n${id}`).digest('hex')
  const inOrder = [...new Set(expertIds)]
    .map((id) => ({ id, place: orderOf(id) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
  return new Map(inOrder.map(({ id }, at) => [id, at + 1]))
}

const pointsOf = (units: number) => Math.round(units) / UNITS_PER_POINT

function conclusionOf(all: Project['conclusions']): Schemas['ReviewResult'] | undefined {
  const given = all.filter((each) => each !== null)
  const counts = [...groupedBy(given, (each) => each)].map(([value, own]) => ({ value, count: own.length }))
  // Values grow with strictness.
  counts.sort((a, b) => b.count - a.count || (a.value < b.value ? 1 : -1))
  return counts[0]?.value
}

function droppedAs({ dropped }: Ranking, sheet: Sheet): 'LOWEST' | 'HIGHEST' | undefined {
  if (dropped[0] === sheet) return 'LOWEST'
  return dropped[1] === sheet ? 'HIGHEST' : undefined
}

/** The results of one group. */
export function groupResults(
  projects: readonly Project[],
  quota: number,
): { projectId: number; result: StoredResult }[] {
  const rankings = ranked(projects, quota)
  const shares = [...biases(projects)].map(([expertNo, bias]) => ({ expertNo, bias: pointsOf(bias) }))
  const averages = groupedBy(
    rankings.filter(({ rank }) => rank !== undefined),
    ({ trimmed }) => trimmed.sum / trimmed.count,
  )
  const tied = new Set([...averages.values()].filter((own) => own.length > 1).flat())
  return rankings.map((ranking) => {
    const { candidate, trimmed, plain, safety } = ranking
    const differences = new Map(
      deviations([candidate]).map(({ expertNo, difference }) => [expertNo, difference]),
    )
    const scores = [...candidate.sheets]
      .sort((a, b) => a.expertNo - b.expertNo)
      .map((sheet) => {
        const difference = differences.get(sheet.expertNo)
        const dropped = droppedAs(ranking, sheet)
        return {
          expertNo: sheet.expertNo,
          total: pointsOf(sheet.total),
          recommend: sheet.recommend,
          outlier: difference !== undefined && Math.abs(difference) >= OUTLIER_POINTS * UNITS_PER_POINT,
          ...(difference === undefined ? {} : { difference: pointsOf(difference) }),
          ...(dropped ? { dropped } : {}),
        }
      })
    const conclusion = conclusionOf(candidate.conclusions)
    return {
      projectId: candidate.projectId,
      result: {
        scores,
        ...(ranking.rank === undefined ? {} : { rank: ranking.rank }),
        trimmedAvg: pointsOf(rounded(trimmed) ?? 0),
        avg: pointsOf(rounded(plain) ?? 0),
        safety: pointsOf(rounded(safety) ?? 0),
        spread: pointsOf(spread(candidate)),
        recommendCount: ranking.recommendCount,
        reasons: [...ranking.reasons],
        tied: tied.has(ranking),
        withinQuota: ranking.isWithinQuota,
        ...(conclusion ? { conclusion } : {}),
        biases: shares,
      },
    }
  })
}

/** Computes the results of all groups of a batch from its sheets, and stores them. The number of queries is constant. */
export async function computeResults(
  trx: Trx,
  { stage }: Batch,
  sheets: readonly SealedSheet[],
  seed: string,
): Promise<void> {
  const quotas = new Map(
    (await trx.selectFrom('expert_group').select(['id', 'quota']).where('stage', '=', stage).execute()).map(
      ({ id, quota }) => [id, quota ?? 0],
    ),
  )
  const rows = [...groupedBy(sheets, ({ group_id }) => group_id)].flatMap(([groupId, own]) => {
    const numbers = expertNumbers(
      own.map(({ expert_id }) => expert_id),
      groupId,
      seed,
    )
    const projects = [...groupedBy(own, ({ project_id }) => project_id)].map(([projectId, all]) => ({
      projectId,
      demoCode: all[0]?.demo_code ?? '',
      conclusions: all.map(({ conclusion }) => conclusion),
      sheets: all.map((sheet) => ({
        expertNo: numbers.get(sheet.expert_id) ?? 0,
        total: sheet.total,
        safety: sheet.safety,
        recommend: sheet.recommend ?? false,
      })),
    }))
    return groupResults(projects, quotas.get(groupId ?? 0) ?? 0).map(({ projectId, result }) => ({
      project_id: projectId,
      stage,
      group_id: groupId,
      result,
    }))
  })
  await sql`
    insert into demo_result (project_id, stage, group_id, result)
    select x.project_id, x.stage, x.group_id, x.result
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as x (project_id bigint, stage text, group_id bigint, result jsonb)
    on conflict (project_id, stage) do update set group_id = excluded.group_id, result = excluded.result`.execute(
    trx,
  )
}

import { AssignStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'
import { addressOf } from '../links/link-to.ts'
import { type PilotRecord, requirePilot } from '../pilot-project/query.ts'
import { pilotRow } from '../pilot-project/row.ts'
import { sightOf } from '../pilot-project/sight.ts'
import { reply } from '../reply.ts'
import { openingRow } from './opening.ts'
import { UNITS_PER_POINT } from './points.ts'
import { expertNumbers } from './result-compute.ts'
import { FACTS_OF, storedResults } from './results.ts'
import type { ScoreRow } from './score.ts'

type Schemas = components['schemas']
type Detail = Schemas['PreferredDetail']
type Stage = Schemas['ReviewStage']
type SheetRow = Pick<
  ScoreRow,
  'items' | 'conclusion' | 'opinion' | 'recommend' | 'total' | 'catalogue_version'
> & {
  expert_id: number
  group_id: number | null
  status: AssignStatus
}

async function sheetsOf(db: Db, projectId: number, stage: Stage): Promise<SheetRow[]> {
  const { rows } = await sql<SheetRow>`
    select a.expert_id, a.group_id, a.status, s.items, s.conclusion, s.opinion, s.recommend, s.total, s.catalogue_version
    from expert_assign a join expert_score s on s.assign_id = a.id
    where a.project_id = ${projectId} and a.stage = ${stage} and a.status <> ${AssignStatus.recused}
    order by a.id`.execute(db)
  return rows
}

const scoreOf = (row: SheetRow, expert: Pick<Schemas['PreferredScore'], 'expertName' | 'expertNo'>) =>
  reply<Schemas['PreferredScore']>({
    ...expert,
    items: row.items,
    catalogueVersion: row.catalogue_version,
    totalScore: row.total / UNITS_PER_POINT,
    recommend: row.recommend ?? false,
    conclusion: row.conclusion,
    opinion: row.opinion,
  })

/** The experts of the group by their numbers, which the opening of the stage has drawn. */
async function numbersOf(
  db: Db,
  row: PilotRecord,
  stage: Stage,
  groupId: number | null,
): Promise<Map<number, number>> {
  const opening = await openingRow(db, { batchYear: row.batch_year, batchNo: row.batch_no, stage })
  const { rows } = await sql<{ expert_id: number }>`
    select distinct expert_id from expert_assign
    where stage = ${stage} and group_id is not distinct from ${groupId} and status = ${AssignStatus.submitted}`.execute(
    db,
  )
  const ids = rows.map(({ expert_id }) => expert_id)
  return expertNumbers(ids, groupId, opening?.number_seed ?? '')
}

interface Asked {
  id: number
  stage: Stage
}

/**
 * Returns a project with its sheets of a stage: an expert's own, and once they are opened all, with the experts as
 * numbers. Only the excellence review has recommendations and ranks.
 */
export async function preferredDetail(
  db: Db,
  { id, stage }: Asked,
  user: Caller,
  now: Date,
): Promise<Detail> {
  const row = await requirePilot(db, id, user, { now })
  const base = {
    project: pilotRow(row, user),
    applicationLink: addressOf({ kind: 'DEMO', purpose: 'read', id }),
    stage,
  }
  const isExpert = codeOf(user) === 'EXP'
  const isOpen = sightOf(user, row, FACTS_OF[stage].sheets) === 'ANONYMOUS'
  if (!isExpert && !isOpen) {
    if (codeOf(user) === 'NQ') throw notFound('示范项目')
    return { ...base, scores: [] }
  }
  const sheets = await sheetsOf(db, id, stage)
  if (isExpert)
    return {
      ...base,
      scores: sheets
        .filter(({ expert_id }) => expert_id === user.id)
        .map((sheet) => scoreOf(sheet, { expertName: user.realName })),
    }
  const submitted = sheets.filter(({ status }) => status === AssignStatus.submitted)
  const numbers = await numbersOf(db, row, stage, submitted[0]?.group_id ?? null)
  const result = (await storedResults(db, stage, [id])).get(id)?.result
  const isRanked = stage === 'EXCELLENT'
  return reply<Detail>({
    ...base,
    scores: submitted
      .map((sheet) => ({ sheet, expertNo: numbers.get(sheet.expert_id) ?? 0 }))
      .sort((a, b) => a.expertNo - b.expertNo)
      .map(({ sheet, expertNo }) => scoreOf(sheet, { expertNo, expertName: `专家${expertNo}` })),
    avg: result?.avg,
    trimmedAvg: result?.trimmedAvg,
    recommendCount: isRanked ? result?.recommendCount : undefined,
    rank: isRanked ? result?.rank : undefined,
  })
}

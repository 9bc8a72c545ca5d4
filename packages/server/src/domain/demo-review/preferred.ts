import { AssignStatus } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'
import { type DemoRecord, requireDemo } from '../demo-project/query.ts'
import { demoRow } from '../demo-project/row.ts'
import { sightOf } from '../demo-project/sight.ts'
import { reply } from '../reply.ts'
import { openingRow } from './opening.ts'
import { UNITS_PER_POINT } from './points.ts'
import { expertNumbers } from './result-compute.ts'
import { storedResults } from './results.ts'
import type { ScoreRow } from './score.ts'

type Schemas = components['schemas']
type Detail = Schemas['PreferredDetail']
type SheetRow = Pick<ScoreRow, 'items' | 'conclusion' | 'opinion' | 'recommend' | 'total'> & {
  expert_id: number
  group_id: number | null
}

async function sheetsOf(db: Db, projectId: number): Promise<SheetRow[]> {
  const { rows } = await sql<SheetRow>`
    select a.expert_id, a.group_id, s.items, s.conclusion, s.opinion, s.recommend, s.total
    from expert_assign a join expert_score s on s.assign_id = a.id
    where a.project_id = ${projectId} and a.stage = 'EXCELLENT' and a.status <> ${AssignStatus.recused}
    order by a.id`.execute(db)
  return rows
}

const scoreOf = (row: SheetRow, expertName: string): Schemas['PreferredScore'] =>
  reply<Schemas['PreferredScore']>({
    expertName,
    items: row.items,
    totalScore: row.total / UNITS_PER_POINT,
    recommend: row.recommend ?? false,
    conclusion: row.conclusion,
    opinion: row.opinion,
  })

/** The experts of the group by their numbers, which the opening has drawn. */
async function numbersOf(db: Db, row: DemoRecord, groupId: number | null): Promise<Map<number, number>> {
  const opening = await openingRow(db, {
    batchYear: row.batch_year,
    batchNo: row.batch_no,
    stage: 'EXCELLENT',
  })
  const { rows } = await sql<{ expert_id: number }>`
    select distinct a.expert_id from expert_assign a join expert_score s on s.assign_id = a.id
    where a.stage = 'EXCELLENT' and a.group_id is not distinct from ${groupId} and s.submitted`.execute(db)
  const ids = rows.map(({ expert_id }) => expert_id)
  return expertNumbers(ids, groupId, opening?.number_seed ?? '')
}

/** Returns a project with its sheets: an expert's own, and once they are opened all, with the experts as numbers. */
export async function preferredDetail(db: Db, id: number, user: Caller, now: Date): Promise<Detail> {
  const row = await requireDemo(db, id, user, { now })
  const base = {
    project: demoRow(row, user),
    applicationLink: `/demonstration/declare/detail/${id}`,
  }
  const isExpert = codeOf(user) === 'EXP'
  const isOpen = sightOf(user, row, 'EXCELLENCE_SHEETS') === 'ANONYMOUS'
  if (!isExpert && !isOpen) {
    if (codeOf(user) === 'NQ') throw notFound('示范项目')
    return { ...base, scores: [] }
  }
  const sheets = await sheetsOf(db, id)
  if (isExpert)
    return {
      ...base,
      scores: sheets
        .filter(({ expert_id }) => expert_id === user.id)
        .map((sheet) => scoreOf(sheet, user.realName)),
    }
  const numbers = await numbersOf(db, row, sheets[0]?.group_id ?? null)
  const result = (await storedResults(db, 'EXCELLENT', [id])).get(id)?.result
  return reply<Detail>({
    ...base,
    scores: sheets
      .map((sheet) => ({ sheet, no: numbers.get(sheet.expert_id) ?? 0 }))
      .sort((a, b) => a.no - b.no)
      .map(({ sheet, no }) => scoreOf(sheet, `专家${no}`)),
    avg: result?.avg,
    trimmedAvg: result?.trimmedAvg,
    recommendCount: result?.recommendCount,
    rank: result?.rank,
  })
}

import { PartStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { currentVersions, scoredIndices } from '../pilot-reports/catalogue.ts'
import type { ScoredIndex } from './sheet-check.ts'

type Stage = components['schemas']['ReviewStage']

/** The self-scores submitted with the application, by the code of the index: each stage has indices of its own. */
async function selfScores(db: Db, projectId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; score: number }>`
    select i.code, (v ->> 'selfScore')::numeric as score
    from demo_project p join index_value x on x.demo_project_id = p.id and x.stage = 'PRIMARY' and x.year = p.batch_year
      cross join jsonb_array_elements(x."values") v join assess_index i on i.id = (v ->> 'indexId')::bigint
    where p.id = ${projectId} and x.status = ${PartStatus.complete} and v ->> 'selfScore' is not null`.execute(
    db,
  )
  return new Map(rows.map(({ code, score }) => [code, score]))
}

/** Returns the scored indices of a project at a stage. A sheet keeps the catalogue version that it started with. */
export async function sheetIndices(
  db: Db,
  {
    stage,
    techType,
    projectId,
    version,
  }: {
    stage: Stage
    techType: string | null
    projectId: number
    version: number | undefined
  },
): Promise<{ indices: Map<number, ScoredIndex>; version: number }> {
  const used = version ?? (await currentVersions(db)).get(stage) ?? 1
  const own = await selfScores(db, projectId)
  const rows = await scoredIndices(db, { stage, techType: techType ?? undefined, version: used })
  const indices = rows.map((row): [number, ScoredIndex] => [
    row.id,
    {
      id: row.id,
      code: row.code,
      name: row.index_name,
      fullScore: row.full_score,
      selfScore: own.get(row.code),
    },
  ])
  return { indices: new Map(indices), version: used }
}

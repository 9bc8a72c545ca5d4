import { PartStatus } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { currentVersions, scoredIndices } from '../demo-reports/catalogue.ts'
import type { ScoredIndex } from './sheet-check.ts'

type Stage = components['schemas']['ReviewStage']

/** The applicant's last submitted self-scores by the code of the index, whatever the stage of their catalogue. */
async function selfScores(db: Db, projectId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; score: number }>`
    select distinct on (i.code) i.code, (v ->> 'selfScore')::numeric as score
    from index_value x cross join jsonb_array_elements(x."values") v
      join assess_index i on i.id = (v ->> 'indexId')::bigint
    where x.demo_project_id = ${projectId} and x.status = ${PartStatus.complete} and v ->> 'selfScore' is not null
    order by i.code, x.year desc, x.id desc`.execute(db)
  return new Map(rows.map(({ code, score }) => [code, score]))
}

/** What is scored of a project at a stage. A sheet keeps the version of the catalogue that it was begun with. */
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

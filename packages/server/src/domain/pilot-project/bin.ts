import { sql } from 'kysely'
import { taken } from '../../db/unique.ts'
import type { Bin } from '../deleted-drafts/bin.ts'
import { normalisedName } from '../es-project/name.ts'
import { pilotBase } from './base.ts'
import { restorablePilots, visiblePilots } from './scope.ts'

/** SQL: ids of the pictures of briefs. */
const COVERS = sql<number>`
  select (content->>'coverFileId')::bigint from demo_part where part = 'BRIEF'`

/** SQL: ids of the files that prove self-assessments. */
const EVIDENCE = sql<number>`
  select jsonb_path_query("values", '$[*].evidenceFileIds[*]')::bigint from index_value`

/** Deleted drafts of demonstration projects. */
export const pilotBin: Bin = {
  told: pilotBase,
  deleted: 'demo.deleted',
  restored: 'demo.restored',
  table: 'demo_project',
  name: '示范项目',
  code: sql`p.demo_code`,
  state: sql`p.status`,
  within: restorablePilots,
  visible: visiblePilots,
  // The row of a batch orders the projects whose names are compared.
  lock: async (trx, ids) => {
    await sql`select from demo_serial s where (s.batch_year, s.batch_no) in (select p.batch_year, p.batch_no
      from demo_project p where p.id = any(${[...ids]}::bigint[])) order by s.batch_year, s.batch_no for update`.execute(
      trx,
    )
  },
  names: {
    group: sql`p.batch_year || '-' || p.batch_no`,
    key: (name) => normalisedName(name),
    taken: () => taken('demo_project_name'),
  },
  files: (ids) => sql`
    select id from file_info where biz_type like 'DEMO\\_%' and biz_id = any(${[...ids]}::bigint[])
    union all ${COVERS} and project_id = any(${[...ids]}::bigint[])
    union all ${EVIDENCE} where demo_project_id = any(${[...ids]}::bigint[])`,
  uses: sql`f.biz_type like 'DEMO\\_%' or f.biz_type = 'INDEX_EVIDENCE'`,
  held: sql`${COVERS} union all ${EVIDENCE} union all
    select jsonb_path_query(content, '$.usageReasons[*].evidenceFileIds[*]')::bigint from annual_report`,
  parts: [
    ['demo_part', 'project_id'],
    ['index_value', 'demo_project_id'],
    ['demo_repeat_reason', 'project_id'],
    ['issued_document', 'project_id'],
  ],
}

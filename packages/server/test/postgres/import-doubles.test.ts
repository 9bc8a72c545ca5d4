import { importRows, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockOffice } from '../../src/domain/es-project/lock-office.ts'
import { type Rig, startRig } from '../rig.ts'
import { goodRow } from '../support/import-rows.ts'

let rig: Rig
let enterprise: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test('a project that is being created while the rows are written is waited for', async () => {
  const row = goodRow(95_000)
  const { batch } = await importRows(enterprise.imports, [row], { beforeWrite: () => false })
  const { org_id } = await rig.db
    .selectFrom('import_batch')
    .select('org_id')
    .where('id', '=', batch.id)
    .executeTakeFirstOrThrow()
  await rig.db.transaction().execute(async (trx) => {
    await lockOffice(trx, org_id)
    await enterprise.imports.commit(batch.id, {})
    // The import waits, as this transaction has not ended.
    await expect
      .poll(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%for no key update%'`.execute(rig.db)
        return rows.length
      })
      .toBe(1)
    await sql`insert into es_project select (p).* from (
        select jsonb_populate_record(null::es_project, to_jsonb(e) || r.project || jsonb_build_object(
          'id', nextval('es_project_id'), 'project_code', 'ES64209999' || e.id, 'org_id', ${org_id}::bigint,
          'declare_status', '0', 'submitted_once', false)) as p
        from import_row r, lateral (select * from es_project order by id limit 1) e where r.batch_id = ${batch.id}) x`.execute(
      trx,
    )
  })
  await expect.poll(() => enterprise.imports.get(batch.id)).toMatchObject({ state: 'DONE', committedRows: 0 })
  const { totalElements } = await enterprise.projects.list({ keyword: String(row['projectName']) })
  expect(totalElements).toBe(1)
})

import { deptKinds } from '@xinchu/contract/rights'
import { type Db, insertRows, numberColumns, type Trx } from '@xinchu/server/sample-port'
import { sql } from 'kysely'
import type { Company } from './companies.ts'
import type { SampleProject } from './project.ts'
import { sampleProjects } from './projects.ts'
import { storeRepeats } from './repeats.ts'

const CHUNK = 1000

/** Ids of the owners by their value. */
export async function ownerGroupIds(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('owner_dict').select(['id', 'value']).execute()
  return new Map(rows.map(({ id, value }) => [value, id]))
}

/** Creates missing organisations of enterprises and returns all by credit code. */
export async function companyIds(
  db: Db,
  companies: readonly Company[],
  groups: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const select = () => db.selectFrom('org').select(['id', 'credit_code']).where('dept_id', '=', 100).execute()
  const known = new Set((await select()).map(({ credit_code }) => credit_code))
  const missing = [...new Map(companies.map((company) => [company.creditCode, company])).values()]
    .filter(({ creditCode }) => !known.has(creditCode))
    .map(({ name, creditCode, regionCode, ownerGroup }) => ({
      org_name: name,
      dept_id: deptKinds.enterprise,
      region_code: regionCode,
      credit_code: creditCode,
      owner_group_id: groups.get(ownerGroup ?? '') ?? null,
      create_by: 'system',
    }))
  for (let start = 0; start < missing.length; start += CHUNK)
    await db
      .insertInto('org')
      .values(missing.slice(start, start + CHUNK))
      .execute()
  return new Map((await select()).map(({ id, credit_code }) => [credit_code ?? '', id]))
}

/** Stores the demonstration's projects with enterprises and history, and returns them. */
export async function loadProjects(trx: Trx, today: string): Promise<SampleProject[]> {
  const projects = sampleProjects(today)
  const groups = await ownerGroupIds(trx)
  const orgs = await companyIds(
    trx,
    projects.map(({ company }) => company),
    groups,
  )
  await insertRows(
    trx,
    'es_project',
    projects.map(({ row, company }) => ({
      ...row,
      ...numberColumns(row),
      org_id: orgs.get(company.creditCode),
      owner_group_id: groups.get(company.ownerGroup ?? '') ?? null,
    })),
  )
  await insertRows(
    trx,
    'flow_history',
    projects.flatMap(({ history }) => history),
  )
  // User records are numbered after these.
  await sql`select setval('es_project_id', ${projects.length}), setval('es_project_serial', ${projects.length})`.execute(
    trx,
  )
  const repeats = projects.filter(({ isRepeat }) => isRepeat).map(({ row }) => row.id)
  await storeRepeats(trx, repeats)
  return projects
}

import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, notFound, staleVersion } from '../../errors.ts'
import { reply } from '../reply.ts'
import { touchAllProjects } from '../revisions/statistics.ts'

type Schemas = components['schemas']
type Usage = Schemas['OwnerUsage']

interface OwnerRow {
  id: number
  value: string
  label: string
  short_name: string | null
  type: string | null
  credit_code: string | null
  parent_id: number | null
  sort: number
  enabled: boolean
  version: number
  projects: number
  orgs: number
  accounts: number
}

const usageOf = (row: OwnerRow): Usage =>
  reply({
    id: row.id,
    value: row.value,
    label: row.label,
    shortName: row.short_name,
    type: row.type,
    creditCode: row.credit_code,
    parentId: row.parent_id,
    sort: row.sort,
    enabled: row.enabled,
    version: row.version,
    projectCount: row.projects,
    orgCount: row.orgs,
    accountCount: row.accounts,
  })

/** Returns owners in order, with their projects, offices and accounts. */
export async function ownerUsage(db: Db, which: RawBuilder<boolean> = sql<boolean>`true`): Promise<Usage[]> {
  const { rows } = await sql<OwnerRow>`
    select d.*, coalesce(p.count, 0) as projects, coalesce(o.count, 0) as orgs,
      coalesce(u.count, 0) as accounts
    from owner_dict d
      left join (select owner_group_id, count(*) as count from es_project
        where not deleted and submitted_once group by 1) p on p.owner_group_id = d.id
      left join (select owner_group_id, count(*) as count from org group by 1) o on o.owner_group_id = d.id
      left join (select o.owner_group_id, count(*) as count from app_user a join org o on o.id = a.org_id
        group by 1) u on u.owner_group_id = d.id
    where ${which} order by d.sort, d.id`.execute(db)
  return rows.map(usageOf)
}

async function requireOwner(db: Db, id: number): Promise<Usage> {
  const [owner] = await ownerUsage(db, sql<boolean>`d.id = ${id}`)
  if (!owner) throw notFound('业主')
  return owner
}

/** Whether an owner is the other one or one of its ancestors. */
async function isAbove(db: Db, id: number, other: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive line(id, parent_id) as (
      select id, parent_id from owner_dict where id = ${other}
      union select d.id, d.parent_id from owner_dict d join line l on d.id = l.parent_id)
    select 1 from line where id = ${id}`.execute(db)
  return rows.length > 0
}

async function assertParent(db: Db, parentId: number | undefined, id?: number): Promise<void> {
  if (parentId === undefined) return
  const parent = await db.selectFrom('owner_dict').select('id').where('id', '=', parentId).executeTakeFirst()
  if (!parent) throw badRequest('W-018', '上级集团不存在', 'parentId')
  if (id !== undefined && (await isAbove(db, id, parentId)))
    throw badRequest('W-018', '上级集团不能是本集团或其下级', 'parentId')
}

const columnsOf = (draft: Schemas['OwnerDraft']) => ({
  value: draft.value,
  label: draft.label,
  short_name: draft.shortName ?? null,
  type: draft.type ?? null,
  credit_code: draft.creditCode?.toUpperCase() ?? null,
  parent_id: draft.parentId ?? null,
  sort: draft.sort ?? 999,
  enabled: draft.enabled ?? true,
})

/** Creates an owner. @throws HttpError 400, 409 */
export async function createOwner(trx: Trx, draft: Schemas['OwnerDraft']): Promise<Usage> {
  await assertParent(trx, draft.parentId)
  const { id } = await trx
    .insertInto('owner_dict')
    .values(columnsOf(draft))
    .returning('id')
    .executeTakeFirstOrThrow()
  return requireOwner(trx, id)
}

/** Replaces an owner's data. @throws HttpError 400, 404, 409 */
export async function updateOwner(trx: Trx, draft: Schemas['OwnerUpdate']): Promise<Usage> {
  await requireOwner(trx, draft.id)
  await assertParent(trx, draft.parentId, draft.id)
  const changed = await trx
    .updateTable('owner_dict')
    // An owner that is used again is its own.
    .set({
      ...columnsOf(draft),
      version: sql`version + 1`,
      ...(draft.enabled === false ? {} : { merged_into: null }),
    })
    .where('id', '=', draft.id)
    .where('version', '=', draft.version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw staleVersion()
  return requireOwner(trx, draft.id)
}

// Everything that names an owner, but official data: the next sync writes the owner of today, from its period on.
const OWNED = [
  'es_project',
  'submitted_project',
  'year_calc',
  'demo_project',
  'expert_profile',
  'org',
] as const

/** Moves everything of an owner to another one and disables it, or counts what would move. @throws HttpError 400, 404 */
export async function mergeOwners(
  trx: Trx,
  { fromId, intoId, dryRun = false }: Schemas['OwnerMerge'],
): Promise<Schemas['OwnerMergeResult']> {
  await requireOwner(trx, fromId)
  const into = await requireOwner(trx, intoId)
  if (!into.enabled) throw badRequest('W-018', '并入的业主已停用', 'intoId')
  if (await isAbove(trx, fromId, intoId)) throw badRequest('W-018', '不能并入本集团或其下级', 'intoId')
  const { rows } = await sql<Schemas['OwnerMergeResult']>`
    select (select count(*) from es_project where owner_group_id = ${fromId} and not deleted) as "projectCount",
      (select count(*) from org where owner_group_id = ${fromId}) as "orgCount",
      (select count(*) from owner_dict where parent_id = ${fromId}) as "childCount"`.execute(trx)
  if (!dryRun) {
    for (const table of OWNED)
      await sql`update ${sql.table(table)} set owner_group_id = ${intoId} where owner_group_id = ${fromId}`.execute(
        trx,
      )
    await touchAllProjects(trx)
    await sql`update owner_dict set parent_id = ${intoId} where parent_id = ${fromId}`.execute(trx)
    await sql`update owner_dict set enabled = false, version = version + 1, merged_into = ${intoId}
      where id = ${fromId}`.execute(trx)
    await sql`update owner_dict set merged_into = ${intoId} where merged_into = ${fromId}`.execute(trx)
  }
  return rows[0] ?? { projectCount: 0, orgCount: 0, childCount: 0 }
}

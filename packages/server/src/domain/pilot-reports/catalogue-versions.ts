import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { badRequest, conflict, notFound, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { APPLICATION_SECTIONS } from '../pilot-project/outline.ts'
import { reply } from '../reply.ts'
import { currentVersions, editsCatalogue, findIndices } from './catalogue.ts'
import { publishProblems } from './catalogue-sums.ts'

type Schemas = components['schemas']
type Key = Schemas['AssessVersionKey']
type Draft = Schemas['AssessIndexDraft']
type VersionRow = Row<'assess_catalogue'>

const LEVELS = 3

async function versionInfo(db: Db, row: VersionRow): Promise<Schemas['AssessVersion']> {
  const isDraft = row.published_at === null
  const current = (await currentVersions(db)).get(row.stage)
  return reply<Schemas['AssessVersion']>({
    stage: row.stage,
    version: row.version,
    revision: row.revision,
    current: row.version === current,
    editable: isDraft,
    problems: isDraft ? publishProblems(await findIndices(db, row)) : [],
    publishedAt: row.published_at,
    publishedBy: row.published_by,
    createBy: row.create_by,
    createTime: row.create_time,
  })
}

/** Versions of a stage or of all stages, the newest first. */
export async function listVersions(
  db: Db,
  { stage }: { stage?: Key['stage'] },
  user: Caller,
): Promise<Schemas['AssessVersion'][]> {
  const rows = await db
    .selectFrom('assess_catalogue')
    .selectAll()
    .$if(stage !== undefined, (query) => query.where('stage', '=', stage ?? 'SELF'))
    .$if(!editsCatalogue(user), (query) => query.where('published_at', 'is not', null))
    .orderBy('stage')
    .orderBy('version', 'desc')
    .execute()
  return Promise.all(rows.map((row) => versionInfo(db, row)))
}

/** Locks an unpublished version. @throws HttpError 404, 409 if it is published */
async function lockedDraft(trx: Trx, { stage, version }: Key): Promise<VersionRow> {
  const row = await trx
    .selectFrom('assess_catalogue')
    .selectAll()
    .where('stage', '=', stage)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('体系版本')
  if (row.published_at !== null) throw conflict('N-016', '已发布的版本只读，请建立新版本')
  return row
}

/** Copies a version to a new, editable one. @throws HttpError 404, 409 if there is one already */
export async function createVersion(trx: Trx, from: Key, user: Caller): Promise<Schemas['AssessVersion']> {
  const versions = await trx
    .selectFrom('assess_catalogue')
    .selectAll()
    .where('stage', '=', from.stage)
    .orderBy('version', 'desc')
    .forUpdate()
    .execute()
  if (!versions.some(({ version }) => version === from.version)) throw notFound('体系版本')
  const open = versions.find(({ published_at }) => published_at === null)
  if (open) throw conflict('N-016', `第 ${open.version} 版尚未发布，请先发布后再建立新版本`)
  const row = await trx
    .insertInto('assess_catalogue')
    .values({ stage: from.stage, version: (versions[0]?.version ?? 0) + 1, create_by: user.username })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const level of [1, 2, LEVELS])
    await sql`
      insert into assess_index (stage, version, pid, code, index_name, index_level, tech_type, index_type, unit, full_score,
        weight, score_rule, direction, lower_bound, upper_bound, section, sort, enabled)
      select i.stage, ${row.version}, n.id, i.code, i.index_name, i.index_level, i.tech_type, i.index_type, i.unit,
        i.full_score, i.weight, i.score_rule, i.direction, i.lower_bound, i.upper_bound, i.section,
        i.sort, i.enabled
      from assess_index i left join assess_index p on p.id = i.pid
      left join assess_index n on n.stage = i.stage and n.version = ${row.version} and n.code = p.code
        and n.tech_type is not distinct from p.tech_type
      where i.stage = ${from.stage} and i.version = ${from.version} and i.index_level = ${level}`.execute(trx)
  return versionInfo(trx, row)
}

/** Returns the level of each index by code. An index listed before its parent has none. */
function levelsOf(drafts: readonly Draft[]): Map<string, number> {
  const levels = new Map<string, number>()
  for (const { code, parentCode } of drafts) {
    const above = parentCode === undefined ? 0 : levels.get(parentCode)
    if (above !== undefined) levels.set(code, above + 1)
  }
  return levels
}

/** Returns the first problem of an index; undefined if there is none. */
function problemOf(
  { code, parentCode, lowerBound, upperBound, section }: Draft,
  levels: ReadonlyMap<string, number>,
) {
  const level = levels.get(code)
  if (level === undefined) return `${code} 的上级 ${parentCode ?? ''} 须列在它前面`
  if (level > LEVELS) return `${code} 为第 ${level} 级，指标至多三级`
  if (lowerBound !== undefined && upperBound !== undefined && lowerBound > upperBound)
    return `${code} 的下限高于上限`
  if (section !== undefined && !APPLICATION_SECTIONS.has(section))
    return `${code} 对应的条目 ${section} 不在申报书提纲中`
  return undefined
}

/** @throws HttpError 400 for a duplicate code, a wrong level, or a lower bound above the upper one */
function assertIndices(drafts: readonly Draft[], levels: ReadonlyMap<string, number>): void {
  const codes = drafts.map(({ code }) => code)
  const twice = codes.findIndex((code, at) => codes.indexOf(code) !== at)
  if (twice >= 0) throw badRequest('N-017', `指标编号 ${codes[twice] ?? ''} 重复`, `indices.${twice}.code`)
  for (const [at, draft] of drafts.entries()) {
    const problem = problemOf(draft, levels)
    if (problem) throw badRequest('N-017', problem, `indices.${at}.code`)
  }
}

async function insertIndices(
  trx: Trx,
  key: Key,
  drafts: readonly Draft[],
  levels: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = new Map<string, number>()
  for (const [at, draft] of drafts.entries()) {
    const { id } = await trx
      .insertInto('assess_index')
      .values({
        ...key,
        pid: ids.get(draft.parentCode ?? '') ?? null,
        index_level: levels.get(draft.code) ?? 1,
        code: draft.code,
        index_name: draft.indexName,
        tech_type: draft.techType ?? null,
        index_type: draft.indexType ?? null,
        unit: draft.unit ?? null,
        full_score: draft.fullScore,
        weight: draft.fullScore,
        score_rule: draft.scoreRule ?? null,
        direction: draft.direction ?? null,
        lower_bound: draft.lowerBound ?? null,
        upper_bound: draft.upperBound ?? null,
        section: draft.section ?? null,
        sort: at + 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(draft.code, id)
  }
}

/** Replaces the indices of an unpublished version. @throws HttpError 400, 404, 409 */
export async function saveVersion(
  trx: Trx,
  { stage, version, revision, indices }: Schemas['AssessVersionDraft'],
): Promise<Schemas['AssessVersion']> {
  const key = { stage, version }
  const row = await lockedDraft(trx, key)
  if (row.revision !== revision) throw staleVersion()
  const levels = levelsOf(indices)
  assertIndices(indices, levels)
  await trx.deleteFrom('assess_index').where('stage', '=', stage).where('version', '=', version).execute()
  await insertIndices(trx, key, indices, levels)
  return versionInfo(trx, await updated(trx, key, { revision: revision + 1 }))
}

const updated = (
  trx: Trx,
  { stage, version }: Key,
  set: { revision: number } | { published_at: string; published_by: string },
): Promise<VersionRow> =>
  trx
    .updateTable('assess_catalogue')
    .set(set)
    .where('stage', '=', stage)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Puts a version in force. @throws HttpError 404, 409 if its points do not add up */
export async function publishVersion(
  trx: Trx,
  key: Key,
  user: Caller,
  now: Date,
): Promise<Schemas['AssessVersion']> {
  await lockedDraft(trx, key)
  const [problem] = publishProblems(await findIndices(trx, key))
  if (problem) throw conflict('N-015', problem)
  return versionInfo(
    trx,
    await updated(trx, key, { published_at: now.toISOString(), published_by: user.username }),
  )
}

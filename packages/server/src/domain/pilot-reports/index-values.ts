import { DemoStatus, IndexType, PartStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, type FieldProblem, refusedFields, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { filesInOrder } from '../files/info.ts'
import { requireWindow } from '../fill-time/closure.ts'
import { deadlineOf, findWindows, isOpenFor } from '../fill-time/window.ts'
import { DRAFTING } from '../pilot-project/flow-table.ts'
import { findPilots, type PilotRecord, requirePilot } from '../pilot-project/query.ts'
import { sightOf } from '../pilot-project/sight.ts'
import { reply } from '../reply.ts'
import { type IndexRow, scoredIndices } from './catalogue.ts'
import { assertFiles } from './evidence.ts'

type Schemas = components['schemas']
type IndexValue = Schemas['IndexValue']
type Draft = Schemas['IndexValueDraft']
type Item = Schemas['IndexValueItem']
type ValueQuery = operations['getIndexValueDraft']['parameters']['query']
type PeriodQuery = NonNullable<operations['getIndexOrderTime']['parameters']['query']>

/** Stages whose self-assessment follows the announcement of a project. The others belong to its application. */
const AFTER_ANNOUNCEMENT: readonly Schemas['AssessStage'][] = ['SELF', 'ANNUAL']

/** @throws HttpError 409 unless the project's state allows input for this stage and year */
function assertStage(row: PilotRecord, { stage, year }: Pick<Draft, 'stage' | 'year'>): void {
  const isRight = AFTER_ANNOUNCEMENT.includes(stage)
    ? row.status === DemoStatus.announced
    : stage === 'PRIMARY' && year === row.batch_year && DRAFTING.includes(row.status)
  if (!isRight) throw conflict('N-004', '项目当前不填报此阶段的指标')
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

function boundsProblem({ lower_bound, upper_bound }: IndexRow, value: number): string | undefined {
  if (lower_bound !== null && value < lower_bound) return `不能小于 ${lower_bound}`
  if (upper_bound !== null && value > upper_bound) return `不能大于 ${upper_bound}`
  return undefined
}

/** Returns the problems of one item that are checked at every stage. */
function itemProblems(item: Item, place: number, index: IndexRow | undefined): FieldProblem[] {
  const at = (field: string) => `values.${place}.${field}`
  if (!index) return [{ field: at('indexId'), code: 'W-002', message: '指标不在现行体系中' }]
  const problems: FieldProblem[] = []
  const add = (field: string, message: string) =>
    problems.push({ field: at(field), caption: index.index_name, code: 'N-001', message })
  if (item.selfScore !== undefined && item.selfScore > index.full_score)
    add('selfScore', `自评分不能超过满分 ${index.full_score}`)
  const outside = item.value === undefined ? undefined : boundsProblem(index, item.value)
  if (outside) add('value', outside)
  return problems
}

/** Returns a problem for each value that an index requires for submission and that is missing. */
function missingOf(index: IndexRow, item: Item | undefined, place: number): FieldProblem[] {
  const field = index.index_type === IndexType.quantitative ? 'value' : 'text'
  const lacking = [
    ...(isBlank(item?.[field]) ? [field] : []),
    ...(isBlank(item?.selfScore) ? ['selfScore'] : []),
  ]
  return lacking.map((name) => ({
    field: item ? `values.${place}.${name}` : 'values',
    caption: index.index_name,
    code: 'N-002',
    message: `“${index.index_name}”：${name === 'selfScore' ? '请填写自评分' : field === 'value' ? '请填写数值' : '请填写说明'}`,
  }))
}

function valueProblems(
  values: readonly Item[],
  indices: readonly IndexRow[],
  isSubmitted: boolean,
): FieldProblem[] {
  const byId = new Map(indices.map((index) => [index.id, index]))
  const own = values.flatMap((item, place) => itemProblems(item, place, byId.get(item.indexId)))
  if (!isSubmitted) return own
  const missing = indices.flatMap((index) => {
    const place = values.findIndex(({ indexId }) => indexId === index.id)
    return missingOf(index, values[place], place)
  })
  return [...own, ...missing]
}

async function asIndexValue(db: Db, row: Row<'index_value'>): Promise<IndexValue> {
  const ids = row.values.flatMap(({ evidenceFileIds = [] }) => evidenceFileIds)
  const scores = row.values.flatMap(({ selfScore }) => (selfScore === undefined ? [] : [selfScore]))
  return reply<IndexValue>({
    id: row.id,
    version: row.version,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    demoProjectId: row.demo_project_id,
    stage: row.stage,
    year: row.year,
    values: row.values,
    status: row.status,
    totalSelfScore: scores.length > 0 ? sumOf(scores) : undefined,
    evidenceFiles: ids.length > 0 ? await filesInOrder(db, ids) : undefined,
    submitTime: row.submit_time,
    catalogueVersion: row.catalogue_version,
  })
}

/** A sum of points, exact to four decimals. */
const sumOf = (points: readonly number[]) =>
  points.reduce((sum, each) => sum + Math.round(each * 10_000), 0) / 10_000

const storedValue = (db: Db, { demoProjectId, stage, year }: ValueQuery) =>
  db
    .selectFrom('index_value')
    .selectAll()
    .where('demo_project_id', '=', demoProjectId)
    .where('stage', '=', stage)
    .where('year', '=', year)

/** Whether the caller may read submitted values: with the application, or with the reports after the announcement. */
const maySee = (user: Caller, project: PilotRecord, stage: Schemas['AssessStage']): boolean =>
  sightOf(user, project, AFTER_ANNOUNCEMENT.includes(stage) ? 'REPORTS' : 'MATERIALS') !== 'NOTHING'

/** Whether a file is evidence of submitted values that the caller may read. */
export async function isEvidence(db: Db, fileId: number, user: Caller, now: Date): Promise<boolean> {
  const { rows } = await sql<Pick<Row<'index_value'>, 'demo_project_id' | 'stage'>>`
    select demo_project_id, stage from index_value where status = ${PartStatus.complete}
      and "values" @> ${JSON.stringify([{ evidenceFileIds: [fileId] }])}::text::jsonb`.execute(db)
  const projects = await findPilots(
    db,
    rows.map(({ demo_project_id }) => demo_project_id),
    user,
    { now },
  )
  return rows.some(({ demo_project_id, stage }) => {
    const project = projects.find(({ id }) => id === demo_project_id)
    return project !== undefined && maySee(user, project, stage)
  })
}

/** Returns the values of a project; undefined if there are none that the caller may read. */
export async function findIndexValue(
  db: Db,
  query: ValueQuery,
  user: Caller,
  now: Date,
): Promise<IndexValue | undefined> {
  const project = await requirePilot(db, query.demoProjectId, user, { now })
  if (!maySee(user, project, query.stage)) return undefined
  const row = await storedValue(db, query).executeTakeFirst()
  if (!row || (row.status !== PartStatus.complete && project.org_id !== user.orgId)) return undefined
  return asIndexValue(db, row)
}

/** Saves or submits the values of a project. @throws HttpError 400, 404, 409 or 423 */
export async function saveIndexValue(trx: Trx, draft: Draft, user: Caller, now: Date): Promise<IndexValue> {
  const { demoProjectId, stage, year, submit, values = [] } = draft
  const project = await requirePilot(trx, demoProjectId, user, { now, lock: true })
  assertStage(project, draft)
  if (AFTER_ANNOUNCEMENT.includes(stage)) await requireWindow(trx, 'ASSESS', user, now, { year })
  const before = await storedValue(trx, draft).forUpdate().executeTakeFirst()
  if (before?.status === PartStatus.complete) throw conflict('N-003', '自评已提交，不能修改')
  if (before ? before.version !== draft.version : draft.version !== undefined) throw staleVersion()
  const indices = await scoredIndices(trx, { stage, techType: project.tech_type ?? '' })
  const problems = valueProblems(values, indices, submit)
  if (problems[0]) throw refusedFields(problems[0].message, problems)
  const kept = before?.values.flatMap(({ evidenceFileIds = [] }) => evidenceFileIds) ?? []
  await assertFiles(
    trx,
    {
      ids: values.flatMap(({ evidenceFileIds = [] }) => evidenceFileIds),
      kept,
      bizType: 'INDEX_EVIDENCE',
      field: 'values',
    },
    user,
  )
  const content = {
    values: JSON.stringify(values),
    status: submit ? PartStatus.complete : PartStatus.saved,
    submit_time: submit ? sql<string>`now()` : null,
    update_by: user.username,
  }
  const row = before
    ? await trx
        .updateTable('index_value')
        .set({ ...content, version: sql`version + 1`, update_time: sql`now()` })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto('index_value')
        .values({
          ...content,
          demo_project_id: demoProjectId,
          stage,
          year,
          catalogue_version: indices[0]?.version ?? 1,
          create_by: user.username,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
  return asIndexValue(trx, row)
}

/** The times in which values are filled in, and whether a project's are submitted. */
export async function indexPeriods(db: Db, { demoProjectId, stage }: PeriodQuery, user: Caller, now: Date) {
  if (demoProjectId !== undefined) await requirePilot(db, demoProjectId, user, { now })
  const windows = await findWindows(db, { fillType: 'ASSESS' }, user)
  const done = demoProjectId
    ? await db
        .selectFrom('index_value')
        .select(['stage', 'year'])
        .where('demo_project_id', '=', demoProjectId)
        .where('status', '=', PartStatus.complete)
        .execute()
    : []
  const stages = stage ? [stage] : AFTER_ANNOUNCEMENT
  return windows.flatMap((window) =>
    stages.map((each) => ({
      year: window.year,
      stage: each,
      startTime: window.start_time,
      endTime: deadlineOf(window, user),
      open: isOpenFor(window, user, now),
      submitted: done.some((row) => row.stage === each && row.year === window.year),
    })),
  )
}

import { DeclareStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { checkProject, isBuildStatusMove, messages } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { NewRow, Row, RowChanges } from '../../db/schema.ts'
import { badRequest, conflict, HttpError, notFound, staleVersion } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import { type Caller, deptOf } from '../caller.ts'
import { deleteDrafts } from '../deleted-drafts/delete.ts'
import { assertDraft } from '../draft-check.ts'
import { noteEvents } from '../events/note.ts'
import { areOwnFiles } from '../files/own.ts'
import { renewRemarks } from '../remarks/store.ts'
import { touchProjects } from '../revisions/statistics.ts'
import { projectInitials } from '../text-search/initials.ts'
import { indexProjects } from '../text-search/project-index.ts'
import { closeOutdated } from './appeals/close.ts'
import { projectBase } from './base.ts'
import { projectBin } from './bin.ts'
import { projectFields, rowOf } from './columns.ts'
import { projectContent } from './content.ts'
import { nameColumns } from './duplicates/name-keys.ts'
import { numberColumns } from './duplicates/number-keys.ts'
import { noteCorrections } from './field-origins.ts'
import { groundOf, groundProblems, withOwnCompany } from './ground.ts'
import { lockOffice } from './lock-office.ts'
import { findProjects, type ProjectRow } from './query.ts'
import { notNow } from './refusals-by-state.ts'
import { mayCorrect, mayDelete, mayEdit } from './states.ts'
import { keepSubmitted } from './submitted.ts'

type Draft = components['schemas']['EsProjectDraft']
type Update = components['schemas']['EsProjectUpdate']

/**
 * Returns the draft as its author may store it: with the company of an enterprise filled in.
 * @throws HttpError 403 when an office writes for another place, or an enterprise for another company
 */
function onOwnGround<T extends Draft>(user: Caller, draft: T): T {
  const ground = groundOf(user)
  const errors = groundProblems(ground, draft)
  const [first] = errors
  if (first) throw new HttpError(403, first.message, { errors })
  return withOwnCompany(ground, draft)
}

/** Refuses what is not allowed even in a draft. Warnings and gaps are checked on submission. */
const assertProject = (db: Db, draft: Draft, today: string) =>
  assertDraft(db, draft, {
    specs: projectFields,
    issues: checkProject(draft, today),
    masked: { field: 'contactEmail', value: draft.contactEmail, message: '请填写完整的电子邮箱' },
  })

function contentOf(
  draft: Draft,
  divisions: Map<string, { name: string; short_name: string }>,
): Record<string, unknown> {
  const places = [...divisions.values()].flatMap(({ name, short_name }) => [name, short_name])
  return {
    ...rowOf(draft),
    ...nameColumns(draft.projectName, places, draft.provinceCode),
    ...numberColumns({ record_no: draft.recordNo, national_code: draft.nationalCode }),
    initials: projectInitials(draft.projectName, draft.companyName),
  }
}

/** @throws HttpError 400 if a draft names a file that its office did not upload */
async function assertOwnFiles(
  db: Db,
  { attachmentIds = [] }: Draft,
  kept: readonly number[],
  user: Caller,
): Promise<void> {
  if (!(await areOwnFiles(db, attachmentIds, user, kept)))
    throw badRequest('F-020', `附件：${messages.file}`, [{ field: 'attachmentIds', message: messages.file }])
}

export interface NewProject {
  draft: Draft
  dataSource: Row<'es_project'>['data_source']
}

/** Stores a draft and returns its id. */
export async function createProject(
  trx: Trx,
  { draft: given, dataSource }: NewProject,
  user: Caller,
  now: Date,
): Promise<number> {
  const draft = onOwnGround(user, given)
  const divisions = await assertProject(trx, draft, day(now))
  await assertOwnFiles(trx, draft, [], user)
  const year = day(now).slice(0, 4)
  // Named column by column by `rowOf`, from the same list that the migration has.
  const content = contentOf(draft, divisions) as unknown as NewRow<'es_project'>
  // An import of the office that has compared its rows must see this project before it writes them.
  await lockOffice(trx, user.orgId)
  const made = await trx
    .insertInto('es_project')
    .values({
      ...content,
      project_code: sql`${`ES${draft.provinceCode.slice(0, 2)}${year}`} || lpad(nextval('es_project_serial')::text, 6, '0')`,
      org_id: user.orgId,
      origin_dept_id: deptOf(user),
      data_source: dataSource,
      create_by: user.username,
      update_by: user.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteEvents(
    trx,
    projectBase,
    [{ kind: 'project.created', id: made.id, provinceCode: draft.provinceCode, to: DeclareStatus.draft }],
    user,
  )
  return made.id
}

/** Returns the visible project of this id. @throws HttpError 404 */
export async function requireProject(db: Db, id: number, user: Caller, lock = false): Promise<ProjectRow> {
  const [row] = await findProjects(db, [id], user, lock)
  if (!row) throw notFound('项目')
  return row
}

/** @throws HttpError 400 if the construction status of a submitted project would go backwards or skip a step */
function assertBuildStatus(row: ProjectRow, { buildStatus }: Update): void {
  if (!row.submitted_once || !row.build_status || !buildStatus || mayCorrect(row)) return
  if (isBuildStatusMove(row.build_status, buildStatus)) return
  const message = '建设状态不能这样变更，需要更正的请由省级退回'
  throw badRequest('P-012', message, [{ field: 'buildStatus', message }])
}

/** Replaces a project's content. One stored in the warehouse restarts its review; its snapshot stays. */
export async function updateProject(trx: Trx, given: Update, user: Caller, now: Date): Promise<void> {
  const row = await requireProject(trx, given.id, user, true)
  if (!mayEdit(user, row)) throw await notNow(trx, row, user)
  if (row.version !== given.version) throw staleVersion()
  const update = onOwnGround(user, given)
  if (update.provinceCode !== row.province_code) {
    throw badRequest('P-014', '省份不能修改，请删除后重新填报', [
      { field: 'provinceCode', message: '省份不能修改' },
    ])
  }
  assertBuildStatus(row, update)
  const divisions = await assertProject(trx, update, day(now))
  await assertOwnFiles(trx, update, row.attachment_ids ?? [], user)
  const content = contentOf(update, divisions) as unknown as RowChanges<'es_project'> // as in createProject
  if (row.submitted_once) await keepSubmitted(trx, [row.id])
  await trx
    .updateTable('es_project')
    .set({
      ...content,
      ...(row.declare_status === DeclareStatus.passed
        ? { declare_status: DeclareStatus.draft, read_flag: false }
        : {}),
      version: sql`version + 1`,
      update_by: user.username,
      update_time: sql`now()`,
    })
    .where('province_code', '=', row.province_code)
    .where('id', '=', row.id)
    .execute()
  await noteCorrections(trx, row, update, user)
  await closeOutdated(trx)
  if (row.submitted_once) {
    await indexProjects(trx, [row.id])
    await touchProjects(trx, [row.province_code])
  }
  const to = row.declare_status === DeclareStatus.passed ? DeclareStatus.draft : row.declare_status
  const { id, province_code: provinceCode, declare_status: from } = row
  await noteEvents(trx, projectBase, [{ kind: 'project.changed', id, provinceCode, from, to }], user)
  const written = await requireProject(trx, id, user)
  await renewRemarks(trx, 'PROJECT', [{ id, content: projectContent(written) }])
}

/** Deletes never-submitted drafts, all or none. */
export async function deleteProjects(
  trx: Trx,
  ids: readonly number[],
  user: Caller,
  now: Date,
): Promise<void> {
  const rows = await findProjects(trx, ids, user, true)
  if (rows.length < new Set(ids).size) throw notFound('项目')
  const kept = rows.find((row) => !mayDelete(user, row))
  if (kept) throw conflict('W-008', `“${kept.project_name}”已提交过，不能删除`)
  await deleteDrafts(trx, projectBin, rows, (row) => row.declare_status, { user, now })
  await closeOutdated(trx)
}

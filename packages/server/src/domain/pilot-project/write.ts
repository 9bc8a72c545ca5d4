import { DemoStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { checkPilotProject } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { NewRow, RowChanges } from '../../db/schema.ts'
import { badRequest, conflict, HttpError, notFound, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { deleteDrafts } from '../deleted-drafts/delete.ts'
import { assertDraft } from '../draft-check.ts'
import { groundOf, groundProblems, withOwnCompany } from '../es-project/ground.ts'
import { normalisedName } from '../es-project/name.ts'
import { noteEvents } from '../events/note.ts'
import { maskName } from '../masking.ts'
import { pilotBase } from './base.ts'
import { pilotBin } from './bin.ts'
import { type PilotFields, pilotFields, rowOf } from './columns.ts'
import { notePilotChange } from './events.ts'
import { withLinked } from './linked.ts'
import { assertPartOpen } from './parts.ts'
import { findPilots, requirePilot } from './query.ts'
import { recommenderOf } from './recommender.ts'
import { renewPilotRemarks } from './remarks.ts'
import { visiblePilots } from './scope.ts'
import { mayDelete } from './states.ts'
import { requireBatchOpen } from './window.ts'

type Schemas = components['schemas']
type Draft = Schemas['DemoProjectDraft']
type Update = Schemas['DemoProjectUpdate']
type UniqueQuery = operations['checkDemoUnique']['parameters']['query']

/** Returns the draft with the applicant's own company. @throws HttpError 403 for another company */
function onOwnGround<T extends PilotFields>(user: Caller, draft: T): T {
  const ground = groundOf(user)
  const errors = groundProblems(ground, draft)
  const [first] = errors
  if (first) throw new HttpError(403, first.message, { errors })
  return withOwnCompany(ground, draft)
}

/** @throws HttpError 400 for what is not allowed even in a draft */
const assertPilot = (db: Db, draft: PilotFields) =>
  assertDraft(db, draft, {
    specs: pilotFields,
    issues: checkPilotProject({ ...draft }),
    masked: { field: 'contactPhone', value: draft.contactPhone, message: '请填写完整的联系电话' },
  })

/** Finds projects of a batch with the same name, apart from width, punctuation and common words. */
async function namesakes(
  db: Db,
  { projectName, batchYear, batchNo, excludeId }: UniqueQuery,
  user: Caller,
): Promise<Schemas['ProjectUnique']['conflicts']> {
  const { rows } = await sql<{ id: number; project_name: string; is_visible: boolean }>`
    select p.id, p.project_name, (${visiblePilots(user)}) as is_visible from demo_project p
    where not p.deleted and p.batch_year = ${batchYear} and p.batch_no = ${batchNo} and p.id <> ${excludeId ?? 0}
    order by p.id`.execute(db)
  const name = normalisedName(projectName)
  return rows
    .filter((row) => normalisedName(row.project_name) === name)
    .map(({ id, project_name, is_visible }) => ({
      id,
      projectName: is_visible ? project_name : maskName(project_name),
      field: 'projectName',
    }))
}

export async function checkUnique(
  db: Db,
  query: UniqueQuery,
  user: Caller,
): Promise<Schemas['ProjectUnique']> {
  const conflicts = await namesakes(db, query, user)
  return { unique: conflicts.length === 0, conflicts }
}

async function assertUnique(trx: Trx, query: UniqueQuery, user: Caller): Promise<void> {
  if ((await namesakes(trx, query, user)).length === 0) return
  const message = '同一批次中已有同名的示范项目'
  throw conflict('M-001', message, [{ field: 'projectName', message }])
}

const SERIAL_DIGITS = 3

/** Takes the next serial number of a batch. Its row lock also orders the projects whose names are compared. */
async function nextSerial(trx: Trx, { batchYear, batchNo }: Draft): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into demo_serial (batch_year, batch_no, last)
    select ${batchYear}, ${batchNo}, 1 + coalesce(max(right(p.demo_code, ${SERIAL_DIGITS})::integer), 0)
      from demo_project p where p.batch_year = ${batchYear} and p.batch_no = ${batchNo}
    on conflict (batch_year, batch_no) do update set last = demo_serial.last + 1 returning last`.execute(trx)
  return rows[0]?.last ?? 1
}

const codeOf = ({ batchYear, batchNo }: Draft, serial: number) =>
  `DEMO${batchYear}${String(batchNo).padStart(2, '0')}${String(serial).padStart(SERIAL_DIGITS, '0')}`

/** Stores a draft and returns its id. */
export async function createPilot(trx: Trx, given: Draft, user: Caller, now: Date): Promise<number> {
  await requireBatchOpen(trx, { batch_year: given.batchYear, batch_no: given.batchNo }, user, now)
  const { draft, values, version } = await withLinked(trx, onOwnGround(user, given), user)
  await assertPilot(trx, draft)
  const recommendOrgId = await recommenderOf(trx, draft)
  const serial = await nextSerial(trx, draft)
  await assertUnique(trx, draft, user)
  // Named column by column by `rowOf`, from the same list that the migration has.
  const content = rowOf(draft) as unknown as NewRow<'demo_project'>
  const made = await trx
    .insertInto('demo_project')
    .values({
      ...content,
      recommend_org_id: recommendOrgId ?? null,
      demo_code: codeOf(draft, serial),
      es_project_version: version,
      linked_values: JSON.stringify(values),
      org_id: user.orgId,
      create_by: user.username,
      update_by: user.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { provinceCode } = draft
  const note = { kind: 'demo.created', id: made.id, provinceCode, to: DemoStatus.draft } as const
  await noteEvents(trx, pilotBase, [note], user)
  return made.id
}

/** @throws HttpError 400 if the batch or the province of a project would change */
function assertFixed(
  update: Update,
  row: { batch_year: number; batch_no: number; province_code: string },
): void {
  const fixed = [
    ['batchYear', row.batch_year, '申报年度'],
    ['batchNo', row.batch_no, '申报批次'],
    ['provinceCode', row.province_code, '省份'],
  ] as const
  const changed = fixed.find(([field, value]) => update[field] !== value)
  if (changed) throw badRequest('M-002', `${changed[2]}：不能修改，请删除后重新填报`, changed[0])
}

/** Replaces a project's own content. */
export async function updatePilot(trx: Trx, given: Update, user: Caller, now: Date): Promise<void> {
  const row = await requirePilot(trx, given.id, user, { now, lock: true })
  await assertPartOpen(trx, row, 'MASTER', user, now)
  if (row.version !== given.version) throw staleVersion()
  assertFixed(given, row)
  const { takeSource = false, ...content } = given
  const { draft, values, version } = await withLinked(trx, onOwnGround(user, content), user, {
    ...row,
    takeSource,
  })
  await assertPilot(trx, draft)
  const recommendOrgId = await recommenderOf(trx, draft)
  await assertUnique(trx, { ...draft, excludeId: row.id }, user)
  const changes = rowOf(draft) as unknown as RowChanges<'demo_project'> // as in createPilot
  await trx
    .updateTable('demo_project')
    .set({
      ...changes,
      recommend_org_id: recommendOrgId ?? null,
      es_project_version: version,
      linked_values: JSON.stringify(values),
      version: sql`version + 1`,
      update_by: user.username,
      update_time: sql`now()`,
    })
    .where('id', '=', row.id)
    .execute()
  await renewPilotRemarks(trx, row.id, user)
  await notePilotChange(trx, row.id, user)
}

/** Deletes never-submitted drafts, all or none. */
export async function deletePilots(trx: Trx, ids: readonly number[], user: Caller, now: Date): Promise<void> {
  const rows = await findPilots(trx, ids, user, { now, lock: true })
  if (rows.length < new Set(ids).size) throw notFound('示范项目')
  const kept = rows.find((row) => !mayDelete(user, row))
  if (kept) throw conflict('W-008', `“${kept.project_name}”已提交过，不能删除`)
  await deleteDrafts(trx, pilotBin, rows, ({ status }) => status, { user, now })
}

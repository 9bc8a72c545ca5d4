import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { fileInfoOf } from '../files/info.ts'
import { type FlowRow, flowColumns } from '../flow/history.ts'
import { flowStep } from '../flow/notes.ts'
import { maskPhone } from '../masking.ts'
import { reply } from '../reply.ts'
import { pilotFieldsOf } from './columns.ts'
import { type Materials, materialsOf, type PartRow, partStatusOf } from './completeness.ts'
import { reviewFeedbackOf } from './feedback.ts'
import { readableFlow } from './flow-view.ts'
import { sourceState } from './linked.ts'
import type { PartContents, WrittenPart } from './part-specs.ts'
import { type PilotRecord, requirePilot } from './query.ts'
import { systemFields } from './row.ts'
import { IN_REVIEW_LABEL, isConcealed, shownStatus, shownStatusLabel, sightOf } from './sight.ts'
import { editableParts } from './states.ts'
import { pilotWindows } from './window.ts'

type Schemas = components['schemas']

const audited = (row: PartRow) =>
  ({
    id: row.id,
    version: row.version,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    projectId: row.project_id,
    partStatus: row.status,
    copiedFields: Object.entries(row.copied_fields).map(([field, batchYear]) => ({ field, batchYear })),
  }) as const

/** Content of a saved part. It was checked when it was saved. */
const contentOf = <Part extends WrittenPart>(row: PartRow): PartContents[Part] =>
  row.content as PartContents[Part]

const applicationOf = (row: PartRow | undefined): Schemas['DemoApplication'] | undefined =>
  row && reply<Schemas['DemoApplication']>({ ...contentOf<'APPLICATION'>(row), ...audited(row) })

export const implementationOf = (row: PartRow | undefined): Schemas['DemoImplementation'] | undefined =>
  row && reply<Schemas['DemoImplementation']>({ ...contentOf<'IMPLEMENTATION'>(row), ...audited(row) })

async function briefOf(db: Db, row: PartRow | undefined): Promise<Schemas['DemoBrief'] | undefined> {
  if (!row) return undefined
  const content = contentOf<'BRIEF'>(row)
  const cover = content.coverFileId
    ? await db.selectFrom('file_info').selectAll().where('id', '=', content.coverFileId).executeTakeFirst()
    : undefined
  return reply<Schemas['DemoBrief']>({ ...content, ...audited(row), coverFile: cover && fileInfoOf(cover) })
}

async function flowOf(db: Db, row: PilotRecord, user: Caller): Promise<Schemas['FlowInfo']> {
  const { rows } = await sql<FlowRow>`
    select ${flowColumns} from flow_history
    where biz_type = 'DEMO' and biz_id = ${row.id} and not undone order by id`.execute(db)
  const steps = readableFlow(rows, row, user)
  const hidden = isConcealed(user, row)
  const label = (status: string) =>
    hidden && status === shownStatus(user, row) ? IN_REVIEW_LABEL : labelIn('demo_status', status)
  const system = systemFields(row, user)
  return reply<Schemas['FlowInfo']>({
    status: shownStatus(user, row),
    statusLabel: shownStatusLabel(user, row),
    actions: system.actions,
    moves: system.moves,
    lastOpinion: steps.findLast(({ opinion }) => opinion)?.opinion,
    history: steps.map((step) => flowStep(step, label)),
  })
}

/** Masks the contact's telephone number for all callers but the applicant. */
const ownFields = (row: PilotRecord, user: Caller) =>
  pilotFieldsOf(
    row.org_id === user.orgId ? row : { ...row, contact_phone: maskPhone(row.contact_phone) ?? null },
  )

/** A project with its flow, without its materials. */
export async function pilotProject(db: Db, row: PilotRecord, user: Caller): Promise<Schemas['DemoProject']> {
  const isEditing = editableParts(user, row).includes('MASTER')
  const source = isEditing ? await sourceState(db, row, user) : undefined
  return reply<Schemas['DemoProject']>({
    ...ownFields(row, user),
    ...systemFields(row, user),
    id: row.id,
    version: row.version,
    batchYear: row.batch_year,
    batchNo: row.batch_no,
    projectName: row.project_name,
    provinceCode: row.province_code,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    orgId: row.org_id,
    lockedFields: Object.keys(row.linked_values),
    sourceChanges: source?.changes,
    linkedProjectCode: source?.code,
    reviewFeedback: await reviewFeedbackOf(db, row, user),
    flow: await flowOf(db, row, user),
  })
}

const EMPTY: Materials = { parts: new Map(), files: [] }

/** A project with the materials that the caller may see. */
export async function pilotDetail(
  db: Db,
  row: PilotRecord,
  user: Caller,
  now: Date,
): Promise<Schemas['DemoProjectDetail']> {
  const sees = sightOf(user, row, 'MATERIALS') === 'ALL'
  const materials = (sees ? (await materialsOf(db, [row.id])).get(row.id) : undefined) ?? EMPTY
  const { parts, files } = materials
  const status = partStatusOf(row, materials, await pilotWindows(db, user, now), { user, now })
  return reply<Schemas['DemoProjectDetail']>({
    ...(await pilotProject(db, row, user)),
    application: applicationOf(parts.get('APPLICATION')),
    implementation: implementationOf(parts.get('IMPLEMENTATION')),
    brief: await briefOf(db, parts.get('BRIEF')),
    attachments: files.map(fileInfoOf),
    partStatus: sees ? status : { ...status, missing: [], gaps: [] },
    announcedAt: sightOf(user, row, 'RESULT') === 'NOTHING' ? undefined : row.announced_at,
  })
}

/** The plan of a visible project. @throws HttpError 404 if there is none, or the caller may not see it */
export async function pilotImplementation(
  db: Db,
  projectId: number,
  user: Caller,
  now: Date,
): Promise<Schemas['DemoImplementation']> {
  const row = await requirePilot(db, projectId, user, { now })
  const sees = sightOf(user, row, 'MATERIALS') === 'ALL'
  const parts = sees ? (await materialsOf(db, [row.id])).get(row.id)?.parts : undefined
  const plan = implementationOf(parts?.get('IMPLEMENTATION'))
  if (!plan) throw notFound('实施方案')
  return plan
}

/** Returns the completeness of the projects whose materials the caller may see. */
export async function pilotPartStatuses(
  db: Db,
  rows: readonly PilotRecord[],
  user: Caller,
  now: Date,
): Promise<Schemas['DemoPartStatus'][]> {
  const seen = rows.filter((row) => sightOf(user, row, 'MATERIALS') === 'ALL')
  const materials = await materialsOf(
    db,
    seen.map(({ id }) => id),
  )
  const windows = await pilotWindows(db, user, now)
  return seen.map((row) => partStatusOf(row, materials.get(row.id) ?? EMPTY, windows, { user, now }))
}

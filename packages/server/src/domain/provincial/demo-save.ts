import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { conflict, NOT_ALLOWED, notFound, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { assertFiles } from '../demo-reports/evidence.ts'
import { noteEvents } from '../events/note.ts'
import { requireWindow } from '../fill-time/closure.ts'
import { reviewedProvincialDemo } from '../kinds/provincial-pilot/record.ts'
import {
  type Means,
  type RecordStep,
  type StepRequest,
  type Taken,
  takeRecordStep,
} from '../review/record-step.ts'
import { assertContent, assertNameFree } from './demo-check.ts'
import {
  findProvincialDemos,
  type ProvincialDemoFields,
  type ProvincialDemoRow,
  requireProvincialDemo,
} from './demo-rows.ts'
import { ownProvince } from './parts.ts'
import { isWriting, nextStatus, tellReturn, withoutReview } from './step.ts'

type Schemas = components['schemas']
type Action = Schemas['ProvincialDemoUpdate']['action']

interface Writing {
  id: number | undefined
  provinceCode: string
  action: Action
  content: ProvincialDemoFields
  /** Files that the record holds already. */
  kept: readonly number[]
}

/** Columns that lists filter and sort by. */
const columnsOf = (content: ProvincialDemoFields) => ({
  content: JSON.stringify(content),
  year: content.year ?? 0,
  project_name: content.projectName ?? '',
  city_code: content.cityCode ?? null,
  county_code: content.countyCode ?? null,
  tech_type: content.techType ?? null,
  rated_power: content.ratedPower ?? null,
  rated_energy: content.ratedEnergy ?? null,
})

/** @throws HttpError 400, 409 or 423 unless the content may be written now */
async function assertWriting(trx: Trx, writing: Writing, user: Caller, now: Date): Promise<void> {
  const { id, provinceCode, action, content, kept } = writing
  const { year = 0, projectName = '', attachmentIds = [] } = content
  await requireWindow(trx, 'PROV_DEMO', user, now, { year })
  await assertContent(trx, { provinceCode, content }, action === 'SUBMIT' ? 'submit' : 'draft', user, now)
  // Two projects of one name are compared one after the other.
  await sql`select code from region where code = ${provinceCode} for update`.execute(trx)
  await assertNameFree(trx, { provinceCode, year, projectName, excludeId: id })
  await assertFiles(trx, { ids: attachmentIds, kept, bizType: 'PROV_DEMO_DOC', field: 'attachmentIds' }, user)
}

/** A step of a stored project, or of a new one. */
interface Step extends Writing {
  before: ProvincialDemoRow | undefined
  to: ReportStatus
  opinion: string | undefined
  user: Caller
}

/** Writes a project and returns its id. */
async function store(trx: Trx, step: Step): Promise<number> {
  const { before, provinceCode, action, content, to, opinion, user } = step
  const values = {
    ...columnsOf(content),
    status: to,
    last_opinion: opinion ?? before?.last_opinion ?? null,
    update_by: user.username,
    ...(action === 'SUBMIT' ? { submit_time: sql<string>`now()` } : {}),
  }
  if (before) {
    await trx
      .updateTable('provincial_demo')
      .set({ ...values, version: sql`version + 1`, update_time: sql`now()` })
      .where('id', '=', before.id)
      .execute()
    return before.id
  }
  const { id } = await trx
    .insertInto('provincial_demo')
    .values({ ...values, province_code: provinceCode, org_id: user.orgId, create_by: user.username })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Applies a checked step to a project. */
function takeStep(trx: Trx, step: Step, request: StepRequest, means: Means): Promise<Taken> {
  const { before, provinceCode, content, to, user } = step
  const name = `省级示范项目“${content.projectName ?? before?.project_name ?? ''}”`
  const taken: RecordStep = {
    entity: 'PROV_DEMO',
    provinceCode,
    to,
    isToAuthor: true,
    before: before && {
      row: before,
      stored: reviewedProvincialDemo(before, user),
      written: reviewedProvincialDemo({ ...before, content }, user),
    },
    store: () => store(trx, step),
    load: async (id) => reviewedProvincialDemo(await requireProvincialDemo(trx, id, user), user),
    tell(id, after) {
      const orgId = before?.org_id ?? user.orgId
      const notice = { kind: 'PROV_DEMO', name, opinion: request.opinion, orgId } as const
      return tellReturn(trx, id, notice, user, after)
    },
  }
  return takeRecordStep(trx, taken, request, means)
}

/** Creates a project. @throws HttpError 400, 409 or 423 */
export async function createProvincialDemo(
  trx: Trx,
  { action, ...content }: Schemas['ProvincialDemoDraft'],
  means: Means,
): Promise<Taken> {
  const { user, now } = means
  const provinceCode = ownProvince(user)
  const to = nextStatus({ province_code: provinceCode, status: ReportStatus.draft }, { action }, user)
  const writing: Writing = { id: undefined, provinceCode, action, content, kept: [] }
  await assertWriting(trx, writing, user, now)
  return takeStep(trx, { ...writing, before: undefined, to, opinion: undefined, user }, { action }, means)
}

/** Checks and applies a step to a project. @throws HttpError 400, 403, 404, 409 or 423 */
export async function updateProvincialDemo(
  trx: Trx,
  request: Schemas['ProvincialDemoUpdate'],
  means: Means,
): Promise<Taken> {
  const { user, now } = means
  const { id, version, action, opinion, ...rest } = request
  const before = await requireProvincialDemo(trx, id, user, true)
  if (before.version !== version) throw staleVersion()
  const to = nextStatus(before, { action, opinion }, user)
  const content = isWriting(action) ? withoutReview(rest) : before.content
  const kept = before.content.attachmentIds ?? []
  const writing: Writing = { id, provinceCode: before.province_code, action, content, kept }
  if (isWriting(action)) await assertWriting(trx, writing, user, now)
  return takeStep(trx, { ...writing, before, to, opinion, user }, request, means)
}

const DELETABLE: readonly string[] = [
  ReportStatus.draft,
  ReportStatus.returned,
  ReportStatus.returnedByNation,
]

/** Deletes drafts and returned projects of the own province: all or none. @throws HttpError 404 or 409 */
export async function deleteProvincialDemos(trx: Trx, ids: readonly number[], user: Caller): Promise<void> {
  const wanted = [...new Set(ids)]
  const rows = (await findProvincialDemos(trx, wanted, user, true)).filter(
    ({ province_code }) => province_code === user.provinceCode,
  )
  if (rows.length < wanted.length) throw notFound('省级示范项目')
  if (rows.some(({ status }) => !DELETABLE.includes(status)))
    throw conflict(NOT_ALLOWED.code, NOT_ALLOWED.message)
  await trx
    .updateTable('provincial_demo')
    .set({ deleted: true, update_by: user.username, update_time: sql`now()`, version: sql`version + 1` })
    .where('id', 'in', wanted)
    .execute()
  const deleted = rows.map(({ id, province_code: provinceCode, status: from }) => ({
    kind: 'provincialDemo.deleted' as const,
    id,
    provinceCode,
    from,
  }))
  await noteEvents(trx, 'PROV_DEMO', deleted, user)
}

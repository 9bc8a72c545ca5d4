import { ReportStatus } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { conflict, NOT_ALLOWED, notFound, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { assertFiles } from '../demo-reports/evidence.ts'
import { requireWindow } from '../fill-time/window.ts'
import { assertContent, assertNameFree } from './demo-check.ts'
import { findProvincialDemos, type ProvincialDemoFields, requireProvincialDemo } from './demo-rows.ts'
import { ownProvince } from './parts.ts'
import { isWriting, nextStatus, noteStep } from './step.ts'

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

const linkOf = (id: number) => `/provincial/demonstration/index?id=${id}`

/** Creates a project and returns its id. @throws HttpError 400, 409 or 423 */
export async function createProvincialDemo(
  trx: Trx,
  { action, ...content }: Schemas['ProvincialDemoDraft'],
  user: Caller,
  now: Date,
): Promise<number> {
  const provinceCode = ownProvince(user)
  const to = nextStatus({ province_code: provinceCode, status: ReportStatus.draft }, { action }, user)
  await assertWriting(trx, { id: undefined, provinceCode, action, content, kept: [] }, user, now)
  const { id } = await trx
    .insertInto('provincial_demo')
    .values({
      ...columnsOf(content),
      province_code: provinceCode,
      org_id: user.orgId,
      status: to,
      create_by: user.username,
      update_by: user.username,
      ...(action === 'SUBMIT' ? { submit_time: sql<string>`now()` } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const name = `省级示范项目“${content.projectName}”`
  const step = { kind: 'PROV_DEMO' as const, id, provinceCode, orgId: user.orgId, action, from: null, to }
  await noteStep(trx, { ...step, name, link: linkOf(id) }, user)
  return id
}

/** Takes a step of a project and returns its id. @throws HttpError 400, 403, 404, 409 or 423 */
export async function updateProvincialDemo(
  trx: Trx,
  { id, version, action, opinion, ...given }: Schemas['ProvincialDemoUpdate'],
  user: Caller,
  now: Date,
): Promise<number> {
  const before = await requireProvincialDemo(trx, id, user, true)
  if (before.version !== version) throw staleVersion()
  const to = nextStatus(before, { action, opinion }, user)
  const { province_code: provinceCode, org_id: orgId } = before
  const content = isWriting(action) ? given : before.content
  const kept = before.content.attachmentIds ?? []
  if (isWriting(action)) await assertWriting(trx, { id, provinceCode, action, content, kept }, user, now)
  await trx
    .updateTable('provincial_demo')
    .set({
      ...columnsOf(content),
      status: to,
      last_opinion: opinion ?? before.last_opinion,
      update_by: user.username,
      update_time: sql`now()`,
      version: sql`version + 1`,
      ...(action === 'SUBMIT' ? { submit_time: sql<string>`now()` } : {}),
    })
    .where('id', '=', id)
    .execute()
  const name = `省级示范项目“${content.projectName ?? before.project_name}”`
  const step = {
    kind: 'PROV_DEMO' as const,
    id,
    provinceCode,
    orgId,
    action,
    opinion,
    from: before.status,
    to,
  }
  await noteStep(trx, { ...step, name, link: linkOf(id) }, user)
  return id
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
}

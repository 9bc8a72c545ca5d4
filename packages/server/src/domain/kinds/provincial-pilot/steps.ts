import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import type { Checker } from '../../flow/kind.ts'
import type { Step, StepContext, StepItem } from '../../flow/step.ts'
import type { AnyMessage } from '../../messages/tell.ts'
import { assertFiles } from '../../pilot-reports/evidence.ts'
import { assertContent, assertNameFree } from '../../provincial/pilot-check.ts'
import type { ProvincialDemoFields } from '../../provincial/pilot-rows.ts'
import { canonical } from '../../values/canonical.ts'
import type { Content } from '../../values/differences.ts'
import { type LivePilot, shape } from './record.ts'

type Schemas = components['schemas']

/** What a request says of a project. The fields are read by steps that write. */
export interface PilotItem extends StepItem {
  fields: ProvincialDemoFields
}

type PilotStep = Step<LivePilot, PilotItem>

/** The period of the form: the year that is written. */
export const periodOf = ({ item }: PilotStep): { year: number } => ({ year: item.fields.year ?? 0 })

async function assertWriting(trx: Trx, step: PilotStep, { user, now }: StepContext): Promise<void> {
  const { provinceCode, id, fields: stored } = step.record
  const content = step.item.fields
  const { year = 0, projectName = '', attachmentIds: ids = [] } = content
  const stage = step.request.action === 'SUBMIT' ? 'submit' : 'draft'
  await assertContent(trx, { provinceCode, content }, stage, user, now)
  // Two projects of one name are compared one after the other.
  await sql`select code from region where code = ${provinceCode} for update`.execute(trx)
  await assertNameFree(trx, { provinceCode, year, projectName, excludeId: step.isNew ? undefined : id })
  const kept = stored.attachmentIds ?? []
  await assertFiles(trx, { ids, kept, bizType: 'PROV_DEMO_DOC', field: 'attachmentIds' }, user)
}

/** Checks whether the content may be stored. A call writes one project. */
export async function pilotChecker(
  trx: Trx,
  _steps: readonly PilotStep[],
  ctx: StepContext,
): Promise<Checker<LivePilot, PilotItem>> {
  const check = async (step: PilotStep): Promise<PilotItem> => {
    if (step.line.writes) await assertWriting(trx, step, ctx)
    return step.item
  }
  return { check }
}

export const writtenPilots = async (_trx: Trx, steps: readonly PilotStep[]): Promise<Content[]> =>
  steps.map(({ item }) => canonical(item.fields, shape))

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

async function storePilot(trx: Trx, step: PilotStep, { user }: StepContext): Promise<number> {
  const { record, isNew, item, request, to } = step
  const values = {
    ...columnsOf(item.fields),
    status: to as Schemas['ReportStatus'], // a state of the flow's table
    ...(request.opinion === undefined ? {} : { last_opinion: request.opinion }),
    update_by: user.username,
    ...(request.action === 'SUBMIT' ? { submit_time: sql<string>`now()` } : {}),
  }
  if (!isNew) {
    await trx
      .updateTable('provincial_demo')
      .set({ ...values, version: sql`version + 1`, update_time: sql`now()` })
      .where('id', '=', record.id)
      .execute()
    return record.id
  }
  const own = { province_code: record.provinceCode, org_id: user.orgId, create_by: user.username }
  const { id } = await trx
    .insertInto('provincial_demo')
    .values({ ...values, ...own })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes the project of a call. */
export async function storePilots(
  trx: Trx,
  steps: readonly PilotStep[],
  ctx: StepContext,
): Promise<number[]> {
  const ids: number[] = []
  for (const step of steps) ids.push(await storePilot(trx, step, ctx))
  return ids
}

/** Tells the province that its project was returned. */
export const returnedPilot = (
  { record, request }: PilotStep,
  office: number | null,
  { user }: StepContext,
): AnyMessage => ({
  code: 'provincial-demo.returned',
  to: { offices: [office] },
  values: {
    id: record.id,
    name: `省级示范项目“${record.fields.projectName ?? ''}”`,
    office: user.orgName,
    opinion: request.opinion ?? '',
    search: {},
  },
})

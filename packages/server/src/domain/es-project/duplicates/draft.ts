import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../caller.ts'
import { snake } from '../../columns.ts'
import { groundOf, withOwnCompany } from '../ground.ts'
import { normalisedName } from '../name.ts'
import { requireProject } from '../write.ts'
import type { Subject } from './subject.ts'

type Draft = components['schemas']['EsProjectDraft']

const COMPARED = [
  'cityCode',
  'countyCode',
  'phaseNo',
  'nationalCode',
  'recordNo',
  'ownerGroupId',
  'buildStatus',
  'techType',
  'appSubScenario',
  'ratedPower',
  'ratedEnergy',
  'longitude',
  'latitude',
  'substationName',
  'gridVoltage',
] as const

/**
 * Converts a form's content for comparison. An enterprise's own company is the default company.
 * @param id the stored project that the form edits
 * @throws HttpError 404 if the caller may not see that project
 */
export async function subjectOf(db: Db, given: Draft, user: Caller, id?: number): Promise<Subject> {
  if (id !== undefined) await requireProject(db, id, user)
  const draft = withOwnCompany(groundOf(user), given)
  const codes = [draft.provinceCode, draft.cityCode, draft.countyCode].flatMap((code) => code ?? [])
  const places = await db
    .selectFrom('region')
    .select(['name', 'short_name'])
    .where('code', 'in', codes)
    .execute()
  const names = places.flatMap(({ name, short_name }) => [name, short_name])
  return {
    ...Object.fromEntries(COMPARED.map((field) => [snake(field), draft[field] ?? null])),
    ...(id === undefined ? {} : { id }),
    province_code: draft.provinceCode,
    project_name: draft.projectName,
    normalised_name: normalisedName(draft.projectName, names),
    credit_code: draft.creditCode ?? null,
  }
}

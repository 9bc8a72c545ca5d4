import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import { badRequest, type FieldProblem, refusedFields } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { fieldsOf } from '../es-project/columns.ts'
import { findProjects, type ProjectRow } from '../es-project/query.ts'
import { reply } from '../reply.ts'
import { type PilotFields, type PilotRow, pilotFields } from './columns.ts'

type SourceChange = components['schemas']['DemoSourceChange']

/** Fields that are copied from a linked project of the register. */
const LINKED = [
  'companyName',
  'creditCode',
  'ownerGroupId',
  'provinceCode',
  'cityCode',
  'countyCode',
  'longitude',
  'latitude',
  'techType',
  'techSubType',
  'appScenario',
  'appSubScenario',
  'ratedPower',
  'ratedEnergy',
  'totalInvestment',
  'buildStatus',
  'commissionDate',
] as const satisfies readonly (keyof PilotFields)[]

export type LinkedValues = PilotRow['linked_values']

const captions = new Map(pilotFields.map(({ name, caption }) => [name, caption]))

/** Returns the values that a demonstration project copies from a project. */
function valuesOf(source: ProjectRow): LinkedValues {
  const values = fieldsOf(source)
  return Object.fromEntries(
    LINKED.flatMap((field) => {
      const value = values[field]
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

/** @throws HttpError 400 if the project is not the caller's own or is in another province */
async function requireSource(db: Db, draft: PilotFields, user: Caller): Promise<ProjectRow> {
  const [source] = await findProjects(db, [draft.esProjectId ?? 0], user)
  if (!source || source.org_id !== user.orgId)
    throw badRequest('M-005', '关联储能项目：不是本单位的项目', 'esProjectId')
  if (source.province_code !== draft.provinceCode)
    throw badRequest('M-005', '关联储能项目：与建设地点不在同一省份', 'esProjectId')
  return source
}

/** A draft with the values copied from its linked project, and that project's version. */
export interface Taken<T> {
  draft: T
  values: LinkedValues
  version: number | null
}

/**
 * Fills a draft from its linked project. Values taken earlier stay unchanged until the applicant asks for the
 * present ones.
 * @throws HttpError 400 for other values in locked fields
 */
export async function withLinked<T extends PilotFields>(
  db: Db,
  draft: T,
  user: Caller,
  before?: Pick<PilotRow, 'es_project_id' | 'es_project_version' | 'linked_values'> & { takeSource: boolean },
): Promise<Taken<T>> {
  if (draft.esProjectId === undefined) return { draft, values: {}, version: null }
  const isSame = before?.es_project_id === draft.esProjectId
  if (before && isSame && !before.takeSource) {
    const problems = Object.entries(before.linked_values).flatMap(([field, value]): FieldProblem[] => {
      const given = new Map<string, unknown>(Object.entries(draft)).get(field)
      if (given === undefined || given === value) return []
      return [{ field, code: 'M-004', message: '取自关联项目，已锁定' }]
    })
    const [first] = problems
    if (first) throw refusedFields(`${captions.get(first.field) ?? ''}：${first.message}`, problems)
    return {
      draft: { ...draft, ...before.linked_values },
      values: before.linked_values,
      version: before.es_project_version,
    }
  }
  const source = await requireSource(db, draft, user)
  const values = valuesOf(source)
  return { draft: { ...draft, ...values }, values, version: source.version }
}

const shown = (value: string | number | undefined) =>
  value === undefined ? undefined : typeof value === 'number' ? value.toLocaleString('en') : value

/** Returns the linked project's code and the values that changed since they were copied. */
export async function sourceState(
  db: Db,
  row: PilotRow,
  user: Caller,
): Promise<{ code: string | undefined; changes: SourceChange[] }> {
  if (row.es_project_id === null) return { code: undefined, changes: [] }
  const [source] = await findProjects(db, [row.es_project_id], user)
  if (!source) return { code: undefined, changes: [] }
  const current = valuesOf(source)
  const changes = LINKED.filter((field) => current[field] !== row.linked_values[field]).map((field) =>
    reply<SourceChange>({
      field,
      label: captions.get(field) ?? field,
      taken: shown(row.linked_values[field]),
      current: shown(current[field]),
    }),
  )
  return { code: source.project_code, changes }
}

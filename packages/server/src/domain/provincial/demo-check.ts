import type { components } from '@xinchu/sdk/schema'
import { checkRecord, messages, regionConsistent, type Stage } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { CLOSED, conflict, type FieldProblem, refusedFields } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { normalisedName } from '../es-project/name.ts'
import { findProjects } from '../es-project/query.ts'
import { windowCheck } from '../fill-time/window.ts'
import { type ProvincialDemoFields, specs } from './demo-rows.ts'
import { ownProvince } from './parts.ts'

type Check = components['schemas']['ProvincialDemoCheck']

export interface NameKey {
  provinceCode: string
  year: number
  projectName: string
  excludeId?: number | undefined
}

const TAKEN = '本年度已有同名的省级示范项目'

/** Whether a province has another project of this name in the year, apart from width, punctuation and common words. */
async function isTaken(
  db: Db,
  { provinceCode, year, projectName, excludeId = 0 }: NameKey,
): Promise<boolean> {
  const { rows } = await sql<{ project_name: string }>`
    select p.project_name from provincial_demo p
    where not p.deleted and p.province_code = ${provinceCode} and p.year = ${year} and p.id <> ${excludeId}`.execute(
    db,
  )
  const name = normalisedName(projectName)
  return rows.some(({ project_name }) => normalisedName(project_name) === name)
}

/** @throws HttpError 409 */
export async function assertNameFree(db: Db, key: NameKey): Promise<void> {
  if (await isTaken(db, key)) throw conflict('R-001', TAKEN, [{ field: 'projectName', message: TAKEN }])
}

/** Whether a project of this name can be filled in now, and why not. */
export async function checkName(
  db: Db,
  key: Omit<NameKey, 'provinceCode'>,
  user: Caller,
  now: Date,
): Promise<Check> {
  if (await isTaken(db, { ...key, provinceCode: ownProvince(user) })) return { ok: false, message: TAKEN }
  const isOpen = await windowCheck(db, 'PROV_DEMO', user, now)
  return isOpen({ year: key.year }) ? { ok: true } : { ok: false, message: CLOSED.message }
}

async function placeProblems(
  db: Db,
  provinceCode: string,
  draft: ProvincialDemoFields,
): Promise<FieldProblem[]> {
  const place = { province: provinceCode, city: draft.cityCode, county: draft.countyCode }
  const codes = Object.values(place).filter((code) => code !== undefined)
  const regions = await db.selectFrom('region').selectAll().where('code', 'in', codes).execute()
  const mismatch = regionConsistent(place, (code) => {
    const found = regions.find((region) => region.code === code)
    return found && { parentCode: found.parent_code ?? undefined }
  })
  return mismatch ? [{ field: draft.countyCode ? 'countyCode' : 'cityCode', message: messages.region }] : []
}

/** @throws HttpError 400 with everything that is wrong at a stage */
export async function assertContent(
  db: Db,
  { provinceCode, content }: { provinceCode: string; content: ProvincialDemoFields },
  stage: Stage,
  user: Caller,
  now: Date,
): Promise<void> {
  const problems: FieldProblem[] = checkRecord({ ...content }, specs, stage)
    .filter(({ level }) => level === 'error')
    .map(({ field, code, message }) => ({ field, ...(code ? { code } : {}), message }))
  if (content.approveDate && content.approveDate > day(now))
    problems.push({ field: 'approveDate', code: 'R-002', message: '不能晚于今天' })
  if (content.esProjectId && (await findProjects(db, [content.esProjectId], user)).length === 0)
    problems.push({ field: 'esProjectId', code: 'R-003', message: '不是本省可见的储能项目' })
  problems.push(...(await placeProblems(db, provinceCode, content)))
  const [first] = problems
  if (!first) return
  const captioned = problems.map((problem) => {
    const caption = specs.find(({ name }) => name === problem.field)?.caption
    return caption ? { ...problem, caption } : problem
  })
  const caption = captioned[0] && 'caption' in captioned[0] ? captioned[0].caption : undefined
  throw refusedFields(caption ? `${caption}：${first.message}` : first.message, captioned)
}

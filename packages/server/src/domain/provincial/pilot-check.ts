import type { components } from '@xinchu/contract/schema'
import { checkRecord, type Stage } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { conflict, type HttpError } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { assertNone, captioned, placeProblems, problemsOf } from '../draft-check.ts'
import { normalisedName } from '../es-project/name.ts'
import { findProjects } from '../es-project/query.ts'
import { closureCheck } from '../fill-time/closure.ts'
import { ownProvince } from './parts.ts'
import { type ProvincialDemoFields, specs } from './pilot-rows.ts'

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

export const nameTaken = (): HttpError => conflict('R-001', TAKEN, [{ field: 'projectName', message: TAKEN }])

/** @throws HttpError 409 */
export async function assertNameFree(db: Db, key: NameKey): Promise<void> {
  if (await isTaken(db, key)) throw nameTaken()
}

/** Whether a project of this name can be filled in now, and why not. */
export async function checkName(
  db: Db,
  key: Omit<NameKey, 'provinceCode'>,
  user: Caller,
  now: Date,
): Promise<Check> {
  if (await isTaken(db, { ...key, provinceCode: ownProvince(user) })) return { ok: false, message: TAKEN }
  const closure = (await closureCheck(db, 'PROV_DEMO', user, now))({ year: key.year })
  return closure ? { ok: false, message: closure.message } : { ok: true }
}

/** A city is required where there is one; the divisions of the Corps belong to none. */
async function lacksCity(db: Db, provinceCode: string, { cityCode }: ProvincialDemoFields): Promise<boolean> {
  if (cityCode) return false
  const city = await db
    .selectFrom('region')
    .select('code')
    .where('province_code', '=', provinceCode)
    .where('level', '=', 2)
    .limit(1)
    .executeTakeFirst()
  return city !== undefined
}

/** @throws HttpError 400 with everything that is wrong at a stage */
export async function assertContent(
  db: Db,
  { provinceCode, content }: { provinceCode: string; content: ProvincialDemoFields },
  stage: Stage,
  user: Caller,
  now: Date,
): Promise<void> {
  const problems = problemsOf(checkRecord({ ...content }, specs, stage), specs)
  if (content.approveDate && content.approveDate > day(now))
    problems.push(captioned({ field: 'approveDate', code: 'R-002', message: '不能晚于今天' }, specs))
  if (content.esProjectId && (await findProjects(db, [content.esProjectId], user)).length === 0)
    problems.push(
      captioned({ field: 'esProjectId', code: 'R-003', message: '不是本省可见的储能项目' }, specs),
    )
  if (stage === 'submit' && (await lacksCity(db, provinceCode, content)))
    problems.push(captioned({ field: 'cityCode', code: 'F-001', message: '不能为空' }, specs))
  const misplaced = await placeProblems(db, { ...content, provinceCode })
  assertNone([...problems, ...misplaced.map((problem) => captioned(problem, specs))])
}

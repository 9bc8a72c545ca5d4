import { checkRecord, type FieldSpec, type Issue, regionConsistent, wordsOf } from '@xinchu/validators'
import type { Db } from '../db/database.ts'
import { type FieldProblem, refusedFields } from '../errors.ts'
import { endedMessage, successorName } from './regions/former.ts'

interface Places {
  provinceCode?: string
  cityCode?: string
  countyCode?: string
}

/** Loads the divisions that a draft names, by code. */
async function divisionsOf(db: Db, { provinceCode, cityCode, countyCode }: Places) {
  const codes = [provinceCode, cityCode, countyCode].filter((code) => code !== undefined)
  const rows = await db
    .selectFrom('region')
    .selectAll()
    .select(successorName.as('successor_name'))
    .where('code', 'in', codes)
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}

const PLACES = ['cityCode', 'countyCode'] as const

type Divisions = Awaited<ReturnType<typeof divisionsOf>>

function placeProblem({ provinceCode, cityCode, countyCode }: Places, divisions: Divisions): FieldProblem[] {
  const place = { province: provinceCode ?? '', city: cityCode, county: countyCode }
  const ended = PLACES.flatMap((field) => {
    const division = divisions.get({ provinceCode, cityCode, countyCode }[field] ?? '')
    const message = division && endedMessage(division)
    return message ? [{ field, code: 'W-035' as const, message }] : []
  })
  if (ended.length > 0) return ended
  const mismatch = regionConsistent(place, (code) => {
    const found = divisions.get(code)
    return found && { parentCode: found.parent_code ?? undefined }
  })
  const field = countyCode ? 'countyCode' : cityCode ? 'cityCode' : 'provinceCode'
  return mismatch ? [{ field, code: mismatch.code, message: wordsOf(mismatch) }] : []
}

/** Problems of a draft's regions: divisions that have ended or do not lie within each other. */
export const placeProblems = async (db: Db, draft: Places): Promise<FieldProblem[]> =>
  placeProblem(draft, await divisionsOf(db, draft))

/** The errors among issues, with the captions of their fields. */
export const problemsOf = (issues: readonly Issue[], specs: readonly FieldSpec[]): FieldProblem[] =>
  issues
    .filter(({ level }) => level === 'error')
    .map(({ field, code, message }) => captioned({ field, ...(code ? { code } : {}), message }, specs))

/** A problem with the caption of its field, if it is one of these. */
export function captioned(problem: FieldProblem, specs: readonly FieldSpec[]): FieldProblem {
  const caption = specs.find(({ name }) => name === problem.field)?.caption
  return caption ? { ...problem, caption } : problem
}

/** @throws HttpError 400 with all problems, if there are any */
export function assertNone(problems: readonly FieldProblem[]): void {
  const [first] = problems
  if (first)
    throw refusedFields(first.caption ? `${first.caption}：${first.message}` : first.message, problems)
}

interface DraftCheck {
  specs: readonly FieldSpec[]
  /** Rules across fields. Warnings and gaps are left to the submission. */
  issues: readonly Issue[]
  /** A contact that was shown masked and must not be stored so. */
  masked: { field: string; value: string | undefined; message: string }
}

/**
 * Returns the divisions of a draft that holds nothing which is refused even in a draft.
 * @throws HttpError 400 with all faults
 */
export async function assertDraft(
  db: Db,
  draft: Places,
  { specs, issues, masked }: DraftCheck,
): Promise<Divisions> {
  const values = Object.fromEntries(Object.entries(draft))
  const problems = [...checkRecord(values, specs, 'draft'), ...issues]
    .filter(({ level }) => level === 'error')
    .map(({ field, code, message }): FieldProblem => ({ field, ...(code ? { code } : {}), message }))
  if (masked.value?.includes('***'))
    problems.push({ field: masked.field, code: 'P-017', message: masked.message })
  const divisions = await divisionsOf(db, draft)
  problems.push(...placeProblem(draft, divisions))
  const [first] = problems
  if (!first) return divisions
  const caption = specs.find(({ name }) => name === first.field)?.caption
  throw refusedFields(caption ? `${caption}：${first.message}` : first.message, problems)
}

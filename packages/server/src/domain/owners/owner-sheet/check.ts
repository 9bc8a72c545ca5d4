import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { cellProblems, type Problem as ProblemOf, problem } from '../../sheet-list/problems.ts'
import type { ListLine, SheetList } from '../../sheet-list/read.ts'
import { type OwnerColumn, ownerColumns, stateNamed, typeNamed } from './form.ts'

type Name = OwnerColumn['name']
type Problem = ProblemOf<Name>

/** An owner in the columns of the workbook. The parent is named by its code. */
export interface OwnerValues {
  value: string
  label: string
  shortName: string | null
  type: string | null
  creditCode: string | null
  parent: string | null
  sort: number
  enabled: boolean
}

export type StoredOwner = OwnerValues & { id: number; version: number; projects: number; accounts: number }

/** A checked row: what the owner is and will be, or what is wrong. */
export interface CheckedOwner extends ListLine<Name> {
  stored: StoredOwner | undefined
  next: OwnerValues
  problems: Problem[]
}

/** Reads all owners as the workbook shows them. */
export async function readOwners(db: Db): Promise<StoredOwner[]> {
  const { rows } = await sql<StoredOwner>`
    select d.id, d.version, d.value, d.label, d.short_name as "shortName", d.type, d.credit_code as "creditCode",
      u.value as parent, d.sort, d.enabled,
      (select count(*) from es_project p where p.owner_group_id = d.id and p.submitted_once and not p.deleted) as projects,
      (select count(*) from app_user a join org o on o.id = a.org_id where o.owner_group_id = d.id) as accounts
    from owner_dict d left join owner_dict u on u.id = d.parent_id order by d.sort, d.id`.execute(db)
  return rows
}

const BLANK = { shortName: null, type: null, creditCode: null, parent: null, sort: 999, enabled: true }

/** The owner after the row. Columns that the workbook lacks keep their value; empty cells clear it. */
function nextOf(
  { cells }: ListLine<Name>,
  { letters }: SheetList<Name>,
  stored: StoredOwner | undefined,
  codeOf: (text: string) => string | undefined,
): OwnerValues {
  const { value = '', label = '', shortName, type, creditCode, parent, sort, enabled } = cells
  const was = stored ?? BLANK
  const has = (name: Name) => letters[name] !== undefined
  return {
    value,
    label,
    shortName: has('shortName') ? (shortName ?? null) : was.shortName,
    type: has('type') ? (type === undefined ? null : (typeNamed(type) ?? null)) : was.type,
    creditCode: has('creditCode') ? (creditCode?.toUpperCase() ?? null) : was.creditCode,
    parent: has('parent') ? (parent === undefined ? null : (codeOf(parent) ?? null)) : was.parent,
    sort: sort === undefined ? was.sort : Number(sort),
    enabled: enabled === undefined ? was.enabled : (stateNamed(enabled) ?? was.enabled),
  }
}

/** Problems of a row by itself. */
function ownProblems({ cells }: ListLine<Name>, codeOf: (text: string) => string | undefined): Problem[] {
  const { type, enabled, parent } = cells
  const found = cellProblems(ownerColumns, cells)
  if (type !== undefined && typeNamed(type) === undefined)
    found.push(problem('type', 'F-023', '不在可选的企业性质之内'))
  if (enabled !== undefined && stateNamed(enabled) === undefined)
    found.push(problem('enabled', 'F-023', '只能填写启用或停用'))
  if (parent !== undefined && codeOf(parent) === undefined)
    found.push(problem('parent', 'W-018', '上级集团不存在'))
  return found
}

/** Owners by code as they will be: the stored ones with the sound rows over them. */
function afterwards(
  stored: readonly StoredOwner[],
  lines: readonly CheckedOwner[],
): ReadonlyMap<string, OwnerValues> {
  const sound = lines.filter(({ problems }) => problems.length === 0).map(({ next }) => next)
  return new Map([...stored, ...sound].map((owner) => [owner.value, owner]))
}

function isCircular(owners: ReadonlyMap<string, OwnerValues>, start: string): boolean {
  const seen = new Set<string>()
  for (let code = owners.get(start)?.parent; code; code = owners.get(code)?.parent) {
    if (code === start) return true
    if (seen.has(code)) return false
    seen.add(code)
  }
  return false
}

/** Problems of a sound row beside all other owners. */
function sharedProblems(
  { next }: CheckedOwner,
  owners: ReadonlyMap<string, OwnerValues>,
  used: Record<'label' | 'creditCode', ReadonlyMap<string, readonly string[]>>,
): Problem[] {
  const found: Problem[] = []
  for (const name of ['label', 'creditCode'] as const) {
    const other = used[name].get(next[name] ?? '')?.find((code) => code !== next.value)
    if (other !== undefined) found.push(problem(name, 'W-018', `与代码为${other}的业主相同`))
  }
  if (next.parent !== null && !owners.has(next.parent))
    found.push(problem('parent', 'W-018', '上级集团所在的行有错误'))
  else if (isCircular(owners, next.value))
    found.push(problem('parent', 'W-018', '上级集团不能是本集团或其下级'))
  return found
}

/** Codes of the owners by a value that no two of them share. */
function codesBy(owners: ReadonlyMap<string, OwnerValues>, name: 'label' | 'creditCode') {
  const codes = new Map<string, string[]>()
  for (const { value, [name]: text } of owners.values())
    if (text) codes.set(text, [...(codes.get(text) ?? []), value])
  return codes
}

/** Checks every row against all owners, those of the workbook included. */
export function checkOwners(sheet: SheetList<Name>, stored: readonly StoredOwner[]): CheckedOwner[] {
  const byCode = new Map(stored.map((owner) => [owner.value, owner]))
  const named = new Map([
    ...stored.flatMap(({ value, label }) => [[label, value] as const, [value, value] as const]),
    ...sheet.lines.flatMap(({ cells: { value = '', label = '' } }) => [
      [label, value] as const,
      [value, value] as const,
    ]),
  ])
  const codeOf = (text: string) => named.get(text)
  const rows = new Map<string, number>()
  const lines = sheet.lines.map((line): CheckedOwner => {
    const { value = '' } = line.cells
    const problems = ownProblems(line, codeOf)
    const before = rows.get(value)
    if (before !== undefined) problems.push(problem('value', 'W-018', `与第${before}行重复`))
    else rows.set(value, line.rowNo)
    const known = byCode.get(value)
    return { ...line, stored: known, next: nextOf(line, sheet, known, codeOf), problems }
  })
  // A refused row may be the parent of another one, so the check repeats until nothing more is refused.
  for (let refused = -1; refused !== 0; ) {
    const owners = afterwards(stored, lines)
    const used = { label: codesBy(owners, 'label'), creditCode: codesBy(owners, 'creditCode') }
    const found = lines
      .filter(({ problems }) => problems.length === 0)
      .map((line) => ({ line, problems: sharedProblems(line, owners, used) }))
      .filter(({ problems }) => problems.length > 0)
    for (const { line, problems } of found) line.problems.push(...problems)
    refused = found.length
  }
  return lines
}

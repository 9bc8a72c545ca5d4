import type { components } from '@xinchu/contract/schema'
import { codes } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../caller.ts'
import { cellProblems, issuesOf, type Problem as ProblemOf, problem } from '../../sheet-list/problems.ts'
import { notCancelled } from '../unique.ts'
import { type RosterCells, type RosterColumn, rosterColumns, rosterForm } from './columns.ts'
import { loadOffices, type Office, type Offices } from './offices.ts'
import type { Roster, RosterLine } from './read.ts'
import { standingIn } from './standing.ts'

type Issue = components['schemas']['ImportCellIssue']

/** A row that can become an account. */
export interface Person {
  cells: RosterCells
  office: Office
  role: { id: number; name: string }
}

/** A checked row: the person, or the errors. */
export interface CheckedLine extends RosterLine {
  person: Person | undefined
  /** Says what a stored account is. */
  isSame: boolean
  errors: Issue[]
}

type Problem = ProblemOf<RosterColumn['name']>

/** Problems of single cells. */
function ownProblems(cells: RosterCells): Problem[] {
  const { username } = cells
  const found = cellProblems(rosterColumns, cells)
  const isShort =
    username !== undefined && username.length < 4 && !found.some(({ name }) => name === 'username')
  return isShort ? [...found, problem('username', codes.length, '长度不能少于4个字')] : found
}

/** Values that occur before in the workbook, by column. */
class Earlier {
  readonly #rows = { username: new Map<string, number>(), phone: new Map<string, number>() }

  problems({ rowNo, cells }: RosterLine): Problem[] {
    return (['username', 'phone'] as const).flatMap((name) => {
      const key = cells[name]?.toLowerCase()
      if (key === undefined) return []
      const before = this.#rows[name].get(key)
      if (before !== undefined) return [problem(name, 'A-025', `与第${before}行重复`)]
      this.#rows[name].set(key, rowNo)
      return []
    })
  }
}

/** Finds office and role of a row. */
function placeOf(
  { orgName, regionName, roleName }: RosterCells,
  offices: Offices,
): Problem[] | Omit<Person, 'cells'> {
  if (orgName === undefined) return []
  const found = offices.named(orgName, regionName)
  const [office] = found
  if (!office) return [problem('orgName', 'A-018', '机构不存在、已停用，或不在您可创建账号的范围内')]
  if (found.length > 1) return [problem('regionName', 'A-018', `有${found.length}个同名机构，请填写所在地区`)]
  const role = offices.role(office, roleName)
  if (!role)
    return [
      problem(
        'roleName',
        'A-018',
        roleName === undefined ? '该类机构有多种角色，请填写' : '与所属机构的部门类别不符',
      ),
    ]
  return { office, role }
}

/** Accounts and phone numbers of the workbook that are in use. */
async function takenIn(db: Db, lines: readonly RosterLine[]) {
  const valuesOf = (name: 'username' | 'phone') =>
    lines.flatMap(({ cells }) => cells[name]?.toLowerCase() ?? [])
  const { rows } = await sql<{ username: string | null; phone: string | null }>`
    select username_key as username, null as phone from app_user
      where username_key = any(${valuesOf('username')}::text[])
    union all select null, phone from app_user where phone = any(${valuesOf('phone')}::text[]) and ${notCancelled}`.execute(
    db,
  )
  return {
    username: new Set(rows.map(({ username }) => username)),
    phone: new Set(rows.map(({ phone }) => phone)),
  }
}

/** Checks every row of a workbook with a constant number of queries. */
export async function checkRoster(db: Db, roster: Roster, user: Caller): Promise<CheckedLine[]> {
  const { lines } = roster
  const taken = await takenIn(db, lines)
  const offices = await loadOffices(
    db,
    user,
    lines.flatMap(({ cells }) => cells.orgName ?? []),
  )
  const isStanding = await standingIn(db, roster, user)
  const earlier = new Earlier()
  return lines.map((line) => {
    const { rowNo, cells } = line
    const repeated = earlier.problems(line)
    if (repeated.length === 0 && isStanding(line))
      return { ...line, person: undefined, isSame: true, errors: [] }
    const own = ownProblems(cells)
    const isSound = (name: RosterColumn['name']) => !own.some((each) => each.name === name)
    const place = placeOf(cells, offices)
    const all = [
      ...own,
      ...repeated,
      ...(isSound('username') && taken.username.has(cells.username?.toLowerCase() ?? '')
        ? [problem('username', 'A-016', '登录账号已被使用')]
        : []),
      ...(isSound('phone') && taken.phone.has(cells.phone ?? '')
        ? [problem('phone', 'A-016', '手机号已被使用')]
        : []),
      ...(Array.isArray(place) ? place : []),
    ]
    const errors = issuesOf(rosterForm, roster, rowNo, all)
    return {
      ...line,
      isSame: false,
      errors,
      person: all.length === 0 && !Array.isArray(place) ? { cells, ...place } : undefined,
    }
  })
}

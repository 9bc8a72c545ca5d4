import type { components } from '@xinchu/sdk/schema'
import { codes, messages, type RuleCode, ruleCodeOf, rules } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../caller.ts'
import { notCancelled } from '../unique.ts'
import { type RosterCells, type RosterColumn, rosterColumns } from './columns.ts'
import { loadOffices, type Office, type Offices } from './offices.ts'
import type { Roster, RosterLine } from './read.ts'

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
  errors: Issue[]
}

interface Problem {
  name: RosterColumn['name']
  code: RuleCode | undefined
  message: string
}

const problem = (name: RosterColumn['name'], code: RuleCode, message: string): Problem => ({
  name,
  code,
  message,
})

/** Problems of single cells. */
function cellProblems(cells: RosterCells): Problem[] {
  return rosterColumns.flatMap(({ name, isRequired, maxLength, rule }): Problem[] => {
    const { [name]: text } = cells
    if (text === undefined) return isRequired ? [problem(name, codes.nonEmpty, messages.nonEmpty)] : []
    const message = rule ? rules[rule](text) : null
    if (message) return [{ name, code: ruleCodeOf(message), message }]
    if (text.length > maxLength) return [problem(name, codes.length, `长度不能超过${maxLength}个字`)]
    if (name === 'username' && text.length < 4) return [problem(name, codes.length, '长度不能少于4个字')]
    return []
  })
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

const CAPTIONS = new Map(rosterColumns.map(({ name, caption }) => [name, caption]))

/** Checks every row of a workbook with a constant number of queries. */
export async function checkRoster(db: Db, { lines, letters }: Roster, user: Caller): Promise<CheckedLine[]> {
  const taken = await takenIn(db, lines)
  const offices = await loadOffices(
    db,
    user,
    lines.flatMap(({ cells }) => cells.orgName ?? []),
  )
  const earlier = new Earlier()
  return lines.map((line) => {
    const { rowNo, cells } = line
    const own = cellProblems(cells)
    const isSound = (name: RosterColumn['name']) => !own.some((each) => each.name === name)
    const place = placeOf(cells, offices)
    const all = [
      ...own,
      ...earlier.problems(line),
      ...(isSound('username') && taken.username.has(cells.username?.toLowerCase() ?? '')
        ? [problem('username', 'A-016', '登录账号已被使用')]
        : []),
      ...(isSound('phone') && taken.phone.has(cells.phone ?? '')
        ? [problem('phone', 'A-016', '手机号已被使用')]
        : []),
      ...(Array.isArray(place) ? place : []),
    ]
    const errors = all.map(({ name, code, message }): Issue => {
      const { [name]: column } = letters
      const caption = CAPTIONS.get(name) ?? ''
      return {
        ...(column ? { column } : {}),
        field: name,
        caption,
        ...(code ? { code } : {}),
        message: `第${rowNo}行【${caption}】：${message}`,
      }
    })
    return {
      ...line,
      errors,
      person: all.length === 0 && !Array.isArray(place) ? { cells, ...place } : undefined,
    }
  })
}

import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../caller.ts'
import { maskEmail, maskPhone } from '../../masking.ts'
import { listAccounts, matching, type UserRow } from '../query.ts'
import { MOST_ROWS, type RosterColumn } from './columns.ts'
import type { Roster, RosterLine } from './read.ts'

type Name = RosterColumn['name']

/** What an export may have in the columns of an account. */
const SHOWN: Readonly<Record<Name, (row: UserRow) => readonly (string | null | undefined)[]>> = {
  username: (row) => [row.username],
  realName: (row) => [row.real_name],
  phone: (row) => [row.phone, maskPhone(row.phone)],
  orgName: (row) => [row.org_name],
  regionName: (row) => [row.region_name, row.region_code],
  roleName: (row) => [(row.roles ?? []).map(({ name }) => name).join('、')],
  position: (row) => [row.position],
  officePhone: (row) => [row.office_phone],
  email: (row) => [row.email, maskEmail(row.email)],
}

const names = Object.keys(SHOWN) as Name[] // the keys just named

/** Finds rows that say of an account in the caller's reach what it is, in each column that the workbook has. */
export async function standingIn(
  db: Db,
  { lines, letters }: Roster,
  user: Caller,
): Promise<(line: RosterLine) => boolean> {
  const keys = lines.flatMap(({ cells }) => cells.username?.toLowerCase() ?? [])
  const named = sql<boolean>`u.username_key = any(${keys}::text[])`
  const rows = await listAccounts(db, [named, ...matching({}, user)], { limit: MOST_ROWS })
  const accounts = new Map(rows.map((row) => [row.username.toLowerCase(), row]))
  const present = names.filter((name) => letters[name] !== undefined)
  return ({ cells }) => {
    const row = accounts.get(cells.username?.toLowerCase() ?? '')
    if (!row) return false
    return present.every((name) => SHOWN[name](row).some((shown) => (shown ?? '') === (cells[name] ?? '')))
  }
}

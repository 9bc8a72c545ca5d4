import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../caller.ts'
import { staffedBy } from '../managed.ts'
import { roleChoices } from '../roles-of.ts'

/** An office for which the caller may create accounts. */
export interface Office {
  id: number
  name: string
  deptId: number
  regionCode: string | null
  regionName: string | null
}

interface RoleOption {
  id: number
  name: string
}

const plain = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toUpperCase()

/** The offices and roles that rows of a workbook may name. */
export class Offices {
  readonly #byName = new Map<string, Office[]>()
  readonly #rolesOf: (deptId: number) => readonly RoleOption[]

  constructor(offices: readonly Office[], rolesOf: (deptId: number) => readonly RoleOption[]) {
    for (const office of offices) {
      const same = this.#byName.get(plain(office.name))
      if (same) same.push(office)
      else this.#byName.set(plain(office.name), [office])
    }
    this.#rolesOf = rolesOf
  }

  /** Offices of a name, in a region if one is given by name or code. */
  named(name: string, region: string | undefined): Office[] {
    const found = this.#byName.get(plain(name)) ?? []
    if (region === undefined) return found
    const wanted = plain(region)
    return found.filter(
      ({ regionCode, regionName }) => regionCode === wanted || plain(regionName ?? '') === wanted,
    )
  }

  /** The role of this name for an office; without a name, its only role. */
  role({ deptId }: Office, name: string | undefined): RoleOption | undefined {
    const roles = this.#rolesOf(deptId)
    if (name === undefined) return roles.length === 1 ? roles[0] : undefined
    return roles.find((role) => plain(role.name) === plain(name))
  }
}

/** Reads the offices in use for which the caller may create accounts, or those of some names. */
export async function readOffices(db: Db, user: Caller, names?: readonly string[]): Promise<Office[]> {
  // Compared without spaces, as `plain` does for the common cases.
  const among = names
    ? sql`and replace(o.org_name, ' ', '') = any(${[...new Set(names.map((name) => name.replace(/\s/g, '')))]}::text[])`
    : sql``
  const { rows } = await sql<Office>`
    select o.id, o.org_name as name, o.dept_id as "deptId", o.region_code as "regionCode", r.name as "regionName"
    from org o left join region r on r.code = o.region_code
    where o.enabled and ${staffedBy(user)} ${among} order by o.dept_id, o.region_code, o.id limit 5000`.execute(
    db,
  )
  return rows
}

export async function loadOffices(db: Db, user: Caller, names: readonly string[]): Promise<Offices> {
  return new Offices(await readOffices(db, user, names), await roleChoices(db))
}
